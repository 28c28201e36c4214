import { Trans, useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { CHECK_FIELDS } from '#domain/texts/screens.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import type { AuthSettings, CaptchaSettings } from '#web/session/auth-service/auth-settings.ts'
import { CaptchaField } from '#web/session/captcha/captcha-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import type { AuthOutcome } from './auth-forms.ts'
import { type AuthView, authPath } from './links/auth-links.ts'
import type { JoinPurpose } from './purpose/join-fields.tsx'
import { JoinFields } from './purpose/join-fields.tsx'
import { CodeField } from './sign-in/code-field.tsx'

/** How the auth service lets people identify themselves. */
export interface SignInMethods {
  offers: AuthSettings
  /** Whether the user chose to use a phone number. */
  byPhone: boolean
}

export interface AuthFormProps {
  outcome: AuthOutcome | undefined
  /** The path to return to. */
  next: string | null
  /** The group buy to join with the same press. */
  purpose: JoinPurpose | null
  /** The error of the link that led here. */
  linkFault?: string | null
  captcha: CaptchaSettings | null
}

/** The refusal of a form of /auth; leads to its first fault. */
export function AuthFault({ outcome }: Pick<AuthFormProps, 'outcome'>) {
  const fault = useMemo(() => {
    const { form: text = CHECK_FIELDS, ...errors } = outcome?.errors ?? {}
    return Object.keys(outcome?.errors ?? {}).length > 0 ? { ok: false, text, errors } : null
  }, [outcome])
  return <OutcomeNotice outcome={fault} />
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
export function MailedCodeForm({ email, action, error, purpose }: MailedCodeFormProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'mailed-code'
  return (
    <Form method="post" action={action} noValidate replace className="grid gap-4">
      <input type="hidden" name="intent" value="mailed-code" />
      <JoinFields purpose={purpose} />
      <input type="hidden" name="email" value={email} />
      <CodeField
        label={i18n.t('Code from the mail')}
        hint={
          purpose
            ? i18n.t('Type the 6 digits of the mail here, and you have joined.')
            : i18n.t('Open the link in the mail, or type its 6 digits here.')
        }
        error={error}
      />
      <Button type="submit" wide busy={busy} busyLabel={i18n.t('Checking')}>
        {purpose ? i18n.t('Confirm and join') : i18n.t('Confirm')}
      </Button>
    </Form>
  )
}

interface IdentifierFieldProps {
  byPhone: boolean
  phoneHint?: string
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, TranslatableText>>
}

/** The e-mail or phone number by which a person signs in. */
export function IdentifierField({ byPhone, phoneHint, values, errors }: IdentifierFieldProps) {
  const { i18n } = useLingui()
  return byPhone ? (
    <TextField
      name="phone"
      type="tel"
      label={i18n.t('Phone')}
      hint={phoneHint}
      autoComplete="tel"
      defaultValue={values.phone}
      error={errors.phone}
    />
  ) : (
    <TextField
      name="email"
      type="email"
      label={i18n.t('Email')}
      autoComplete="username"
      defaultValue={values.email}
      error={errors.email}
    />
  )
}

interface MethodLinkProps extends SignInMethods, Pick<AuthFormProps, 'next'> {
  view: AuthView
}

/** Switches between e-mail and phone number, where the auth service takes both. */
export function MethodLink({ offers, byPhone, view, next }: MethodLinkProps) {
  const { i18n } = useLingui()
  if (!offers.phone) return null
  return (
    <Link to={authPath(view, next, { byPhone: !byPhone })} className="inline-flex min-h-11 items-center">
      {byPhone ? i18n.t('Use your email') : i18n.t('Use your phone number')}
    </Link>
  )
}

interface MailedCodeFormProps extends Pick<AuthFormProps, 'purpose'> {
  email: string
  action: string
  error: TranslatableText | undefined
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
