import { Trans, useLingui } from '@lingui/react'
import { Form, useActionData, useNavigation } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import { authFetchContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Factor } from '#web/session/auth-service/auth-on-server.ts'
import { deviceName } from '#web/session/device-name.ts'
import { useCanAskDevice } from '#web/session/passkeys/use-device.ts'
import { dataWithSession, openServerAuth } from '#web/session/session-response.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/two-factor.ts'
import { readAuthAccount } from './auth-account.ts'
import { EnrollApp } from './enroll-app.tsx'
import { handleDeviceForm, handleTwoFactorForm, type TwoFactorOutcome } from './two-factor-forms.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { factors, passkeys } = await readAuthAccount({
    call: context.get(authFetchContext),
    cookie: request.headers.get('cookie'),
  })
  return { factors, canUseDevice: passkeys !== null }
}

export async function action(args: Route.ActionArgs) {
  const auth = openServerAuth(args)
  return dataWithSession(await handleTwoFactorForm(auth, await args.request.formData()), auth, args)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return form.get('intent') === 'device' ? handleDeviceForm(form) : serverAction()
}

export default function TwoFactor({ loaderData: { factors, canUseDevice } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const outcome = useActionData() as TwoFactorOutcome | undefined
  return (
    <>
      <PageHeading lead={i18n.t('After your password, you type a code from an app on your phone.')}>
        {i18n.t('Two-step sign-in')}
      </PageHeading>
      <div className="grid max-w-140 gap-8">
        {outcome?.notice && <Notice tone="success">{translate(i18n, outcome.notice)}</Notice>}
        {outcome?.error && <Notice tone="error">{translate(i18n, outcome.error)}</Notice>}
        {factors.length > 0 && <Apps factors={factors} />}
        {outcome?.factor ? (
          <EnrollApp factor={outcome.factor} codeError={outcome.codeError} />
        ) : (
          <NewApp factors={factors} />
        )}
        {!outcome?.factor && canUseDevice && <NewDevice />}
        <p className="text-link max-w-measure text-soft">
          <Trans
            id="Set up a second app on another device, so that a lost phone does not lock you out. If you lose both, write to <mail>{address}</mail>. We will check who you are, which takes a few days."
            values={{ address: brand.supportEmail }}
            components={{ mail: <a href={`mailto:${brand.supportEmail}`} /> }}
          />
        </p>
      </div>
    </>
  )
}

function Apps({ factors }: { factors: readonly Factor[] }) {
  const { i18n } = useLingui()
  const busy = useNavigation().state !== 'idle'
  return (
    <section aria-labelledby="apps">
      <SectionHeading id="apps">{i18n.t('Your apps and devices')}</SectionHeading>
      <ul className="divide-y divide-grain border-y border-grain">
        {factors.map(({ id, friendly_name, created_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0">
              <strong className="break-words">{friendly_name ?? i18n.t('Authenticator app')}</strong>
              <span className="block text-14 text-soft">{i18n.t('Since {date}', { date: longDay(created_at) })}</span>
            </span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="remove" />
              <input type="hidden" name="factor_id" value={id} />
              <Button type="submit" tone="plain" size="small" disabled={busy}>
                {i18n.t('Remove')}
                <span className="sr-only"> {friendly_name ?? i18n.t('Authenticator app')}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Only the browser can ask its device, so that the form needs scripts. */
function NewDevice() {
  const { i18n } = useLingui()
  const canAsk = useCanAskDevice()
  const busy = useNavigation().formData?.get('intent') === 'device'
  if (!canAsk) return null
  return (
    <section aria-labelledby="new-device">
      <SectionHeading id="new-device">{i18n.t('Use this device instead of an app')}</SectionHeading>
      <p className="mb-4 text-soft">
        {i18n.t('After your password, you confirm with the fingerprint, face or screen lock of this device.')}
      </p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="device" />
        <input type="hidden" name="name" value={deviceName(i18n, navigator.userAgent)} />
        <Button type="submit" tone="plain" busy={busy} busyLabel={i18n.t('Asking your device')}>
          {i18n.t('Use this device')}
        </Button>
      </Form>
    </section>
  )
}

function NewApp({ factors }: { factors: readonly Factor[] }) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'enroll'
  return (
    <section aria-labelledby="new-app">
      <SectionHeading id="new-app">
        {factors.length > 0 ? i18n.t('Add another app') : i18n.t('Set it up')}
      </SectionHeading>
      {/* Reset for each app, because the name suggested for the previous one is taken. */}
      <Form key={factors.length} method="post" preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="enroll" />
        <TextField
          name="name"
          label={i18n.t('Name of the device')}
          defaultValue={factors.length > 0 ? i18n.t('My second phone') : i18n.t('My phone')}
          maxLength={60}
        />
        <Button type="submit" className="justify-self-start" busy={busy} busyLabel={i18n.t('Preparing')}>
          {i18n.t('Show the QR code')}
        </Button>
      </Form>
    </section>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Two-step sign-in'), i18n.t('A second step when you sign in to your account.'))
}
