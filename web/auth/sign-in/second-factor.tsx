import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import type { Factor } from '#web/session/auth-service/auth-on-server.ts'
import { useCanAskDevice } from '#web/session/passkeys/use-device.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { AuthFault, type AuthFormProps } from '../auth-form-parts.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { authPath } from '../links/auth-links.ts'
import { JoinFields } from '../purpose/join-fields.tsx'

type FactorFormProps = AuthFormProps & { factors: readonly Factor[] }

/** The step after the password for users with an authenticator app or a device that checks their fingerprint. */
export function SecondFactor({ factors, ...parts }: FactorFormProps) {
  const { i18n } = useLingui()
  const devices = factors.filter(({ factor_type }) => factor_type === 'webauthn')
  const apps = factors.filter(({ factor_type }) => factor_type !== 'webauthn')
  return (
    <AuthFrame title={i18n.t('One more step')} lead={i18n.t(leadOf({ devices, apps }))}>
      <AuthFault outcome={parts.outcome} />
      <DeviceForms {...parts} factors={devices} />
      {apps.length > 0 && <AppCodeForm {...parts} factors={apps} />}
      <form method="post" action="/auth/sign-out" className="mt-3">
        <button type="submit" className={buttonClass({ tone: 'quiet', size: 'small' })}>
          {i18n.t('Sign in as someone else')}
        </button>
      </form>
    </AuthFrame>
  )
}

function leadOf({ devices, apps }: { devices: readonly Factor[]; apps: readonly Factor[] }): string {
  if (devices.length === 0) return /*i18n*/ 'Enter the code your authenticator app shows now.'
  if (apps.length === 0) return /*i18n*/ 'Use the fingerprint, face or screen lock of your device.'
  return /*i18n*/ 'Use your device, or enter the code your authenticator app shows now.'
}

/** Only the browser can ask its device, so that the forms need scripts. */
function DeviceForms({ next, purpose, factors }: FactorFormProps) {
  const { i18n } = useLingui()
  const canAsk = useCanAskDevice()
  const asked = useNavigation().formData?.get('factor_id')
  if (!canAsk) return null
  return factors.map(({ id, friendly_name }) => (
    <Form key={id} method="post" action={authPath('sign-in', next)} replace className="mb-4">
      <input type="hidden" name="intent" value="device" />
      <input type="hidden" name="factor_id" value={id} />
      <JoinFields purpose={purpose} />
      <Button type="submit" wide busy={asked === id} busyLabel={i18n.t('Asking your device')}>
        {friendly_name ? i18n.t('Use {device}', { device: friendly_name }) : i18n.t('Use your device')}
      </Button>
    </Form>
  ))
}

function AppCodeForm({ outcome, next, purpose, factors }: FactorFormProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'factor'
  const [only] = factors
  return (
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
  )
}
