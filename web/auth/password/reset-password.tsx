import { useLingui } from '@lingui/react'
import { Form, redirect, useActionData, useNavigation } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import { MIN_PASSWORD_LENGTH } from '#domain/limits.ts'
import { viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { authInBrowser } from '#web/session/auth-service/auth-in-browser.ts'
import type { MailedLink } from '#web/session/auth-service/auth-service.ts'
import { dataWithSession, openServerAuth, redirectWithSession } from '#web/session/session-response.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { authPath } from '../links/auth-links.ts'
import { linkPath, readMailedLink } from '../links/mailed-links.ts'
import { CodeField } from '../sign-in/code-field.tsx'
import type { Route } from './+types/reset-password.ts'
import { handlePasswordForm, type PasswordOutcome } from './reset-password-form.ts'

/** The target of reset mails. The link is redeemed on saving, not on opening. */
export function loader({ context, url }: Route.LoaderArgs) {
  return { link: readMailedLink(url.searchParams).link, isSignedIn: context.get(viewerContext).userId !== null }
}

export async function action(args: Route.ActionArgs) {
  const auth = openServerAuth(args)
  const outcome = await handlePasswordForm(auth, await args.request.formData())
  return outcome.isDone ? redirectWithSession('/auth', auth, args) : dataWithSession(outcome, auth, args)
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const outcome = await handlePasswordForm(authInBrowser, await request.formData())
  return outcome.isDone ? redirect('/auth') : outcome
}

export default function ResetPassword({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { link, isSignedIn } = loaderData
  const outcome = useActionData() as PasswordOutcome | undefined
  const isVerified = outcome?.isVerified ?? false
  const knowsPerson = !outcome?.isSpent && (link !== null || isVerified || isSignedIn)
  const title = outcome?.isSpent ? i18n.t('This link no longer works') : i18n.t('Choose a new password')
  return (
    <AuthFrame title={title} lead={i18n.t('We will then sign you in here and sign you out on your other devices.')}>
      {!knowsPerson && (
        <p className="mb-4">
          {i18n.t(
            'Type the code from our mail, or open its link within one hour. Your old password works until you save a new one.',
          )}
        </p>
      )}
      <PasswordForm outcome={outcome} link={isVerified || !knowsPerson ? null : link} asksCode={!knowsPerson} />
      {!knowsPerson && (
        <LinkButton to={authPath('reset', null)} tone="plain" wide className="mt-4">
          {i18n.t('Send a new mail')}
        </LinkButton>
      )}
    </AuthFrame>
  )
}

interface PasswordFormProps {
  outcome: PasswordOutcome | undefined
  link: MailedLink | null
  /** Whether a code is required, because no link identifies the user. */
  asksCode: boolean
}

function PasswordForm({ outcome, link, asksCode }: PasswordFormProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().state !== 'idle'
  return (
    <Form
      method="post"
      action={linkPath('/auth/reset-password', { link, next: null })}
      noValidate
      replace
      className="grid gap-4"
    >
      {outcome?.form && <Notice tone="error">{translate(i18n, outcome.form)}</Notice>}
      {link && <input type="hidden" name="token_hash" value={link.tokenHash} />}
      {asksCode ? (
        <>
          <TextField name="email" type="email" label={i18n.t('Email')} autoComplete="username" error={outcome?.email} />
          <CodeField label={i18n.t('Code from the mail')} error={outcome?.code} />
        </>
      ) : (
        // The username for password managers.
        <input type="text" name="username" autoComplete="username" hidden readOnly />
      )}
      <PasswordField
        name="password"
        label={i18n.t('New password')}
        hint={i18n.t('At least {count} characters.', { count: MIN_PASSWORD_LENGTH })}
        autoComplete="new-password"
        error={outcome?.password}
      />
      <Button type="submit" wide busy={busy} busyLabel={i18n.t('Saving')}>
        {i18n.t('Save new password')}
      </Button>
    </Form>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return [
    { title: `${i18n.t('Choose a new password')} · ${brand.name}` },
    { name: 'robots', content: 'noindex' },
    // The URL contains a token, which no other site may see.
    { name: 'referrer', content: 'same-origin' },
  ]
}
