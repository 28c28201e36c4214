import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import type { AppGrant } from '#web/session/auth-service/auth-on-server.ts'
import { Button } from '#web/ui/button.tsx'
import { longDay } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { AppScopes } from '../apps/app-scopes.tsx'
import { OutcomeNotices } from './outcome-notices.tsx'
import type { SecurityOutcome } from './security-forms.ts'

/** Other apps that the user signs in to with this account; nothing where there are none. */
export function OtherApps({ grants, outcome }: { grants: readonly AppGrant[]; outcome: SecurityOutcome | undefined }) {
  const { i18n } = useLingui()
  const busy = useNavigation().state !== 'idle'
  const mine = outcome?.intent === 'app-remove' ? outcome : undefined
  if (grants.length === 0 && !mine) return null
  return (
    <section aria-labelledby="apps">
      <SectionHeading id="apps">{i18n.t('Apps with access')}</SectionHeading>
      <OutcomeNotices outcome={mine} />
      {grants.length > 0 && (
        <ul className="divide-y divide-grain border-y border-grain">
          {grants.map(({ client, scopes, granted_at }) => (
            <li key={client.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <strong className="break-words">{client.name}</strong>
                <span className="block text-14 text-soft">{i18n.t('Since {date}', { date: longDay(granted_at) })}</span>
                <AppScopes scopes={scopes} className="text-14 text-soft" />
              </div>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="client_id" value={client.id} />
                <Button type="submit" name="intent" value="app-remove" tone="plain" size="small" disabled={busy}>
                  {i18n.t('Take away access')}
                  <span className="sr-only"> {client.name}</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
