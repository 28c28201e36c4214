import { useLingui } from '@lingui/react'
import { data, Form, redirect, type ShouldRevalidateFunctionArgs, useActionData, useNavigation } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { authFetchContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { pageMeta } from '#web/page-meta.ts'
import { authErrorText } from '#web/session/auth-service/auth-error-text.ts'
import { type AppRequest, authOnServer } from '#web/session/auth-service/auth-on-server.ts'
import { guard } from '#web/session/guard.ts'
import { dataWithSession, openServerAuth } from '#web/session/session-response.ts'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/consent.ts'
import { AppScopes } from './app-scopes.tsx'
import '#web/theme/desk.css'

/** Sends people to sign in first, and back here. */
export const middleware = [guard]

/** The request that an app has sent the user with. A user who has allowed the same before goes on at once. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const auth = authOnServer({ call: context.get(authFetchContext), cookie: request.headers.get('cookie') })
  const asked = await auth.appRequest(url.searchParams.get('authorization_id') ?? '')
  if (asked && 'leaveTo' in asked) throw redirect(asked.leaveTo)
  return data(
    { asked, email: context.get(viewerContext).email },
    { status: asked ? 200 : 404, headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } },
  )
}

interface ConsentOutcome {
  /** The address of the app, with its answer. */
  leaveTo?: string
  /** A script has sent the browser there already: a second time would use the code twice, which ends what it gave. */
  hasLeft?: true
  fault?: TranslatableText
}

export async function action(args: Route.ActionArgs) {
  const auth = openServerAuth(args)
  const form = await args.request.formData()
  const id = args.url.searchParams.get('authorization_id') ?? ''
  const result = await auth.answerApp(id, form.get('intent') === 'approve' ? 'approve' : 'deny')
  const outcome: ConsentOutcome = result.ok ? { leaveTo: result.leaveTo ?? '/' } : { fault: authErrorText(result) }
  return dataWithSession(outcome, auth, args)
}

/** How long the browser has to leave. It stays where no program takes the address of a phone app. */
const LEAVE_MS = 4_000

export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<ConsentOutcome | undefined> {
  const outcome = (await serverAction()) as ConsentOutcome | undefined
  if (!outcome?.leaveTo) return outcome
  window.location.replace(outcome.leaveTo)
  await new Promise((resolve) => setTimeout(resolve, LEAVE_MS))
  return { leaveTo: outcome.leaveTo, hasLeft: true }
}

/** The answer is shown before the page is left, and loading the request again would only say that it is over. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate
}

/** Asks whether another app may read who the user is. */
export default function Consent({ loaderData: { asked, email } }: Route.ComponentProps) {
  const outcome = useActionData<ConsentOutcome>()
  if (outcome?.leaveTo) return <Leaving to={outcome.leaveTo} hasLeft={outcome.hasLeft === true} />
  if (!asked) return <Over />
  return <Question asked={asked} email={email} fault={outcome?.fault} />
}

interface ConsentQuestionProps {
  asked: AppRequest
  email: string | null
  fault: TranslatableText | undefined
}

function Question({ asked, email, fault }: ConsentQuestionProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().state !== 'idle'
  const names = { app: asked.client.name, market: brand.name }
  return (
    <div className="mx-auto grid max-w-120 gap-6">
      <PageHeading
        lead={i18n.t('{app} asks who you are, so that you can sign in there with your {market} account.', names)}
      >
        {i18n.t('Sign in to {app}?', names)}
      </PageHeading>
      {fault && <Notice tone="error">{translate(i18n, fault)}</Notice>}
      {asked.registration_type === 'dynamic' && (
        <Notice tone="warning">
          {i18n.t('We do not know who made this app. Allow it only if you opened it yourself and trust it.')}
        </Notice>
      )}
      <Card>
        <div className="grid gap-4">
          <p className="break-words">
            {i18n.t('You go on to {address}', { address: shownAddress(asked.redirect_uri) })}
          </p>
          <div>
            <h2 className="mb-1 font-bold">{i18n.t('It will see:')}</h2>
            <AppScopes scopes={asked.scope.split(' ')} />
          </div>
          <p className="text-soft">
            {i18n.t('It cannot see your orders, messages or payments, buy anything for you or change your account.')}
          </p>
          {email && <p className="break-words text-soft">{i18n.t('You are signed in as {email}.', { email })}</p>}
          <Form method="post" className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="approve" disabled={busy}>
              {i18n.t('Allow')}
            </Button>
            <Button type="submit" name="intent" value="deny" tone="plain" disabled={busy}>
              {i18n.t('Do not allow')}
            </Button>
          </Form>
          <p className="text-14 text-soft">{i18n.t('You can take this back on the page Security of your account.')}</p>
        </div>
      </Card>
    </div>
  )
}

/** The host of a web address; a phone app has a scheme of its own. */
function shownAddress(address: string): string {
  const { protocol, host } = new URL(address)
  return host || protocol.slice(0, -1)
}

/**
 * Goes to the app, without a script by the refresh of the page. The form's response must not redirect there itself: the Content-Security-Policy allows forms to end
 * on this site only.
 */
function Leaving({ to, hasLeft }: { to: string; hasLeft: boolean }) {
  const { i18n } = useLingui()
  return (
    <div className="mx-auto grid max-w-120 gap-6">
      {!hasLeft && <meta httpEquiv="refresh" content={`0;url=${to}`} />}
      <PageHeading>{i18n.t('You go back to the app.')}</PageHeading>
      <a href={to} rel="noreferrer" className={buttonClass({})}>
        {i18n.t('Continue')}
      </a>
    </div>
  )
}

function Over() {
  const { i18n } = useLingui()
  return (
    <div className="mx-auto grid max-w-120 gap-6">
      <PageHeading
        lead={i18n.t('It has been answered, is too old or was copied wrongly. Go back to the app and start again.')}
      >
        {i18n.t('This request is over')}
      </PageHeading>
      <LinkButton to="/group-buys" tone="plain" className="justify-self-start">
        {i18n.t('Active Group Buys')}
      </LinkButton>
    </div>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return [
    ...pageMeta(i18n.t('Sign in to another app'), i18n.t('Decide what another app may see about you.')),
    { name: 'robots', content: 'noindex' },
  ]
}
