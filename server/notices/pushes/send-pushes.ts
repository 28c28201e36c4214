import pLimit from 'p-limit'
import type { Database } from '#platform/postgres/database.ts'
import type { PushOutcome, PushSender } from '#platform/push/push-sender.ts'
import { claimPushes, type DuePush, type PushResult, recordPushResult } from './push-outbox.ts'

interface PushDeps {
  database: Database
  /** Null if the operator has not configured pushes. */
  sender: PushSender | null
}

const BATCH_SIZE = 100
/** Maximum number of batches per run, so that another process may take the next run. */
const MAX_BATCHES = 20
const CONCURRENCY = 8
const MAX_ATTEMPTS = 6

/**
 * Sends due pushes. If a push service is down, it retries after 1, 2, 4 … minutes, at most six attempts; subscriptions
 * that are gone are deleted. Throws one error at the end if services rejected pushes: then our key or our request is
 * wrong.
 */
export async function sendPushes({ database, sender }: PushDeps): Promise<void> {
  if (!sender) return
  const limit = pLimit(CONCURRENCY)
  const refusals: string[] = []
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { due, dropped } = await claimPushes(database, BATCH_SIZE)
    if (due.length + dropped === 0) break
    const send = async (pushes: BrowserPushes) => {
      const settled = await sendMerged(sender, pushes)
      if (settled.reason) refusals.push(settled.reason)
      await recordPushResult(database, settled)
    }
    await Promise.all(byBrowser(due).map((pushes) => limit(send, pushes)))
  }
  if (refusals.length > 0) throw new Error(`${refusals.length} pushes were refused: ${refusals[0]}`)
}

/** Due pushes of one browser. */
type BrowserPushes = [DuePush, ...DuePush[]]

function byBrowser(due: readonly DuePush[]): BrowserPushes[] {
  const browsers = new Map<string, BrowserPushes>()
  for (const push of due) {
    const others = browsers.get(push.subscription_id)
    if (others) others.push(push)
    else browsers.set(push.subscription_id, [push])
  }
  return [...browsers.values()]
}

/** Sends all due pushes of a browser as one message, so that pushes delayed by quiet hours make one sound. */
async function sendMerged(sender: PushSender, pushes: BrowserPushes): Promise<PushResult & { reason?: string }> {
  const [{ endpoint, p256dh, auth, subscription_id: subscriptionId }] = pushes
  const isUrgent = pushes.some((push) => push.is_urgent)
  const outcome = await sender.send({
    endpoint,
    p256dh,
    auth,
    isUrgent,
    message: JSON.stringify(mergedMessage(pushes)),
    ttlSeconds: isUrgent ? 3 * 3600 : 24 * 3600,
  })
  const base = { subscriptionId, ids: pushes.map(({ id }) => id) }
  if (outcome.kind === 'refused') return { ...base, kind: 'refused', reason: outcome.reason }
  if (outcome.kind !== 'later') return { ...base, kind: outcome.kind }
  const attempts = Math.max(...pushes.map((push) => push.attempts))
  return attempts >= MAX_ATTEMPTS
    ? { ...base, kind: 'given-up' }
    : { ...base, kind: 'later', delayMs: delayMs(outcome, attempts) }
}

/** The message that web/offline/worker/push.js displays. */
function mergedMessage(pushes: BrowserPushes) {
  const [{ title, body, link, notice_id: notice }] = pushes
  if (pushes.length === 1) return { title, body, link, notice }
  return { title: `${pushes.length} new notices`, body: title, link: '/account/notices' }
}

const delayMs = ({ afterMs }: Extract<PushOutcome, { kind: 'later' }>, attempts: number): number =>
  Math.max(afterMs ?? 0, 60_000 * 2 ** (attempts - 1))
