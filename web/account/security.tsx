import { useActionData } from 'react-router'
import { authFetchContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/layouts/titled.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { authInBrowser } from '../session/auth-in-browser.ts'
import { answerWithSession, openServerAuth } from '../session/session-answer.ts'
import type { Route } from './+types/security.ts'
import { readAuthAccount } from './auth-account.ts'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { ChangePhone } from './change-phone.tsx'
import { OtherDevices } from './other-devices.tsx'
import { answerSecurityForm, type SecurityOutcome } from './security-forms.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const cookie = request.headers.get('cookie')
  const account = await readAuthAccount({ call: context.get(authFetchContext), cookie })
  return { email: context.get(viewerContext).email, ...account }
}

export async function action(args: Route.ActionArgs) {
  const auth = openServerAuth(args)
  return answerWithSession(await answerSecurityForm(auth, await args.request.formData()), auth, args)
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return answerSecurityForm(authInBrowser, await request.formData())
}

/** What opens the account: address, phone, password, and the devices that are in. */
export default function Security({ loaderData }: Route.ComponentProps) {
  const outcome = useActionData() as SecurityOutcome | undefined
  const needsProof = outcome?.needsProof === true || outcome?.intent === 'code'
  return (
    <>
      <PageHeading lead="What opens your account. A change asks for your password.">Security</PageHeading>
      <div className="grid max-w-xl gap-10">
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
            wanted={loaderData.contactPhone}
          />
        )}
        <OtherDevices outcome={outcome} />
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('Security', 'Your email address, password and devices.')
