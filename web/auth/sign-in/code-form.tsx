import { useLingui } from '@lingui/react'
import { Form, Link, useNavigation } from 'react-router'
import { translate } from '#web/languages/translate.ts'
import { CaptchaField } from '#web/session/captcha/captcha-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AuthFault, type AuthFormProps } from '../auth-form-parts.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { authPath } from '../links/auth-links.ts'
import { JoinFields } from '../purpose/join-fields.tsx'
import { CodeField } from './code-field.tsx'

/** A form for the code that was texted to a new phone account. */
export function CodeForm({ outcome, next, purpose, captcha, phone }: AuthFormProps & { phone: string }) {
  const { i18n } = useLingui()
  const intent = useNavigation().formData?.get('intent')
  const action = authPath('sign-up', next)
  return (
    <AuthFrame title={i18n.t('Enter the code')} lead={i18n.t('We sent a code to +{phone}.', { phone })}>
      {outcome?.notice && (
        <Notice tone="success" className="mb-4">
          {translate(i18n, outcome.notice)}
        </Notice>
      )}
      <AuthFault outcome={outcome} />
      <Form method="post" action={action} noValidate replace className="grid gap-4">
        <input type="hidden" name="intent" value="code" />
        <JoinFields purpose={purpose} />
        <input type="hidden" name="phone" value={phone} />
        <CodeField error={outcome?.errors.code} />
        <Button type="submit" wide busy={intent === 'code'} busyLabel={i18n.t('Checking')}>
          {i18n.t('Confirm')}
        </Button>
      </Form>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Form method="post" action={action} noValidate replace className="grid justify-items-start gap-2">
          <input type="hidden" name="intent" value="resend-code" />
          <input type="hidden" name="phone" value={phone} />
          <Button type="submit" tone="plain" size="small" busy={intent === 'resend-code'} busyLabel={i18n.t('Sending')}>
            {i18n.t('Send the code again')}
          </Button>
          <CaptchaField captcha={captcha} lazy />
        </Form>
        <p className="text-link">
          <Link to={action} className="inline-flex min-h-11 items-center">
            {i18n.t('Use another number')}
          </Link>
        </p>
      </div>
    </AuthFrame>
  )
}
