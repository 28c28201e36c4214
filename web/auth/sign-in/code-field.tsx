import { useLingui } from '@lingui/react'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { TextField } from '#web/ui/controls/text-field.tsx'

interface CodeFieldProps {
  label?: string
  hint?: string
  error?: TranslatableText | undefined
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
