import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import type { Errors } from '#domain/validation.ts'
import { Button, LinkButton } from './button.tsx'

/** Returns the props of an edit form's fields: rejected input takes precedence over stored values. */
export function fieldPropsOf(values: Readonly<Record<string, string>> | null, errors: Errors) {
  return (name: string, stored: string | number | null | undefined) => ({
    name,
    defaultValue: values ? (values[name] ?? '') : (stored ?? ''),
    error: errors[name],
  })
}

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
