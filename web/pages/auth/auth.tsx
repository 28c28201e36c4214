import { useLingui } from '@lingui/react'
import { data, redirect, useActionData } from 'react-router'
import { pathAfterSignIn } from '#domain/accounts/after-sign-in.ts'
import { parseRole } from '#domain/accounts/roles.ts'
import { brand } from '#domain/brand/brand.ts'
import { readJoinPath } from '#domain/group-buys/participants/join-path.ts'
import { normaliseReferralCode } from '#domain/rewards/referrals.ts'
import { type AuthOutcome, handleAuthForm, handleFactorForm } from '#web/auth/auth-forms.ts'
import { AuthFrame } from '#web/auth/auth-frame.tsx'
import { type AuthView, authPath, nextFromUrl, viewFromUrl } from '#web/auth/links/auth-links.ts'
import { linkFault } from '#web/auth/links/link-fault.ts'
import { ResetForm } from '#web/auth/password/reset-form.tsx'
import { JOIN_KEY } from '#web/auth/purpose/join-fields.tsx'
import { JoinLead } from '#web/auth/purpose/join-lead.tsx'
import { CodeForm } from '#web/auth/sign-in/code-form.tsx'
import { handleDeviceForm } from '#web/auth/sign-in/device-forms.ts'
import { SecondFactor } from '#web/auth/sign-in/second-factor.tsx'
import { SignInForm } from '#web/auth/sign-in/sign-in-form.tsx'
import { ProofForms } from '#web/auth/sign-up/proof-forms.tsx'
import { SignUpForm } from '#web/auth/sign-up/sign-up-form.tsx'
import { apiContext, areaContext, authFetchContext, siteContext, viewerContext } from '#web/context.ts'
import { fetchModule } from '#web/fetch-module.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { readDuties } from '#web/layouts/duties.ts'
import { authInBrowser } from '#web/session/auth-service/auth-in-browser.ts'
import { authOnServer } from '#web/session/auth-service/auth-on-server.ts'
import { readAuthSettings } from '#web/session/auth-service/auth-settings.ts'
import { offerPasskey } from '#web/session/passkeys/passkey-offer.ts'
import { referralFromCookies } from '#web/session/referral.ts'
import {
  dataWithSession,
  openNewSessionApi,
  openServerAuth,
  redirectWithSession,
} from '#web/session/session-response.ts'
import type { Route } from './+types/auth.ts'
import { joinAfterSignIn } from './join-after-sign-in.ts'
import { readJoinPurpose } from './join-purpose.ts'

/** Redirects signed-in users back to where they came from, or else to their work or their role's dashboard. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  const cookie = request.headers.get('cookie')
  const next = nextFromUrl(url)
  if (viewer.userId !== null) {
    const duties = await readDuties(context.get(apiContext))
    throw redirect(pathAfterSignIn(parseRole(viewer.role), next, duties.length > 0))
  }
  const auth = authOnServer({ call: context.get(authFetchContext), cookie })
  const factors = viewer.pendingUserId === null ? [] : await auth.pendingFactors()
  return data(
    {
      view: viewFromUrl(url),
      next,
      purpose: await readJoinPurpose(context.get(apiContext), readJoinPath(next), new Date().toISOString()),
      factors,
      offers: await readAuthSettings({ call: context.get(authFetchContext) }),
      byPhone: url.searchParams.has('phone'),
      isDemo: context.get(siteContext).mode === 'demo',
      referral: normaliseReferralCode(url.searchParams.get('ref')) ?? referralFromCookies(cookie),
      linkFault: linkFault(url.searchParams),
    },
    { headers: { 'cache-control': 'no-store' } },
  )
}

/** Handles the forms on the server where no script runs. */
export async function action(args: Route.ActionArgs) {
  const next = nextFromUrl(args.url)
  const auth = openServerAuth(args)
  const form = await args.request.formData()
  const outcome = await (form.get('intent') === 'factor'
    ? handleFactorForm(auth, form)
    : handleAuthForm(auth, form, next))
  if (!outcome.signedIn) return dataWithSession(outcome, auth, args)
  const chosenState = (await args.context.get(areaContext)())?.state ?? null
  const path = await joinAfterSignIn(openNewSessionApi(auth, args), { form, next, chosenState })
  return redirectWithSession(path ?? authPath('sign-in', next), auth, args)
}

/**
 * Handles the forms with the public client, so that this tab has its events and session. The revalidated loader
 * redirects, unless the person joins a buy.
 */
export async function clientAction({
  request,
  serverAction,
}: Route.ClientActionArgs): Promise<AuthOutcome | Response | undefined> {
  const form = await request.clone().formData()
  // The second step upgrades the session on the server, which writes the cookie that the client reads.
  if (form.get('intent') === 'factor') return (await serverAction()) as AuthOutcome | undefined
  const next = nextFromUrl(new URL(request.url))
  const byDevice = await handleDeviceForm(form)
  const outcome = byDevice ?? (await handleAuthForm(authInBrowser, form, next))
  if (outcome.signedIn && !byDevice) offerPasskey()
  if (!outcome.signedIn || !form.has(JOIN_KEY)) return outcome
  const { joinInBrowser } = await fetchModule(() => import('./join-in-browser.ts'))
  const path = await joinInBrowser({ form, next })
  return path === null ? outcome : redirect(path)
}

export default function Auth({ loaderData }: Route.ComponentProps) {
  const { view, next, purpose, referral, isDemo, linkFault, factors, offers, byPhone } = loaderData
  const { i18n } = useLingui()
  const outcome = useActionData<AuthOutcome>()
  const parts = { outcome, next, purpose, linkFault, captcha: offers.captcha }
  const methods = { offers, byPhone: byPhone && offers.phone }
  if (factors.length > 0) return <SecondFactor {...parts} factors={factors} />
  if (outcome?.proof) {
    return <ProofForms proofRequest={outcome.proof} action={authPath(view, next)} purpose={purpose} />
  }
  if (outcome?.phone) return <CodeForm {...parts} phone={outcome.phone} />
  return (
    <AuthFrame title={i18n.t(titles[view])} lead={purpose && view !== 'reset' && <JoinLead {...purpose} view={view} />}>
      {view === 'sign-in' && <SignInForm {...parts} {...methods} />}
      {view === 'sign-up' && <SignUpForm {...parts} {...methods} referral={referral} isDemo={isDemo} />}
      {view === 'reset' && <ResetForm {...parts} isDemo={isDemo} />}
    </AuthFrame>
  )
}

const titles: Record<AuthView, string> = {
  'sign-in': /*i18n*/ 'Sign in',
  'sign-up': /*i18n*/ 'Create your account',
  reset: /*i18n*/ 'Reset your password',
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  return [
    { title: `${i18n.t(titles[loaderData?.view ?? 'sign-in'])} · ${brand.name}` },
    { name: 'description', content: i18n.t('Sign in to {market} or open an account.', { market: brand.name }) },
    { name: 'robots', content: 'noindex' },
  ]
}
