import { useLingui } from '@lingui/react'
import { useEffect, useRef } from 'react'
import { Form, redirect, useActionData, useNavigation, useSubmit } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import { authFetchContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { authInBrowser } from '#web/session/auth-service/auth-in-browser.ts'
import { type CaptchaSettings, readAuthSettings } from '#web/session/auth-service/auth-settings.ts'
import { CaptchaField } from '#web/session/captcha/captcha-field.tsx'
import { dataWithSession, openServerAuth, redirectWithSession } from '#web/session/session-response.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { CodeField } from '../sign-in/code-field.tsx'
import { ProofForms } from '../sign-up/proof-forms.tsx'
import type { Route } from './+types/confirm.ts'
import { authPath } from './auth-links.ts'
import { type ConfirmOutcome, handleConfirmForm } from './confirm-forms.ts'
import { linkPath, readMailedLink } from './mailed-links.ts'

/**
 * The target of mailed links. The request alone does not redeem the link, so that mail scanners do no harm; the page's
 * script submits the form at once if no user is signed in.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { captcha } = await readAuthSettings({ call: context.get(authFetchContext) })
  const opened = readMailedLink(url.searchParams)
  const isCutOff = opened.link === null && url.searchParams.has('token_hash')
  return { ...opened, isCutOff, isSignedIn: context.get(viewerContext).userId !== null, captcha }
}

export async function action(args: Route.ActionArgs) {
  const auth = openServerAuth(args)
  const outcome = await handleConfirmForm(auth, await args.request.formData())
  return outcome.leadsTo ? redirectWithSession(outcome.leadsTo, auth, args) : dataWithSession(outcome, auth, args)
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const outcome = await handleConfirmForm(authInBrowser, await request.formData())
  return outcome.leadsTo ? redirect(outcome.leadsTo) : outcome
}

export default function Confirm({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { link, next, isSignedIn, captcha, isCutOff } = loaderData
  const outcome = useActionData() as ConfirmOutcome | undefined
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  const submit = useSubmit()
  // If a user is signed in, ask first: the link may be another user's.
  const goesAlone = link !== null && !isSignedIn && outcome === undefined
  useEffect(() => {
    if (goesAlone) void submit(form.current, { replace: true })
  }, [goesAlone, submit])

  if (outcome?.isHalf) {
    return (
      <AuthFrame title={i18n.t('One more link to open')}>
        <Notice tone="success">
          {i18n.t('Confirmation link accepted. Please open the link we sent to the other address.')}
        </Notice>
      </AuthFrame>
    )
  }
  const action = linkPath('/auth/confirm', { link, next })
  if (outcome?.proof) return <ProofForms proofRequest={outcome.proof} action={action} />
  const isOver = Boolean(outcome?.isSpent || outcome?.resent) || isCutOff
  if (link === null || isOver) return <WithoutLink outcome={outcome} next={next} captcha={captcha} isOver={isOver} />
  return (
    <AuthFrame title={i18n.t('Confirm your email address')} lead={i18n.t('One tap and you are in.')}>
      {outcome?.error && (
        <Notice tone="error" className="mb-4">
          {translate(i18n, outcome.error)}
        </Notice>
      )}
      <Form method="post" action={action} replace ref={form}>
        <input type="hidden" name="intent" value="confirm" />
        <input type="hidden" name="token_hash" value={link.tokenHash} />
        <input type="hidden" name="type" value={link.type} />
        <input type="hidden" name="redirect_to" value={next ?? ''} />
        <Button type="submit" wide busy={busy} busyLabel={i18n.t('Confirming')}>
          {i18n.t('Confirm')}
        </Button>
      </Form>
    </AuthFrame>
  )
}

interface WithoutLinkProps {
  outcome: ConfirmOutcome | undefined
  next: string | null
  captcha: CaptchaSettings | null
  /** A link was opened but is not valid. */
  isOver: boolean
}

/** The page for users who type the mail's code or whose link has expired. */
function WithoutLink({ outcome, next, captcha, isOver }: WithoutLinkProps) {
  const { i18n } = useLingui()
  const intent = useNavigation().formData?.get('intent')
  return (
    <AuthFrame title={isOver ? i18n.t('This link no longer works') : i18n.t('Confirm your email address')}>
      <div className="grid gap-4">
        {outcome?.resent && <Notice tone="success">{translate(i18n, outcome.resent)}</Notice>}
        {isOver && !outcome?.resent && (
          <p>
            {i18n.t(
              'It was used already, has expired, or was cut off. If you have already confirmed your address, just sign in.',
            )}
          </p>
        )}
        {isOver && (
          <LinkButton to={authPath('sign-in', next)} wide>
            {i18n.t('Sign in')}
          </LinkButton>
        )}
        <Form method="post" action="/auth/confirm" noValidate replace className="grid gap-4">
          <input type="hidden" name="redirect_to" value={next ?? ''} />
          <TextField
            name="email"
            type="email"
            label={i18n.t('Email')}
            autoComplete="email"
            defaultValue={outcome?.email}
            error={outcome?.error}
          />
          <CodeField label={i18n.t('Code from the mail')} error={outcome?.code} />
          <Button
            type="submit"
            name="intent"
            value="mailed-code"
            wide
            busy={intent === 'mailed-code'}
            busyLabel={i18n.t('Checking')}
          >
            {i18n.t('Confirm')}
          </Button>
          <CaptchaField captcha={captcha} />
          <p className="text-14 text-soft">
            {i18n.t('No code? We will mail you a new link if the address still has to be confirmed.')}
          </p>
          <Button
            type="submit"
            name="intent"
            value="resend"
            tone="plain"
            busy={intent === 'resend'}
            busyLabel={i18n.t('Sending')}
          >
            {i18n.t('Send a new link')}
          </Button>
        </Form>
      </div>
    </AuthFrame>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return [
    { title: `${i18n.t('Confirm your email address')} · ${brand.name}` },
    { name: 'robots', content: 'noindex' },
    // The URL contains a token, which no other site may see.
    { name: 'referrer', content: 'same-origin' },
  ]
}
