import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Button, LinkButton } from '#web/ui/button.tsx'
import type { FormResult } from './form.ts'
import { useRevealFault } from './reveal-fault.ts'

/**
 * A form after a rejection: its submitted values take precedence over stored ones, and its first invalid field gets the
 * focus, which on a phone is far above the button. Attach `form` to the form, and spread `field(name, stored)` into
 * each field.
 */
export function useFormFields(result: FormResult | null | undefined) {
  const errors = result?.errors ?? NO_ERRORS
  const values = result && Object.keys(result.values).length > 0 ? result.values : null
  const form = useRevealFault<HTMLFormElement>(result)
  const field = (name: string, stored: string | number | null | undefined = '') => ({
    name,
    defaultValue: values ? (values[name] ?? '') : (stored ?? ''),
    error: errors[name],
  })
  return { form, field, errors, values }
}

const NO_ERRORS: FormResult['errors'] = {}

/** The bottom of an edit form: its submit button, and a link back to the list. */
export function FormButtons({ back, children }: { back: string; children: ReactNode }) {
  const { i18n } = useLingui()
  const busy = useNavigation().state === 'submitting'
  return (
    <div className="flex flex-wrap gap-3">
      <Button busy={busy} busyLabel={i18n.t('Saving')}>
        {children}
      </Button>
      <LinkButton to={back} tone="plain">
        {i18n.t('Back')}
      </LinkButton>
    </div>
  )
}
