import type pg from 'pg'
import type { SystemMails } from '#domain/texts/mails.ts'
import type { NoticedMail } from '#domain/texts/notices.ts'
import { queueSystemMail } from './queue-system-mail.ts'

/** A mail of the market to every chief who can come in. */
export async function tellChiefs<Name extends NoticedMail>(
  tx: pg.PoolClient,
  name: Name,
  { facts, siteUrl }: { facts: SystemMails[Name]; siteUrl: string },
): Promise<void> {
  const { rows } = await tx.query<{ id: string; email: string | null }>(
    `select id, rights.email_of(id) as email from public.profiles where role = 'chief' and rights.can_come_in(id) order by id`,
  )
  const told = { facts, siteUrl }
  for (const { id: person, email: to } of rows) await queueSystemMail<NoticedMail>(tx, name, { to, person, ...told })
}
