import { useLingui } from '@lingui/react'
import { TextField } from '#web/ui/text-field.tsx'

interface CodeFieldProps {
  label?: string
  hint?: string
  error?: string | undefined
  defaultValue?: string | undefined
}

/** A field for a code from a mail or a text message, with autofill. */
export function CodeField({ label, ...field }: CodeFieldProps) {
  const { i18n } = useLingui()
  return (
    <TextField
      {...field}
      name="code"
      label={label ?? i18n.t('Code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      spellCheck={false}
    />
  )
}
