import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { MIN_PASSWORD_LENGTH } from '#domain/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import type { JoinPurpose } from '../purpose/join-fields.tsx'
import { JoinFields } from '../purpose/join-fields.tsx'
import type { ProofRequest } from './sign-up-proof.ts'

/**
 * Requires proof that the sign-up is the user's own, in a browser other than the one that signed up: its password, or a
 * new one. Someone else who signed up with this address gains no access either way.
 */
export function ProofForms({ proofRequest, action, purpose = null }: ProofFormsProps) {
  const { i18n } = useLingui()
  const sent = useNavigation().formData
  return (
    <AuthFrame
      title={i18n.t('Is this sign-up yours?')}
      lead={i18n.t('Anybody can sign up with your address. Type the password you chose when you signed up.')}
    >
      <Form method="post" action={action} noValidate replace className="grid gap-4">
        <HiddenFields fields={proofRequest.fields} />
        <JoinFields purpose={purpose} />
        <PasswordField
          name="own_password"
          label={i18n.t('Password')}
          autoComplete="current-password"
          error={proofRequest.errors.own_password}
        />
        <Button type="submit" wide busy={sent?.has('own_password') === true} busyLabel={i18n.t('Confirming')}>
          {i18n.t('Confirm')}
        </Button>
      </Form>
      <Form method="post" action={action} noValidate replace className="mt-6 grid gap-4 border-t border-grain pt-6">
        <HiddenFields fields={proofRequest.fields} />
        <JoinFields purpose={purpose} />
        <p>
          {i18n.t(
            'If you did not sign up, or have forgotten the password, choose a new one. We then delete what was typed at sign-up, with the name, the kind of account and the referral code.',
          )}
        </p>
        <PasswordField
          name="new_password"
          label={i18n.t('New password')}
          hint={i18n.t('At least {count} characters.', { count: MIN_PASSWORD_LENGTH })}
          autoComplete="new-password"
          error={proofRequest.errors.new_password}
        />
        <Button type="submit" tone="plain" busy={sent?.has('new_password') === true} busyLabel={i18n.t('Saving')}>
          {i18n.t('Use the new password')}
        </Button>
      </Form>
    </AuthFrame>
  )
}

interface ProofFormsProps {
  proofRequest: ProofRequest
  action: string
  purpose?: JoinPurpose | null
}

function HiddenFields({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
