import { Form, useActionData, useNavigation } from 'react-router'
import { brand } from '#domain/brand.ts'
import { authFetchContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
import { Button } from '#web/ui/button.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { Factor } from '../session/auth-on-server.ts'
import { answerWithSession, openServerAuth } from '../session/session-answer.ts'
import type { Route } from './+types/two-factor.ts'
import { readAuthAccount } from './auth-account.ts'
import { EnrollApp } from './enroll-app.tsx'
import { answerTwoFactorForm, type TwoFactorOutcome } from './two-factor-forms.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { factors } = await readAuthAccount({
    call: context.get(authFetchContext),
    cookie: request.headers.get('cookie'),
  })
  return { factors }
}

export async function action(args: Route.ActionArgs) {
  const auth = openServerAuth(args)
  return answerWithSession(await answerTwoFactorForm(auth, await args.request.formData()), auth, args)
}

export default function TwoFactor({ loaderData: { factors } }: Route.ComponentProps) {
  const outcome = useActionData() as TwoFactorOutcome | undefined
  return (
    <>
      <PageHeading lead="A code from an app on your phone, asked for after your password.">
        Two-step sign-in
      </PageHeading>
      <div className="grid max-w-140 gap-8">
        {outcome?.notice && <Notice tone="success">{outcome.notice}</Notice>}
        {outcome?.error && <Notice tone="error">{outcome.error}</Notice>}
        {factors.length > 0 && <Apps factors={factors} />}
        {outcome?.factor ? (
          <EnrollApp factor={outcome.factor} codeError={outcome.codeError} />
        ) : (
          <NewApp factors={factors} />
        )}
        <p className="text-link max-w-measure text-soft">
          Set up a second app on another device, so that a lost phone does not lock you out. If you lose both, write to{' '}
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>. We will check who you are, which takes a
          few days.
        </p>
      </div>
    </>
  )
}

function Apps({ factors }: { factors: readonly Factor[] }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <section aria-labelledby="apps">
      <SectionHeading id="apps">Your apps</SectionHeading>
      <ul className="divide-y divide-grain border-y border-grain">
        {factors.map(({ id, friendly_name, created_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0">
              <strong className="break-words">{friendly_name ?? 'Authenticator app'}</strong>
              <span className="block text-14 text-soft">Since {longDay(created_at)}</span>
            </span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="remove" />
              <input type="hidden" name="factor_id" value={id} />
              <Button type="submit" tone="plain" size="small" disabled={busy}>
                Remove
                <span className="sr-only"> {friendly_name ?? 'authenticator app'}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NewApp({ factors }: { factors: readonly Factor[] }) {
  const busy = useNavigation().formData?.get('intent') === 'enroll'
  return (
    <section aria-labelledby="new-app">
      <SectionHeading id="new-app">{factors.length > 0 ? 'Add another app' : 'Set it up'}</SectionHeading>
      {/* Reset for each app, because the name suggested for the last one is taken. */}
      <Form key={factors.length} method="post" preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="enroll" />
        <TextField
          name="name"
          label="Name of the device"
          defaultValue={factors.length > 0 ? 'My second phone' : 'My phone'}
          maxLength={60}
        />
        <Button type="submit" className="justify-self-start" busy={busy} busyLabel="Preparing">
          Show the QR code
        </Button>
      </Form>
    </section>
  )
}

export const meta: Route.MetaFunction = () => titled('Two-step sign-in', 'A second factor for your account.')
