import { data, redirect, useActionData } from 'react-router'
import { pathAfterSignIn, safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import { parseRole } from '#domain/accounts/roles.ts'
import { brand } from '#domain/brand.ts'
import { siteContext, viewerContext } from '../context.ts'
import { authInBrowser } from '../session/auth-in-browser.ts'
import { referralCode, rememberedReferral } from '../session/referral.ts'
import { answerWithSession, openServerAuth, redirectWithSession } from '../session/session-answer.ts'
import type { Route } from './+types/auth.ts'
import { type AuthOutcome, answerAuthForm } from './auth-forms.ts'
import { AuthFrame } from './auth-frame.tsx'
import { type AuthView, viewOf } from './auth-links.ts'
import { CodeForm } from './code-form.tsx'
import { ResetForm } from './reset-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** Signed in means that one may go on: back to where one came from, else to the dashboard of one's role. */
export function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  const next = safeOriginPath(url.searchParams.get('next'))
  if (viewer.userId !== null) throw redirect(pathAfterSignIn(parseRole(viewer.role), next))
  return data(
    {
      view: viewOf(url),
      next,
      isDemo: context.get(siteContext).mode === 'demo',
      referral: referralCode(url.searchParams.get('ref')) ?? rememberedReferral(request.headers.get('cookie')),
      linkFault: url.searchParams.get('error_description') ? LINK_FAULT : null,
    },
    { headers: { 'cache-control': 'no-store' } },
  )
}

const LINK_FAULT = 'This link was used before or is too old. Please ask for a new one.'

/** Without scripts: the same forms, answered on the server. */
export async function action(args: Route.ActionArgs) {
  const next = safeOriginPath(args.url.searchParams.get('next'))
  const auth = openServerAuth(args)
  const outcome = await answerAuthForm(auth, await args.request.formData(), next)
  if (!outcome.signedIn) return answerWithSession(outcome, auth, args)
  return redirectWithSession(next ? `/auth?next=${encodeURIComponent(next)}` : '/auth', auth, args)
}

/** With scripts the public client does it, so that its events and its session are this tab's. The loaders, read again, lead on. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<AuthOutcome> {
  const next = safeOriginPath(new URL(request.url).searchParams.get('next'))
  return answerAuthForm(authInBrowser, await request.formData(), next)
}

export default function Auth({ loaderData }: Route.ComponentProps) {
  const { view, next, referral, isDemo, linkFault } = loaderData
  const outcome = useActionData<AuthOutcome>()
  const parts = { outcome, next, linkFault }
  if (outcome?.phone) return <CodeForm {...parts} phone={outcome.phone} />
  return (
    <AuthFrame title={titles[view]}>
      {view === 'sign-in' && <SignInForm {...parts} />}
      {view === 'sign-up' && <SignUpForm {...parts} referral={referral} isDemo={isDemo} />}
      {view === 'reset' && <ResetForm {...parts} isDemo={isDemo} />}
    </AuthFrame>
  )
}

const titles: Record<AuthView, string> = {
  'sign-in': 'Sign in',
  'sign-up': 'Create your account',
  reset: 'Reset your password',
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${titles[loaderData?.view ?? 'sign-in']} · ${brand.name}` },
  { name: 'description', content: `Sign in to ${brand.name} or open an account.` },
  { name: 'robots', content: 'noindex' },
]
