import { Trans, useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import type { CaptchaSettings } from '#web/session/auth-service/auth-settings.ts'
import { CaptchaField } from '#web/session/captcha/captcha-field.tsx'
import { Button } from '#web/ui/button.tsx'
import type { AuthOutcome } from './auth-forms.ts'
import { CodeField } from './sign-in/code-field.tsx'

export interface AuthFormProps {
  outcome: AuthOutcome | undefined
  /** The path to return to. */
  next: string | null
  /** The error of the link that led here. */
  linkFault?: string | null
  captcha: CaptchaSettings | null
}

/** A form for resending the confirmation mail. */
export function ResendForm({ email, action, captcha }: ResendFormProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'resend'
  return (
    <Form method="post" action={action} noValidate replace className="grid justify-items-start gap-2">
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="email" value={email} />
      <Button type="submit" tone="plain" size="small" busy={busy} busyLabel={i18n.t('Sending')}>
        {i18n.t('Send the mail again')}
      </Button>
      <CaptchaField captcha={captcha} lazy />
    </Form>
  )
}

/** A form for the mail's code, for users who read the mail on another device. */
export function MailedCodeForm({
  email,
  action,
  error,
}: {
  email: string
  action: string
  error: TranslatableText | undefined
}) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'mailed-code'
  return (
    <Form method="post" action={action} noValidate replace className="grid gap-4">
      <input type="hidden" name="intent" value="mailed-code" />
      <input type="hidden" name="email" value={email} />
      <CodeField
        label={i18n.t('Code from the mail')}
        hint={i18n.t('Open the link in the mail, or type its 6 digits here.')}
        error={error}
      />
      <Button type="submit" wide busy={busy} busyLabel={i18n.t('Checking')}>
        {i18n.t('Confirm')}
      </Button>
    </Form>
  )
}

interface ResendFormProps {
  email: string
  action: string
  captcha: CaptchaSettings | null
}

/** A link to the mails of the demo, which are not delivered. */
export function DemoMailHint({ isDemo }: { isDemo: boolean }) {
  if (!isDemo) return null
  return (
    <p className="text-link text-14 text-soft">
      <Trans
        id="This is a demo market. You can read its mails at <mails>{address}</mails>."
        values={{ address: '/dev/mail' }}
        components={{ mails: <a href="/dev/mail" /> }}
      />
    </p>
  )
}
