import { LEAST_PASSWORD } from '#domain/limits.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { ProofFields } from '#web/ui/proof-fields.tsx'
import { SecurityForm, type SecurityPartProps } from './security-form.tsx'

export function ChangePassword({ outcome, needsProof }: SecurityPartProps) {
  const mine = outcome?.intent === 'password' ? outcome : undefined
  return (
    <SecurityForm
      title="Password"
      intent="password"
      outcome={outcome}
      submitLabel="Change password"
      lead="Changing it signs out your other devices."
    >
      <ProofFields error={mine?.current} needsProof={needsProof} />
      <PasswordField
        name="password"
        label="New password"
        hint={`At least ${LEAST_PASSWORD} characters.`}
        autoComplete="new-password"
        error={mine?.field}
      />
    </SecurityForm>
  )
}
