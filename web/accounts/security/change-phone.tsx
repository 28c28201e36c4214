import { useLingui } from '@lingui/react'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ProofFields } from '#web/ui/fields/proof-fields.tsx'
import { SecurityForm, type SecurityPartProps } from './security-form.tsx'

interface ChangePhoneProps extends SecurityPartProps {
  /** Confirmed, without the plus. */
  phone: string | null
  /** The number given at sign-up. */
  signUpPhone: string | null
}

/** A new number takes effect once the code sent to it has been entered. */
export function ChangePhone({ outcome, needsProof, phone, signUpPhone }: ChangePhoneProps) {
  const { i18n } = useLingui()
  if (outcome?.phone) {
    return (
      <SecurityForm
        title={i18n.t('Phone')}
        intent="phone-code"
        outcome={outcome}
        submitLabel={i18n.t('Confirm')}
        lead={i18n.t('We sent a code to +{phone}.', { phone: outcome.phone })}
      >
        <input type="hidden" name="phone" value={outcome.phone} />
        <TextField
          name="phone_code"
          label={i18n.t('Code')}
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
      title={i18n.t('Phone')}
      intent="phone"
      outcome={outcome}
      submitLabel={phone ? i18n.t('Change phone') : i18n.t('Add phone')}
      lead={
        phone
          ? i18n.t('Your number is +{phone}.', { phone })
          : i18n.t('Add a number to sign in with, and for pickup and delivery.')
      }
    >
      <TextField
        name="phone"
        type="tel"
        label={i18n.t('New phone')}
        autoComplete="tel"
        defaultValue={phone ? '' : signUpPhone ? `+${signUpPhone}` : ''}
        error={mine?.field}
      />
      <ProofFields error={mine?.current} needsProof={needsProof} />
    </SecurityForm>
  )
}
