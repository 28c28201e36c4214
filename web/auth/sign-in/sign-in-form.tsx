import { useLingui } from '@lingui/react'
import { Form, Link, useNavigation } from 'react-router'
import { translate } from '#web/languages/translate.ts'
import { CaptchaField } from '#web/session/captcha/captcha-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  AuthFault,
  type AuthFormProps,
  IdentifierField,
  MailedCodeForm,
  MethodLink,
  ResendForm,
  type SignInMethods,
} from '../auth-form-parts.tsx'
import { authPath } from '../links/auth-links.ts'
import { JoinFields } from '../purpose/join-fields.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

export function SignInForm({
  outcome,
  next,
  purpose,
  linkFault,
  captcha,
  offers,
  byPhone,
}: AuthFormProps & SignInMethods) {
  const { i18n } = useLingui()
  const sending = useNavigation().formData?.get('intent')
  const { errors = {}, values = {} } = outcome ?? {}
  const action = authPath('sign-in', next, { byPhone })
  return (
    <div className="grid gap-4">
      {outcome?.notice && <Notice tone="success">{translate(i18n, outcome.notice)}</Notice>}
      {!outcome && linkFault && <Notice tone="warning">{translate(i18n, linkFault)}</Notice>}
      <AuthFault outcome={outcome} />
      {outcome?.unconfirmed && (
        <div className="grid gap-4 border-b border-grain pb-4">
          <MailedCodeForm email={outcome.unconfirmed} action={action} error={errors.code} purpose={purpose} />
          <ResendForm email={outcome.unconfirmed} action={action} captcha={captcha} />
        </div>
      )}
      <Form method="post" action={action} noValidate replace className="grid gap-4">
        <JoinFields purpose={purpose} />
        <IdentifierField byPhone={byPhone} values={values} errors={errors} />
        <PasswordField
          name="password"
          label={i18n.t('Password')}
          autoComplete="current-password"
          error={errors.password}
        />
        <CaptchaField captcha={captcha} />
        <Button
          type="submit"
          name="intent"
          value="sign-in"
          wide
          busy={sending === 'sign-in'}
          busyLabel={i18n.t('Signing in')}
        >
          {purpose ? i18n.t('Sign in and join') : i18n.t('Sign in')}
        </Button>
        {offers.passkeys && <PasskeyButton busy={sending === 'passkey'} />}
      </Form>
      <ProviderButtons providers={offers.providers} next={next} />
      <p className="text-link flex flex-wrap justify-between gap-x-6 gap-y-1">
        <Link to={authPath('reset', next)} className="inline-flex min-h-11 items-center">
          {i18n.t('Forgot password?')}
        </Link>
        <MethodLink offers={offers} byPhone={byPhone} view="sign-in" next={next} />
        <Link to={authPath('sign-up', next)} className="inline-flex min-h-11 items-center">
          {i18n.t("Don't have an account? Sign up")}
        </Link>
      </p>
    </div>
  )
}
