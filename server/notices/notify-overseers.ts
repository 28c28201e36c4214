import type pg from 'pg'
import type { MessageFacts, NoticedName } from '#domain/all-messages.ts'
import { queueSystemMail } from './queue-system-mail.ts'

type OverseerArea = 'manager' | 'coordinator'

interface OverseerNotice<Name extends NoticedName> {
  state: string
  /** The facts for a reader whose pages are in this area. */
  factsFor(area: OverseerArea): MessageFacts<Name>
  siteUrl: string
}

/** Notifies the managers of a state, or the coordinators if it has none. */
export async function notifyOverseers<Name extends NoticedName>(
  tx: pg.PoolClient,
  name: Name,
  { state, factsFor, siteUrl }: OverseerNotice<Name>,
): Promise<void> {
  const { rows } = await tx.query<{ id: string; email: string | null; area: OverseerArea }>(
    `with managers as (select r.manager_id as id from public.manager_regions r join public.profiles p on p.id = r.manager_id
       where r.state = $1 and p.role = 'manager' and rights.can_sign_in(p.id))
     select id, rights.email_of(id) as email, 'manager' as area from managers
     union all
     select id, rights.email_of(id), 'coordinator' from public.profiles
     where role = 'coordinator' and rights.can_sign_in(id) and not exists (select from managers)`,
    [state],
  )
  for (const { id: person, email: to, area } of rows) {
    await queueSystemMail<NoticedName>(tx, name, { to, person, facts: factsFor(area), siteUrl })
  }
}
