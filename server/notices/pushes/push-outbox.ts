import type { Database } from '#platform/postgres/database.ts'
import { SERVICE } from '#platform/postgres/database.ts'

/** A due push with its browser subscription. */
export interface DuePush {
  id: bigint
  notice_id: string
  subscription_id: string
  endpoint: string
  p256dh: string
  auth: string
  title: string
  body: string
  link: string
  is_urgent: boolean
  /** Number of the attempt about to be made. */
  attempts: number
}

/**
 * How long a claim lasts; longer than a whole batch can take. If the process dies while sending, a later run retries.
 */
const CLAIM_SECONDS = 180
/** Older pushes are dropped. */
const MAX_AGE_HOURS = 48
/** Number of consecutive rejections after which a subscription is deleted. */
const MAX_REJECTIONS = 5

/**
 * Claims at most `most` due pushes. Those whose notice was read meanwhile, whose subscription is gone, or which are two
 * days old are deleted without being sent; `dropped` is their number.
 */
export function claimPushes(database: Database, most: number): Promise<{ due: DuePush[]; dropped: number }> {
  return database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ id: bigint }>(
      'select id from public.pushes where next_attempt_at <= now() order by next_attempt_at, id limit $1 for update skip locked',
      [most],
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return { due: [], dropped: 0 }
    const dropped = await tx.query(
      `delete from public.pushes p where p.id = any ($1::bigint[]) and (p.created_at < now() - make_interval(hours => $2)
         or not exists (select from public.push_subscriptions s where s.id = p.subscription_id)
         or not exists (select from public.notices n where n.id = p.notice_id and n.read_at is null))`,
      [ids, MAX_AGE_HOURS],
    )
    const due = await tx.query<DuePush>(
      `update public.pushes p set attempts = p.attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
       from public.push_subscriptions s where p.id = any ($1::bigint[]) and s.id = p.subscription_id
       returning p.id, p.notice_id, p.subscription_id, s.endpoint, s.p256dh, s.auth, p.title, p.body, p.link, p.is_urgent, p.attempts`,
      [ids, CLAIM_SECONDS],
    )
    return { due: due.rows, dropped: dropped.rowCount ?? 0 }
  })
}

/** Result of sending the pushes of one browser. */
export type PushResult =
  | { kind: 'taken' | 'gone' | 'refused' | 'given-up'; subscriptionId: string; ids: bigint[] }
  | { kind: 'later'; subscriptionId: string; ids: bigint[]; delayMs: number }

export function recordPushResult(database: Database, settled: PushResult): Promise<void> {
  const { kind, ids, subscriptionId } = settled
  return database.as(SERVICE, async (tx) => {
    if (kind === 'later') {
      await tx.query(
        'update public.pushes set next_attempt_at = now() + make_interval(secs => $2) where id = any ($1::bigint[])',
        [ids, settled.delayMs / 1000],
      )
      return
    }
    await tx.query('delete from public.pushes where id = any ($1::bigint[])', [ids])
    if (kind === 'taken') {
      await tx.query('update public.push_subscriptions set refusals = 0 where id = $1 and refusals > 0', [
        subscriptionId,
      ])
    }
    if (kind === 'refused') {
      await tx.query('update public.push_subscriptions set refusals = refusals + 1 where id = $1', [subscriptionId])
    }
    await tx.query('delete from public.push_subscriptions where id = $1 and ($2 or refusals >= $3)', [
      subscriptionId,
      kind === 'gone',
      MAX_REJECTIONS,
    ])
  })
}
