import { Trans, useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import type { DeviceSession } from '#web/session/auth-service/auth-on-server.ts'
import { deviceName } from '#web/session/device-name.ts'
import { Button } from '#web/ui/button.tsx'
import { moment } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { OutcomeNotices } from './outcome-notices.tsx'
import type { SecurityOutcome } from './security-forms.ts'

/** The user's sessions, with buttons for signing out one device or all others. */
export function Devices({
  sessions,
  outcome,
}: {
  sessions: readonly DeviceSession[]
  outcome: SecurityOutcome | undefined
}) {
  const { i18n } = useLingui()
  const busy = useNavigation().state !== 'idle'
  const isAlone = sessions.every(({ is_current }) => is_current)
  const mine = outcome?.intent === 'others' || outcome?.intent === 'end-session' ? outcome : undefined
  return (
    <section aria-labelledby="devices">
      <SectionHeading id="devices">{i18n.t('Devices')}</SectionHeading>
      <p className="mb-4 text-soft">
        {isAlone
          ? i18n.t('You are signed in on this device only.')
          : i18n.t('Lost a phone, or signed in somewhere you do not trust? Sign it out here.')}
      </p>
      <OutcomeNotices outcome={mine} />
      <ul className="mb-4 divide-y divide-grain border-y border-grain">
        {sessions.map(({ id, user_agent, ip, last_used_at, is_current, client_name }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0">
              <DeviceName name={client_name ?? deviceName(i18n, user_agent)} isCurrent={is_current} />
              <span className="block text-14 text-soft">
                {ip
                  ? i18n.t('Last used {when}, from {address}', { when: moment(last_used_at), address: ip })
                  : i18n.t('Last used {when}', { when: moment(last_used_at) })}
              </span>
            </span>
            {!is_current && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="session_id" value={id} />
                <Button type="submit" name="intent" value="end-session" tone="plain" size="small" disabled={busy}>
                  {i18n.t('Sign out')}
                  <span className="sr-only"> {client_name ?? deviceName(i18n, user_agent)}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {!isAlone && (
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="others" tone="plain" disabled={busy}>
            {i18n.t('Sign out other devices')}
          </Button>
        </Form>
      )}
    </section>
  )
}

function DeviceName({ name, isCurrent }: { name: string; isCurrent: boolean }) {
  if (!isCurrent) return <strong>{name}</strong>
  return <Trans id="<strong>{name}</strong> (this device)" values={{ name }} components={{ strong: <strong /> }} />
}
