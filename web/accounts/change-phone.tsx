import { phoneCodeSent } from '#domain/texts/screens.ts'
import { ProofFields } from '#web/ui/proof-fields.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SecurityForm, type SecurityPartProps } from './security-form.tsx'

interface ChangePhoneProps extends SecurityPartProps {
  /** Confirmed, without the plus. */
  phone: string | null
  /** The number given at sign-up. */
  wanted: string | null
}

/** A number takes effect once the code sent to it has been entered. */
export function ChangePhone({ outcome, needsProof, phone, wanted }: ChangePhoneProps) {
  const lead = phone ? `Your number is +${phone}.` : 'Add a number to sign in with, and for pickup and delivery.'
  if (outcome?.phone) {
    return (
      <SecurityForm
        title="Phone"
        intent="phone-code"
        outcome={outcome}
        submitLabel="Confirm"
        lead={phoneCodeSent(outcome.phone)}
      >
        <input type="hidden" name="phone" value={outcome.phone} />
        <TextField
          name="phone_code"
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          error={outcome.intent === 'phone-code' ? outcome.field : undefined}
        />
      </SecurityForm>
    )
  }
  const mine = outcome?.intent === 'phone' ? outcome : undefined
  return (
    <SecurityForm
      title="Phone"
      intent="phone"
      outcome={outcome}
      submitLabel={phone ? 'Change phone' : 'Add phone'}
      lead={lead}
    >
      <TextField
        name="phone"
        type="tel"
        label="New phone"
        autoComplete="tel"
        defaultValue={phone ? '' : wanted ? `+${wanted}` : ''}
        error={mine?.field}
      />
      <ProofFields error={mine?.current} needsProof={needsProof} />
    </SecurityForm>
  )
}
