import { ProofFields } from '#web/ui/proof-fields.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SecurityForm, type SecurityPartProps } from './security-form.tsx'

interface ChangeEmailProps extends SecurityPartProps {
  email: string | null
  /** Requested, but not yet confirmed by both addresses. */
  pending: string | null
}

export function ChangeEmail({ outcome, needsProof, email, pending }: ChangeEmailProps) {
  const mine = outcome?.intent === 'email' ? outcome : undefined
  return (
    <SecurityForm
      title="Email"
      intent="email"
      outcome={outcome}
      submitLabel="Change email"
      lead={
        <>
          Your address is <strong className="break-all text-ink">{email}</strong>.
          {pending && (
            <>
              {' '}
              <span className="break-all">{pending}</span> is waiting to be confirmed.
            </>
          )}
        </>
      }
    >
      <TextField name="email" type="email" label="New email" autoComplete="email" error={mine?.field} />
      <ProofFields error={mine?.current} needsProof={needsProof} />
    </SecurityForm>
  )
}
