import { type RefObject, useEffect, useState } from 'react'
import type { FormValues } from '#domain/forms/edits.ts'

interface TypedOptions {
  /** The values that the form showed first. */
  first: FormValues
  /** Reads the form's fields; a constant function. */
  read: (form: FormData) => FormValues
  /** Changes when the form was saved in place: what it has then counts as unchanged. */
  saved?: string
}

/**
 * The values in a form as they are typed, and whether they differ from those that it opened with. Fields that scripts
 * write, such as an uploaded photo, come without an event, so that the form's elements are observed too.
 */
export function useTyped(form: RefObject<HTMLFormElement | null>, { first, read, saved = '' }: TypedOptions) {
  const [typed, setTyped] = useState<FormValues | null>(null)
  const [opened, setOpened] = useState<FormValues | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save in place starts again.
  useEffect(() => {
    const element = form.current
    if (!element) return
    const current = () => read(new FormData(element))
    const update = () => setTyped((before) => (isSame(before, current()) ? before : current()))
    setOpened(current())
    update()
    const observer = new MutationObserver(update)
    observer.observe(element, { childList: true, subtree: true })
    for (const event of EVENTS) element.addEventListener(event, update)
    return () => {
      observer.disconnect()
      for (const event of EVENTS) element.removeEventListener(event, update)
    }
  }, [form, read, saved])
  return { typed: typed ?? first, isChanged: opened !== null && typed !== null && !isSame(opened, typed) }
}

const EVENTS = ['input', 'change'] as const

const isSame = (a: FormValues | null, b: FormValues): boolean => JSON.stringify(a) === JSON.stringify(b)
