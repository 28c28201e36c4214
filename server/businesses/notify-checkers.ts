import type pg from 'pg'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'

interface CheckNotification {
  facts: { business: string; state: string }
  siteUrl: string
}

/** Notifies the managers of the company's state, or the coordinators if it has none. */
export async function notifyCheckers(tx: pg.PoolClient, { facts, siteUrl }: CheckNotification): Promise<void> {
  const { rows } = await tx.query<{ id: string; email: string | null; area: 'manager' | 'coordinator' }>(
    `with managers as (select r.manager_id as id from public.manager_regions r join public.profiles p on p.id = r.manager_id
       where r.state = $1 and p.role = 'manager' and rights.can_sign_in(p.id))
     select id, rights.email_of(id) as email, 'manager' as area from managers
     union all
     select id, rights.email_of(id), 'coordinator' from public.profiles
     where role = 'coordinator' and rights.can_sign_in(id) and not exists (select from managers)`,
    [facts.state],
  )
  for (const { id: person, email: to, area } of rows) {
    await queueSystemMail(tx, 'business-to-check', { to, person, facts: { ...facts, area }, siteUrl })
  }
}
