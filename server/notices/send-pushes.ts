import pLimit from 'p-limit'
import type { Database } from '#platform/postgres/database.ts'
import type { PushOutcome, PushSender } from '#platform/push/push-sender.ts'
import { claimPushes, type DuePush, type Settled, settlePushes } from './push-outbox.ts'

interface Work {
  database: Database
  /** Null where the operator has set up no pushes. */
  sender: PushSender | null
}

const PUSHES_AT_ONCE = 100
/** Batches of one run, so that a run ends and the next one may stand in another process. */
const MOST_BATCHES = 20
const SENDERS = 8
const MOST_ATTEMPTS = 6

/**
 * Sends the pushes that are due. A service that is down is asked again after 1, 2, 4 … minutes, six times in all; a browser that is gone is
 * forgotten. Throws at the end, once for all, when services refused pushes: then our key or what we send is wrong.
 */
export async function sendPushes({ database, sender }: Work): Promise<void> {
  if (!sender) return
  const limit = pLimit(SENDERS)
  const refusals: string[] = []
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const { due, dropped } = await claimPushes(database, PUSHES_AT_ONCE)
    if (due.length + dropped === 0) break
    const send = async (pushes: Together) => {
      const settled = await sendTogether(sender, pushes)
      if (settled.reason) refusals.push(settled.reason)
      await settlePushes(database, settled)
    }
    await Promise.all(byBrowser(due).map((pushes) => limit(send, pushes)))
  }
  if (refusals.length > 0) throw new Error(`${refusals.length} pushes were refused: ${refusals[0]}`)
}

/** Pushes to one browser. */
type Together = [DuePush, ...DuePush[]]

function byBrowser(due: readonly DuePush[]): Together[] {
  const browsers = new Map<string, Together>()
  for (const push of due) {
    const others = browsers.get(push.subscription_id)
    if (others) others.push(push)
    else browsers.set(push.subscription_id, [push])
  }
  return [...browsers.values()]
}

/** Several that have waited for the morning make one sound. */
async function sendTogether(sender: PushSender, pushes: Together): Promise<Settled & { reason?: string }> {
  const [{ endpoint, p256dh, auth, subscription_id: subscriptionId }] = pushes
  const isUrgent = pushes.some((push) => push.is_urgent)
  const outcome = await sender.send({
    endpoint,
    p256dh,
    auth,
    isUrgent,
    message: JSON.stringify(messageOf(pushes)),
    ttlSeconds: isUrgent ? 3 * 3600 : 24 * 3600,
  })
  const told = { subscriptionId, ids: pushes.map(({ id }) => id) }
  if (outcome.kind === 'refused') return { ...told, kind: 'refused', reason: outcome.reason }
  if (outcome.kind !== 'later') return { ...told, kind: outcome.kind }
  const attempts = Math.max(...pushes.map((push) => push.attempts))
  return attempts >= MOST_ATTEMPTS
    ? { ...told, kind: 'given-up' }
    : { ...told, kind: 'later', delayMs: delayMs(outcome, attempts) }
}

/** What web/public/push-worker.js shows. */
function messageOf(pushes: Together) {
  const [{ title, body, link, notice_id: notice }] = pushes
  if (pushes.length === 1) return { title, body, link, notice }
  return { title: `${pushes.length} new notices`, body: title, link: '/account/notices' }
}

const delayMs = ({ afterMs }: Extract<PushOutcome, { kind: 'later' }>, attempts: number): number =>
  Math.max(afterMs ?? 0, 60_000 * 2 ** (attempts - 1))
