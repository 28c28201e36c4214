import { Trans, useLingui } from '@lingui/react'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ProofFields } from '#web/ui/fields/proof-fields.tsx'
import { SecurityForm, type SecurityPartProps } from './security-form.tsx'

interface ChangeEmailProps extends SecurityPartProps {
  email: string | null
  /** Requested, but not yet confirmed by both addresses. */
  pending: string | null
}

export function ChangeEmail({ outcome, needsProof, email, pending }: ChangeEmailProps) {
  const { i18n } = useLingui()
  const mine = outcome?.intent === 'email' ? outcome : undefined
  return (
    <SecurityForm
      title={i18n.t('Email')}
      intent="email"
      outcome={outcome}
      submitLabel={i18n.t('Change email')}
      lead={
        <>
          <Trans
            id="Your address is <strong>{email}</strong>."
            values={{ email }}
            components={{ strong: <strong className="break-all text-ink" /> }}
          />
          {pending && (
            <>
              {' '}
              <Trans
                id="You still have to confirm <address>{pending}</address>."
                values={{ pending }}
                components={{ address: <span className="break-all" /> }}
              />
            </>
          )}
        </>
      }
    >
      <TextField name="email" type="email" label={i18n.t('New email')} autoComplete="email" error={mine?.field} />
      <ProofFields error={mine?.current} needsProof={needsProof} />
    </SecurityForm>
  )
}
