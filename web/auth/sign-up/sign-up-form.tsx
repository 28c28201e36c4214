import { Trans, useLingui } from '@lingui/react'
import { Form, Link, useNavigation } from 'react-router'
import { MIN_PASSWORD_LENGTH, MINIMUM_AGE } from '#domain/limits.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { translate } from '#web/languages/translate.ts'
import type { AuthSettings } from '#web/session/auth-service/auth-settings.ts'
import { CaptchaField } from '#web/session/captcha/captcha-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, TextField } from '#web/ui/controls/text-field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type AuthFormProps, DemoMailHint, MailedCodeForm, ResendForm } from '../auth-form-parts.tsx'
import { authPath } from '../links/auth-links.ts'
import { ProviderButtons } from '../sign-in/provider-buttons.tsx'
import { RoleChoice } from './role-choice.tsx'

export function SignUpForm({ outcome, next, captcha, offers, referral, isDemo }: SignUpFormProps) {
  const { i18n } = useLingui()
  const { errors = {}, values = {} } = outcome ?? {}
  const action = authPath('sign-up', next)
  const email = outcome?.unconfirmed
  return (
    <div className="grid gap-4">
      {outcome?.notice && <Notice tone="success">{translate(i18n, outcome.notice)}</Notice>}
      {outcome?.notice && <DemoMailHint isDemo={isDemo} />}
      {errors.form && <Notice tone="error">{translate(i18n, errors.form)}</Notice>}
      {email && <MailedCodeForm email={email} action={action} error={errors.code} />}
      {email && <ResendForm email={email} action={action} captcha={captcha} />}
      {!email && (
        <Fields action={action} errors={errors} values={values} referral={referral} captcha={captcha} offers={offers} />
      )}
      {!email && <ProviderButtons providers={offers.providers} next={next} />}
      <p className="text-link">
        <Link to={authPath('sign-in', next)} className="inline-flex min-h-11 items-center">
          {i18n.t('Already have an account? Sign in')}
        </Link>
      </p>
    </div>
  )
}

interface SignUpFormProps extends AuthFormProps {
  offers: AuthSettings
  /** The code from a share link. */
  referral: string | null
  isDemo: boolean
}

interface FieldsProps {
  action: string
  errors: Record<string, TranslatableText>
  values: Record<string, string>
  referral: string | null
  captcha: AuthFormProps['captcha']
  offers: AuthSettings
}

function Fields({ action, errors, values, referral, captcha, offers }: FieldsProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'sign-up'
  return (
    <Form method="post" action={action} noValidate replace className="grid gap-4">
      <input type="hidden" name="intent" value="sign-up" />
      <TextField
        name="full_name"
        label={i18n.t('Full name')}
        autoComplete="name"
        maxLength={120}
        defaultValue={values.full_name}
        error={errors.full_name}
      />
      <TextField
        name="email"
        type="email"
        label={i18n.t('Email')}
        hint={offers.phone ? i18n.t('Or leave it empty and sign up with your phone number.') : undefined}
        autoComplete="username"
        defaultValue={values.email}
        error={errors.email}
      />
      <PasswordField
        name="password"
        label={i18n.t('Password')}
        hint={i18n.t('At least {count} characters.', { count: MIN_PASSWORD_LENGTH })}
        autoComplete="new-password"
        error={errors.password}
      />
      <RoleChoice chosen={values.role} />
      <TextField
        name="phone"
        type="tel"
        label={i18n.t('Phone')}
        hint={
          offers.phone
            ? i18n.t('To sign in, and for pickup and delivery, such as 0803 123 4567.')
            : i18n.t('For pickup and delivery, such as 0803 123 4567.')
        }
        required={false}
        autoComplete="tel"
        defaultValue={values.phone}
        error={errors.phone}
      />
      <TextField
        name="referral_code"
        label={i18n.t('Referral code')}
        hint={referral ? i18n.t('From the link that brought you here.') : undefined}
        required={false}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={12}
        defaultValue={values.referral_code ?? referral ?? ''}
        error={errors.referral_code}
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
        {i18n.t('Create account')}
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
