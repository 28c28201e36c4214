import type pg from 'pg'
import { type SystemMailName, type SystemMails, systemMail } from '#domain/texts/mails.ts'
import { queueMail } from '#platform/mail/queue-mail.ts'
import { mailLanes } from './lanes.ts'

interface SystemMailFor<Name extends SystemMailName> {
  /** Empty or null for people without an e-mail address, who get none. */
  to: string | null
  facts: SystemMails[Name]
  siteUrl: string
}

/** Queues one of the market's own mails in the caller's transaction, for a command or a job that names it and its facts. */
export async function queueSystemMail<Name extends SystemMailName>(
  tx: pg.PoolClient,
  name: Name,
  { to, facts, siteUrl }: SystemMailFor<Name>,
): Promise<void> {
  if (to) await queueMail(tx, { to, kind: name, lane: mailLanes[name], ...systemMail(name, { facts, site: siteUrl }) })
}
