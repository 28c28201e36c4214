import { type RefObject, useEffect, useRef } from 'react'
import type { Errors } from '#domain/validation.ts'

/**
 * Focuses the first invalid field of a rejected form, which on a phone is far above the button. Attach the ref to the
 * form.
 */
export function useFocusFirstError(errors: Errors): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return form
}
