import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import type { Passkey } from '#web/session/auth-service/auth-on-server.ts'
import { deviceName } from '#web/session/device-name.ts'
import { useCanAskDevice } from '#web/session/passkeys/use-device.ts'
import { Button } from '#web/ui/button.tsx'
import { ProofFields } from '#web/ui/fields/proof-fields.tsx'
import { longDay, moment } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { OutcomeNotices } from './outcome-notices.tsx'
import type { SecurityPartProps } from './security-form.tsx'

/** Devices that sign in with their fingerprint, face or screen lock. */
export function Passkeys({ passkeys, outcome, needsProof }: SecurityPartProps & { passkeys: readonly Passkey[] }) {
  const { i18n } = useLingui()
  const mine = outcome?.intent === 'passkey' || outcome?.intent === 'passkey-remove' ? outcome : undefined
  return (
    <section aria-labelledby="passkeys">
      <SectionHeading id="passkeys">{i18n.t('Fingerprint or screen lock')}</SectionHeading>
      <p className="mb-4 text-soft">
        {i18n.t(
          'Sign in with what unlocks your phone, without a password. Your fingerprint or face never leaves the phone.',
        )}
      </p>
      <OutcomeNotices outcome={mine} />
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
      <AddPasskey outcome={outcome} needsProof={needsProof} />
    </section>
  )
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { i18n } = useLingui()
  const busy = useNavigation().state !== 'idle'
  return (
    <ul className="mb-4 divide-y divide-grain border-y border-grain">
      {passkeys.map(({ id, friendly_name, created_at, last_used_at }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
          <span className="min-w-0">
            <strong className="break-words">{friendly_name ?? i18n.t('Unknown device')}</strong>
            <span className="block text-14 text-soft">
              {last_used_at
                ? i18n.t('Since {date}, last used {when}', { date: longDay(created_at), when: moment(last_used_at) })
                : i18n.t('Since {date}', { date: longDay(created_at) })}
            </span>
          </span>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="passkey_id" value={id} />
            <Button type="submit" name="intent" value="passkey-remove" tone="plain" size="small" disabled={busy}>
              {i18n.t('Remove')}
              <span className="sr-only"> {friendly_name ?? i18n.t('Unknown device')}</span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  )
}

/** Only the browser can ask its device, so that the form needs scripts. */
function AddPasskey({ outcome, needsProof }: SecurityPartProps) {
  const { i18n } = useLingui()
  const canAsk = useCanAskDevice()
  const busy = useNavigation().formData?.get('intent') === 'passkey'
  if (!canAsk) return null
  const current = outcome?.intent === 'passkey' ? outcome.current : undefined
  return (
    <Form method="post" noValidate preventScrollReset className="grid gap-4">
      <input type="hidden" name="device" value={deviceName(i18n, navigator.userAgent)} />
      {needsProof && <ProofFields error={current} needsProof />}
      <Button
        type="submit"
        name="intent"
        value="passkey"
        tone="plain"
        className="justify-self-start"
        busy={busy}
        busyLabel={i18n.t('Asking your device')}
      >
        {i18n.t('Use it on this device')}
      </Button>
    </Form>
  )
}
