import type pg from 'pg'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { awaitPipelined } from '#platform/postgres/queries/await-pipelined.ts'
import { PREFER_INDEX_SCANS } from '#platform/postgres/queries/prefer-index-scans.ts'
import type { MailLane } from './lanes.ts'
import type { OutgoingMail } from './smtp.ts'

export interface DueMail extends OutgoingMail {
  kind: string
  /** Number of the attempt about to be made, from 1. */
  attempts: number
}

export interface MailOutcome {
  id: string
  kind: string
  recipient: string
  status: 'sent' | 'failed'
  error: string | null
}

/** Called with all mails that one transaction marks sent or failed. */
export type OnMailSettled = (tx: pg.PoolClient, outcomes: readonly MailOutcome[]) => Promise<void>

/** Lease on a claimed mail; after it expires, another sender may claim the mail. */
const LEASE_SECONDS = 120

export function claimDueMails(database: Database, lane: MailLane, limit: number): Promise<DueMail[]> {
  return database.as(
    SERVICE,
    async (tx) => {
      const { rows } = await tx.query<DueMail>({
        name: 'claim-due-mails',
        text: `update mail.messages set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
         where id = any (array(
           select id from mail.messages where status = 'queued' and lane = $3 and next_attempt_at <= now()
           order by next_attempt_at limit $1 for update skip locked))
         returning id, kind, recipient, subject, coalesce(text, '') as text, html, headers, attempts`,
        values: [limit, LEASE_SECONDS, lane],
      })
      return rows
    },
    { settings: PREFER_INDEX_SCANS },
  )
}

interface SettlementListener {
  onSettled?: OnMailSettled | undefined
  onFault?: ((fault: unknown) => void) | undefined
}

interface Settlement extends SettlementListener {
  mail: DueMail
}

const outcomeFields = ({ id, kind, recipient }: DueMail) => ({ id, kind, recipient })

/** Marks a mail sent and deletes its body, because links in it give access to accounts. */
export function markSent(database: Database, options: Settlement & { deliveredTo: string }): Promise<void> {
  const { mail, deliveredTo } = options
  return database.as(
    SERVICE,
    async (tx) => {
      const { rowCount } = await tx.query(
        `update mail.messages set status = 'sent', sent_at = now(), last_error = null, delivered_to = $2,
         text = null, html = null
       where id = $1 and status = 'queued'`,
        [mail.id, deliveredTo],
      )
      if (rowCount) await notifySettled(tx, options, [{ ...outcomeFields(mail), status: 'sent', error: null }])
    },
    { settings: PREFER_INDEX_SCANS },
  )
}

/**
 * Marks due mails sent without sending them, when no mail server is configured, and retains their bodies. Returns how
 * many. A crash leaves them due and they are processed again, so the commit need not wait for the disk.
 */
export function storeDueMails(
  database: Database,
  { lane, limit, ...listener }: SettlementListener & { lane: MailLane; limit: number },
): Promise<number> {
  return database.as(
    SERVICE,
    async (tx) => {
      const { rows } = await tx.query<Pick<MailOutcome, 'id' | 'kind' | 'recipient'>>({
        name: 'keep-due-mails',
        text: `update mail.messages set status = 'sent', attempts = attempts + 1, sent_at = now(), last_error = null, delivered_to = 'stored'
         where id = any (array(
           select id from mail.messages where status = 'queued' and lane = $2 and next_attempt_at <= now()
           order by next_attempt_at limit $1 for update skip locked))
         returning id, kind, recipient`,
        values: [limit, lane],
      })
      const stored = rows.map((mail) => ({ ...mail, status: 'sent' as const, error: null }))
      if (stored.length > 0) await notifySettled(tx, listener, stored)
      return stored.length
    },
    { settings: { ...PREFER_INDEX_SCANS, synchronous_commit: 'off' } },
  )
}

/** Gives a mail up. Its body stays, so that it can be queued again; `next_attempt_at` then says when it failed. */
export function markFailed(database: Database, options: Settlement & { error: string }): Promise<void> {
  const { mail } = options
  const error = options.error.slice(0, 1_000)
  return database.as(
    SERVICE,
    async (tx) => {
      const { rowCount } = await tx.query(
        `update mail.messages set status = 'failed', last_error = $2, next_attempt_at = now() where id = $1 and status = 'queued'`,
        [mail.id, error],
      )
      if (rowCount) await notifySettled(tx, options, [{ ...outcomeFields(mail), status: 'failed', error }])
    },
    { settings: PREFER_INDEX_SCANS },
  )
}

/** Schedules the next attempt. */
export function postpone(
  database: Database,
  { mail, error, delayMs }: { mail: DueMail; error: string; delayMs: number },
): Promise<void> {
  return database.as(SERVICE, async (tx) => {
    await tx.query(
      `update mail.messages set last_error = $2, next_attempt_at = now() + make_interval(secs => $3)
       where id = $1 and status = 'queued'`,
      [mail.id, error.slice(0, 1_000), delayMs / 1_000],
    )
  })
}

/** Milliseconds until the next queued mail of a lane is due; Infinity if none is queued. */
export function nextDueInMs(database: Database, lane: MailLane): Promise<number> {
  return database.as(
    SERVICE,
    async (tx) => {
      const { rows } = await tx.query<{ wait: number | null }>({
        name: 'next-due-mail',
        text: `select extract(epoch from min(next_attempt_at) - now())::float8 * 1000 as wait
         from mail.messages where status = 'queued' and lane = $1`,
        values: [lane],
      })
      return rows[0]?.wait ?? Number.POSITIVE_INFINITY
    },
    { readOnly: true, pipelinesCommit: true, settings: PREFER_INDEX_SCANS },
  )
}

// If the listener throws, the mail must stay marked sent, or it would be sent twice.
async function notifySettled(
  tx: pg.PoolClient,
  { onSettled, onFault }: SettlementListener,
  outcomes: readonly MailOutcome[],
) {
  if (!onSettled) return
  const savepoint = tx.query('savepoint settled')
  try {
    await awaitPipelined([savepoint, onSettled(tx, outcomes)])
  } catch (fault) {
    await tx.query('rollback to savepoint settled')
    onFault?.(fault)
  }
}
