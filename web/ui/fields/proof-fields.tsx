import { useLingui } from '@lingui/react'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { Button } from '../button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { PasswordField } from './password-field.tsx'

interface ProofFieldsProps {
  error: TranslatableText | undefined
  /** Whether the session is too old, in which case a mailed code is accepted too. */
  needsProof: boolean
}

/** Fields for reauthentication: the current password, or a mailed code. */
export function ProofFields({ error, needsProof }: ProofFieldsProps) {
  const { i18n } = useLingui()
  return (
    <>
      <PasswordField
        name="current_password"
        label={i18n.t('Current password')}
        autoComplete="current-password"
        error={error}
      />
      {needsProof && (
        <div className="grid gap-2">
          <TextField
            name="nonce"
            label={i18n.t('Or the code we mailed you')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
          />
          <Button type="submit" name="intent" value="code" tone="quiet" size="small" className="justify-self-start">
            {i18n.t('Mail me a code')}
          </Button>
        </div>
      )}
    </>
  )
}
