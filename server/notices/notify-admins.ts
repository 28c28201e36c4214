import type pg from 'pg'
import type { SystemMails } from '#domain/texts/mails.ts'
import type { NoticedMail } from '#domain/texts/notices.ts'
import { queueSystemMail } from './queue-system-mail.ts'

/** Notifies every administrator who can sign in. */
export async function notifyAdmins<Name extends NoticedMail>(
  tx: pg.PoolClient,
  name: Name,
  { facts, siteUrl }: { facts: SystemMails[Name]; siteUrl: string },
): Promise<void> {
  const { rows } = await tx.query<{ id: string; email: string | null }>(
    `select id, rights.email_of(id) as email from public.profiles where role = 'chief' and rights.can_sign_in(id) order by id`,
  )
  const content = { facts, siteUrl }
  for (const { id: person, email: to } of rows) await queueSystemMail<NoticedMail>(tx, name, { to, person, ...content })
}
