import type pg from 'pg'
import type { MessageFacts, NoticedName } from '#domain/all-messages.ts'
import { queueSystemMail } from './queue-system-mail.ts'

/** Notifies every administrator who can sign in. */
export async function notifyAdmins<Name extends NoticedName>(
  tx: pg.PoolClient,
  name: Name,
  { facts, siteUrl }: { facts: MessageFacts<Name>; siteUrl: string },
): Promise<void> {
  const { rows } = await tx.query<{ id: string; email: string | null }>(
    `select id, rights.email_of(id) as email from public.profiles where role = 'chief' and rights.can_sign_in(id) order by id`,
  )
  const content = { facts, siteUrl }
  for (const { id: person, email: to } of rows) await queueSystemMail<NoticedName>(tx, name, { to, person, ...content })
}
