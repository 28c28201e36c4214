import { Trans, useLingui } from '@lingui/react'
import { Form, Link, useNavigation } from 'react-router'
import { MIN_PASSWORD_LENGTH, MINIMUM_AGE } from '#domain/limits.ts'
import { translate } from '#web/languages/translate.ts'
import { CaptchaField } from '#web/session/captcha/captcha-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, TextField } from '#web/ui/controls/text-field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  AuthFault,
  type AuthFormProps,
  DemoMailHint,
  IdentifierField,
  MailedCodeForm,
  MethodLink,
  ResendForm,
  type SignInMethods,
} from '../auth-form-parts.tsx'
import { authPath } from '../links/auth-links.ts'
import { JoinFields } from '../purpose/join-fields.tsx'
import { ProviderButtons } from '../sign-in/provider-buttons.tsx'
import { MoreFields } from './more-fields.tsx'

export function SignUpForm({ outcome, next, purpose, captcha, offers, byPhone, referral, isDemo }: SignUpFormProps) {
  const { i18n } = useLingui()
  const action = authPath('sign-up', next, { byPhone })
  const email = outcome?.unconfirmed
  const fields = { action, outcome, next, purpose, captcha, byPhone, referral }
  return (
    <div className="grid gap-4">
      {outcome?.notice && <Notice tone="success">{translate(i18n, outcome.notice)}</Notice>}
      {outcome?.notice && <DemoMailHint isDemo={isDemo} />}
      <AuthFault outcome={outcome} />
      {email && <MailedCodeForm email={email} action={action} error={outcome.errors.code} purpose={purpose} />}
      {email && <ResendForm email={email} action={action} captcha={captcha} />}
      {!email && <Fields {...fields} />}
      {!email && <ProviderButtons providers={offers.providers} next={next} />}
      <p className="text-link flex flex-wrap justify-between gap-x-6 gap-y-1">
        {!email && <MethodLink offers={offers} byPhone={byPhone} view="sign-up" next={next} />}
        <Link to={authPath('sign-in', next)} className="inline-flex min-h-11 items-center">
          {i18n.t('Already have an account? Sign in')}
        </Link>
      </p>
    </div>
  )
}

interface SignUpFormProps extends AuthFormProps, SignInMethods {
  /** The code from a share link. */
  referral: string | null
  isDemo: boolean
}

interface FieldsProps extends Omit<SignUpFormProps, 'offers' | 'isDemo'> {
  action: string
}

/** The fields that an account needs. All others are folded, and can be filled in later. */
function Fields({ action, outcome, next, purpose, captcha, byPhone, referral }: FieldsProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'sign-up'
  const { errors = {}, values = {} } = outcome ?? {}
  return (
    <Form method="post" action={action} noValidate replace className="grid gap-4">
      <input type="hidden" name="intent" value="sign-up" />
      <JoinFields purpose={purpose} />
      <TextField
        name="full_name"
        label={i18n.t('Full name')}
        autoComplete="name"
        maxLength={120}
        defaultValue={values.full_name}
        error={errors.full_name}
      />
      <IdentifierField
        byPhone={byPhone}
        phoneHint={i18n.t('To sign in, and for pickup and delivery, such as 0803 123 4567.')}
        values={values}
        errors={errors}
      />
      <PasswordField
        name="password"
        label={i18n.t('Password')}
        hint={i18n.t('At least {count} characters.', { count: MIN_PASSWORD_LENGTH })}
        autoComplete="new-password"
        error={errors.password}
      />
      <MoreFields
        errors={errors}
        values={values}
        byPhone={byPhone}
        referral={referral}
        isVendor={/^\/vendor-signup(?:[/?#]|$)/.test(next ?? '')}
      />
      <div>
        <Checkbox
          name="adult"
          label={i18n.t('I am {age} years old or older.', { age: MINIMUM_AGE })}
          defaultChecked={values.adult === 'on'}
          error={errors.adult}
        />
        <Checkbox name="terms" label={<Consent />} defaultChecked={values.terms === 'on'} error={errors.terms} />
      </div>
      <CaptchaField captcha={captcha} />
      <Button type="submit" wide busy={busy} busyLabel={i18n.t('Creating your account')}>
        {purpose ? i18n.t('Create account and join') : i18n.t('Create account')}
      </Button>
    </Form>
  )
}

function Consent() {
  return (
    <span className="text-link">
      <Trans
        id="I agree to the <terms>Terms of Service</terms> and have read the <privacy>Privacy Policy</privacy>."
        components={{
          terms: <a href="/terms" target="_blank" rel="noreferrer" />,
          privacy: <a href="/privacy-policy" target="_blank" rel="noreferrer" />,
        }}
      />
    </span>
  )
}
