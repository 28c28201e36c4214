import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import type { Factor } from '#web/session/auth-service/auth-on-server.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { AuthFault, type AuthFormProps } from '../auth-form-parts.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { authPath } from '../links/auth-links.ts'
import { JoinFields } from '../purpose/join-fields.tsx'

/** The step after the password for users with an authenticator app. */
export function SecondFactor({ outcome, next, purpose, factors }: AuthFormProps & { factors: readonly Factor[] }) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'factor'
  const [only] = factors
  return (
    <AuthFrame title={i18n.t('One more step')} lead={i18n.t('Enter the code your authenticator app shows now.')}>
      <AuthFault outcome={outcome} />
      <Form method="post" action={authPath('sign-in', next)} noValidate replace className="grid gap-4">
        <input type="hidden" name="intent" value="factor" />
        <JoinFields purpose={purpose} />
        {factors.length === 1 && only ? (
          <input type="hidden" name="factor_id" value={only.id} />
        ) : (
          <SelectField
            name="factor_id"
            label={i18n.t('App')}
            options={factors.map(({ id, friendly_name }) => ({
              value: id,
              label: friendly_name ?? i18n.t('Authenticator app'),
            }))}
          />
        )}
        <TextField
          name="code"
          label={i18n.t('Code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          error={outcome?.errors.code}
        />
        <Button type="submit" wide busy={busy} busyLabel={i18n.t('Checking')}>
          {i18n.t('Continue')}
        </Button>
      </Form>
      <form method="post" action="/auth/sign-out" className="mt-3">
        <button type="submit" className={buttonClass({ tone: 'quiet', size: 'small' })}>
          {i18n.t('Sign in as someone else')}
        </button>
      </form>
    </AuthFrame>
  )
}
