import { Trans, useLingui } from '@lingui/react'
import { Link, useActionData } from 'react-router'
import { authFetchContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { authInBrowser } from '#web/session/auth-service/auth-in-browser.ts'
import type { LinkedIdentity } from '#web/session/auth-service/auth-on-server.ts'
import { providerName } from '#web/session/auth-service/provider-name.ts'
import { dataWithSession, openServerAuth } from '#web/session/session-response.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/security.ts'
import { readAuthAccount } from './auth-account.ts'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { ChangePhone } from './change-phone.tsx'
import { Devices } from './devices.tsx'
import { Identities } from './identities.tsx'
import { OtherApps } from './other-apps.tsx'
import { Passkeys } from './passkeys.tsx'
import { handlePasskeyForm, handleSecurityForm, handleServerForm, type SecurityOutcome } from './security-forms.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const cookie = request.headers.get('cookie')
  const account = await readAuthAccount({ call: context.get(authFetchContext), cookie })
  const { email, needsSecondFactor } = context.get(viewerContext)
  const linkFailed = url.searchParams.has('error_description')
  return { email, needsSecondFactor, linkFailed, ...account }
}

export async function action(args: Route.ActionArgs) {
  const auth = openServerAuth(args)
  const form = await args.request.formData()
  return dataWithSession(await (isForServer(form) ? handleServerForm : handleSecurityForm)(auth, form), auth, args)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  if (form.get('intent') === 'passkey') return handlePasskeyForm(form)
  return isForServer(form) ? serverAction() : handleSecurityForm(authInBrowser, form)
}

function isForServer(form: FormData): boolean {
  return ['end-session', 'app-remove', 'unlink', 'passkey-remove'].includes(String(form.get('intent')))
}

/** Sign-in methods, password and signed-in devices. */
export default function Security({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const outcome = useActionData() as SecurityOutcome | undefined
  const needsProof = outcome?.needsProof === true || outcome?.intent === 'code'
  return (
    <>
      <PageHeading lead={i18n.t('How you sign in. You need your password to change anything here.')}>
        {i18n.t('Security')}
      </PageHeading>
      <div className="grid max-w-140 gap-10">
        {loaderData.needsSecondFactor && (
          <Notice tone="warning" title={i18n.t('Your role needs two-step sign-in.')} className="text-link">
            <Trans
              id="<setup>Set it up</setup> to open your pages."
              components={{ setup: <Link to="/account/security/two-factor" /> }}
            />
          </Notice>
        )}
        {isWithoutPassword(loaderData.identities) && (
          <Notice tone="info">
            {i18n.t('You sign in with {providers}. If you have no password here, leave “Current password” empty.', {
              providers: loaderData.identities.map(({ provider }) => providerName(i18n, provider)).join(', '),
            })}
          </Notice>
        )}
        {loaderData.passkeys && <Passkeys passkeys={loaderData.passkeys} outcome={outcome} needsProof={needsProof} />}
        <ChangeEmail
          outcome={outcome}
          needsProof={needsProof}
          email={loaderData.email}
          pending={loaderData.pendingEmail}
        />
        <ChangePassword outcome={outcome} needsProof={needsProof} />
        {loaderData.phoneEnabled && (
          <ChangePhone
            outcome={outcome}
            needsProof={needsProof}
            phone={loaderData.phone}
            signUpPhone={loaderData.contactPhone}
          />
        )}
        <section aria-labelledby="two-step">
          <SectionHeading id="two-step">{i18n.t('Two-step sign-in')}</SectionHeading>
          <p className="mb-4 text-soft">
            {loaderData.factors.length > 0 ? i18n.t('It is on.') : i18n.t('It is off.')}{' '}
            {i18n.t('A code from an app on your phone keeps others out even if they know your password.')}
          </p>
          <LinkButton to="/account/security/two-factor" tone="plain">
            {loaderData.factors.length > 0 ? i18n.t('Manage apps') : i18n.t('Set it up')}
          </LinkButton>
        </section>
        <Identities
          identities={loaderData.identities}
          providers={loaderData.providers}
          outcome={outcome}
          linkFailed={loaderData.linkFailed}
        />
        <OtherApps grants={loaderData.apps} outcome={outcome} />
        <Devices sessions={loaderData.sessions} outcome={outcome} />
      </div>
    </>
  )
}

/** Whether the user signed up with a provider and has no password. */
function isWithoutPassword(identities: readonly LinkedIdentity[]): boolean {
  return identities.length > 0 && !identities.some(({ provider }) => provider === 'email' || provider === 'phone')
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Security'), i18n.t('Your email address, password and devices.'))
}
