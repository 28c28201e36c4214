import { useLingui } from '@lingui/react'
import { MIN_PASSWORD_LENGTH } from '#domain/limits.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { ProofFields } from '#web/ui/fields/proof-fields.tsx'
import { SecurityForm, type SecurityPartProps } from './security-form.tsx'

export function ChangePassword({ outcome, needsProof }: SecurityPartProps) {
  const { i18n } = useLingui()
  const mine = outcome?.intent === 'password' ? outcome : undefined
  return (
    <SecurityForm
      title={i18n.t('Password')}
      intent="password"
      outcome={outcome}
      submitLabel={i18n.t('Change password')}
      lead={i18n.t('When you change it, we sign out your other devices.')}
    >
      <ProofFields error={mine?.current} needsProof={needsProof} />
      <PasswordField
        name="password"
        label={i18n.t('New password')}
        hint={i18n.t('At least {count} characters.', { count: MIN_PASSWORD_LENGTH })}
        autoComplete="new-password"
        error={mine?.field}
      />
    </SecurityForm>
  )
}
