import { Form, Link, useNavigation } from 'react-router'
import { LEAST_PASSWORD, MINIMUM_AGE } from '#domain/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Checkbox, TextField } from '#web/ui/text-field.tsx'
import type { Offers } from '../session/offers.ts'
import { PersonCheck } from '../session/person-check.tsx'
import { type AuthFormProps, DemoMailHint, MailedCodeForm, ResendForm } from './auth-form-parts.tsx'
import { authPath } from './auth-links.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { RoleChoice } from './role-choice.tsx'

export function SignUpForm({ outcome, next, captcha, offers, referral, isDemo }: SignUpFormProps) {
  const { errors = {}, values = {} } = outcome ?? {}
  const action = authPath('sign-up', next)
  const email = outcome?.unconfirmed
  return (
    <div className="grid gap-4">
      {outcome?.notice && <Notice tone="success">{outcome.notice}</Notice>}
      {outcome?.notice && <DemoMailHint isDemo={isDemo} />}
      {errors.form && <Notice tone="error">{errors.form}</Notice>}
      {email && <MailedCodeForm email={email} action={action} error={errors.code} />}
      {email && <ResendForm email={email} action={action} captcha={captcha} />}
      {!email && <Fields {...{ action, errors, values, referral, captcha, offers }} />}
      {!email && <ProviderButtons providers={offers.providers} next={next} />}
      <p className="text-link">
        <Link to={authPath('sign-in', next)} className="inline-flex min-h-11 items-center">
          Already have an account? Sign in
        </Link>
      </p>
    </div>
  )
}

interface SignUpFormProps extends AuthFormProps {
  offers: Offers
  /** The code from the share link that brought the person here. */
  referral: string | null
  isDemo: boolean
}

interface FieldsProps {
  action: string
  errors: Record<string, string>
  values: Record<string, string>
  referral: string | null
  captcha: AuthFormProps['captcha']
  offers: Offers
}

function Fields({ action, errors, values, referral, captcha, offers }: FieldsProps) {
  const busy = useNavigation().formData?.get('intent') === 'sign-up'
  return (
    <Form method="post" action={action} noValidate replace className="grid gap-4">
      <input type="hidden" name="intent" value="sign-up" />
      <TextField
        name="full_name"
        label="Full name"
        autoComplete="name"
        maxLength={120}
        defaultValue={values.full_name}
        error={errors.full_name}
      />
      <TextField
        name="email"
        type="email"
        label="Email"
        hint={offers.phone ? 'Or leave it empty and sign up with your phone number.' : undefined}
        autoComplete="username"
        defaultValue={values.email}
        error={errors.email}
      />
      <PasswordField
        name="password"
        label="Password"
        hint={`At least ${LEAST_PASSWORD} characters.`}
        autoComplete="new-password"
        error={errors.password}
      />
      <RoleChoice chosen={values.role} />
      <TextField
        name="phone"
        type="tel"
        label="Phone"
        hint={
          offers.phone
            ? 'To sign in, and for pickup and delivery, such as 0803 123 4567.'
            : 'For pickup and delivery, such as 0803 123 4567.'
        }
        required={false}
        autoComplete="tel"
        defaultValue={values.phone}
        error={errors.phone}
      />
      <TextField
        name="referral_code"
        label="Referral code"
        hint={referral ? 'From the link that brought you here.' : undefined}
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
          label={`I am ${MINIMUM_AGE} years old or older.`}
          defaultChecked={values.adult === 'on'}
          error={errors.adult}
        />
        <Checkbox name="terms" label={<Consent />} defaultChecked={values.terms === 'on'} error={errors.terms} />
      </div>
      <PersonCheck captcha={captcha} />
      <Button type="submit" wide busy={busy} busyLabel="Creating your account">
        Create account
      </Button>
    </Form>
  )
}

function Consent() {
  return (
    <span className="text-link">
      I agree to the{' '}
      <a href="/terms" target="_blank" rel="noreferrer">
        Terms of Service
      </a>{' '}
      and have read the{' '}
      <a href="/privacy-policy" target="_blank" rel="noreferrer">
        Privacy Policy
      </a>
      .
    </span>
  )
}
