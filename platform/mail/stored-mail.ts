import { type Database, SERVICE } from '#platform/postgres/database.ts'

export interface StoredMail {
  id: string
  kind: string
  to: string
  subject: string
  text: string
  html: string | null
  /** ISO 8601, UTC. */
  createdAt: string
}

/**
 * Mails that were stored instead of sent because no mail server is configured, and those still queued, newest first.
 */
export function listStoredMail(
  database: Database,
  options: { to?: string; limit?: number } = {},
): Promise<StoredMail[]> {
  return database.as(
    SERVICE,
    async (tx) => {
      const { rows } = await tx.query<Omit<StoredMail, 'createdAt'> & { created_at: Date }>(
        `select id, kind, recipient as "to", subject, text, html, created_at from mail.messages
         where (delivered_to = 'stored' or status = 'queued') and text is not null
           and ($1::text is null or lower(recipient) = lower($1))
         order by created_at desc, id limit $2`,
        [options.to ?? null, options.limit ?? 100],
      )
      return rows.map(({ created_at, ...mail }) => ({ ...mail, createdAt: new Date(created_at).toISOString() }))
    },
    { readOnly: true },
  )
}

/** Deletes sent and failed mails that were queued more than `keepDays` ago; returns how many. */
export function deleteOldMail(database: Database, keepDays = 30): Promise<number> {
  return database.as(SERVICE, async (tx) => {
    const { rowCount } = await tx.query(
      `delete from mail.messages where status <> 'queued' and created_at < now() - make_interval(days => $1)`,
      [keepDays],
    )
    return rowCount ?? 0
  })
}
