import { useLingui } from '@lingui/react'
import { Form, Link, useNavigation } from 'react-router'
import { translate } from '#web/languages/translate.ts'
import { CaptchaField } from '#web/session/captcha/captcha-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AuthFault, type AuthFormProps, DemoMailHint } from '../auth-form-parts.tsx'
import { authPath } from '../links/auth-links.ts'

/** A form for requesting the mail with the link to /auth/reset-password. */
export function ResetForm({ outcome, next, captcha, isDemo }: AuthFormProps & { isDemo: boolean }) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'reset'
  const { errors = {}, values = {} } = outcome ?? {}
  return (
    <div className="grid gap-4">
      {outcome?.notice && <Notice tone="success">{translate(i18n, outcome.notice)}</Notice>}
      {outcome?.notice && <DemoMailHint isDemo={isDemo} />}
      {outcome?.notice && (
        <p className="text-link">
          <Link to="/auth/reset-password" className="inline-flex min-h-11 items-center">
            {i18n.t('Type the code from the mail')}
          </Link>
        </p>
      )}
      <AuthFault outcome={outcome} />
      <Form method="post" action={authPath('reset', next)} noValidate replace className="grid gap-4">
        <input type="hidden" name="intent" value="reset" />
        <TextField
          name="email"
          type="email"
          label={i18n.t('Email')}
          hint={i18n.t('We will mail you a link to choose a new password.')}
          autoComplete="username"
          defaultValue={values.email}
          error={errors.email}
        />
        <CaptchaField captcha={captcha} />
        <Button type="submit" wide busy={busy} busyLabel={i18n.t('Sending')}>
          {i18n.t('Send email')}
        </Button>
      </Form>
      <p className="text-link">
        <Link to={authPath('sign-in', next)} className="inline-flex min-h-11 items-center">
          {i18n.t('Back to sign in')}
        </Link>
      </p>
    </div>
  )
}
