import type { Database } from '#platform/postgres/database.ts'
import { type QueueWorker, startQueueWorker } from '#platform/queues/queue-worker.ts'
import { inSpan } from '#platform/traces/spans.ts'
import { LANE_CONCURRENCY, MAIL_LANES, type MailLane } from './lanes.ts'
import { isServerFault, type MailServerHealth, monitorMailServer } from './mail-server.ts'
import {
  claimDueMails,
  type DueMail,
  markFailed,
  markSent,
  nextDueInMs,
  type OnMailSettled,
  postpone,
  storeDueMails,
} from './outbox.ts'
import type { MailTransport } from './smtp.ts'

interface MailSenderOptions {
  database: Database
  /** Null stores every mail instead of sending it (see `listStoredMail`). */
  transport: MailTransport | null
  /** Called in the transaction that marks a mail sent or failed; if it throws, only its own writes are rolled back. */
  onSettled?: OnMailSettled
  onFault?: (fault: unknown) => void
  /** Whether mails of this kind hold a code or link that expires in about an hour, after which they are not tried again. */
  expiresSoon?: (kind: string) => boolean
  /** Called for each failed attempt. */
  onAttemptFailed?: (mail: Pick<DueMail, 'id' | 'kind' | 'attempts'>, fault: unknown) => void
  /** Called with the error when the mail server becomes unavailable, and with null when it recovers. */
  onServerChange?: (fault: unknown) => void
}

export interface MailSender {
  /** Sends everything due and resolves when nothing is left; returns how many mails were sent. */
  sendDue(): Promise<number>
  /** Whether the mail server accepts mails; undefined if none is configured, and before the first check. */
  isServerUp(): boolean | undefined
  stop(): Promise<void>
}

/** Batch size for storing mails, which contacts no mail server. */
const STORE_BATCH_SIZE = 200
/** Maximum time between two polls, in case a notification was lost, and the pause after a fault of the database. */
const MAX_SLEEP_MS = 15_000
/** A mail that no server takes fails a little over a day after its first attempt. */
const MAX_ATTEMPTS = 31
/** A little over an hour. */
const MAX_ATTEMPTS_OF_CODES = 8

/**
 * Sends queued mail as soon as its transaction commits. Several processes may run this at once: SKIP LOCKED divides the
 * work.
 */
export async function startMailSender(options: MailSenderOptions): Promise<MailSender> {
  const { transport, onServerChange = () => undefined } = options
  const server = transport ? monitorMailServer({ transport, onChange: onServerChange }) : undefined
  const lanes = new Map(MAIL_LANES.map((lane) => [lane, startLane(lane, { ...options, server })]))
  const sendDue = async () => {
    const sent = await Promise.all([...lanes.values()].map((lane) => lane.run()))
    return sent.reduce((sum, count) => sum + count, 0)
  }
  const unlisten = await options.database.listen(
    'mail_queued',
    // Processes of an earlier version send no lane.
    (name) => void (MAIL_LANES.find((lane) => lane === name) ? lanes.get(name as MailLane)?.run() : sendDue()),
    () => void sendDue(),
  )
  void sendDue()
  return {
    sendDue,
    isServerUp: () => server?.isUp(),
    async stop() {
      server?.stop()
      await unlisten()
      await Promise.all([...lanes.values()].map((lane) => lane.stop()))
      transport?.close()
    },
  }
}

type LaneOptions = MailSenderOptions & { server: MailServerHealth | undefined }

/** Sends the mails of one lane with limited concurrency. */
function startLane(lane: MailLane, options: LaneOptions): QueueWorker {
  const { database, onFault = () => undefined } = options
  const concurrency = options.transport ? LANE_CONCURRENCY[lane] : STORE_BATCH_SIZE

  /** Processes one batch of due mails. Returns how many were tried, and how many of them were sent or stored. */
  async function processBatch(): Promise<{ attempted: number; completed: number }> {
    const { transport, onSettled } = options
    if (!transport) {
      const stored = await storeDueMails(database, { lane, limit: concurrency, onSettled, onFault })
      return { attempted: stored, completed: stored }
    }
    const mails = await claimDueMails(database, lane, concurrency)
    const sent = await Promise.all(mails.map((mail) => sendMail(mail, { ...options, transport })))
    return { attempted: mails.length, completed: sent.filter(Boolean).length }
  }

  return startQueueWorker({
    async processBatch() {
      const { attempted, completed } = await processBatch()
      return { completed, isFull: attempted === concurrency }
    },
    nextDueInMs: () => nextDueInMs(database, lane),
    maxSleepMs: MAX_SLEEP_MS,
    onFault,
  })
}

async function sendMail(mail: DueMail, options: LaneOptions & { transport: MailTransport }): Promise<boolean> {
  const { database, transport, server, onAttemptFailed, expiresSoon = () => false } = options
  let isDelivered = false
  try {
    const deliveredTo = await inSpan('mail', { kind: 'client' }, () => transport.deliver(mail))
    isDelivered = true
    server?.reportSuccess()
    await markSent(database, { mail, deliveredTo, onSettled: options.onSettled, onFault: options.onFault })
    return true
  } catch (fault) {
    if (!isDelivered) server?.reportFailure(fault)
    onAttemptFailed?.(mail, fault)
    const error = fault instanceof Error ? fault.message : String(fault)
    const maxAttempts = expiresSoon(mail.kind) ? MAX_ATTEMPTS_OF_CODES : MAX_ATTEMPTS
    if (mail.attempts >= maxAttempts || isPermanent(fault)) {
      await markFailed(database, { mail, error, onSettled: options.onSettled, onFault: options.onFault })
    } else {
      await postpone(database, { mail, error, delayMs: backOffMs(mail.attempts) })
    }
    return false
  }
}

/** Exponential backoff: 30 s, 1 min, 2 min ... up to an hour. */
export function backOffMs(attempts: number): number {
  return Math.min(30_000 * 2 ** Math.max(0, attempts - 1), 3_600_000)
}

/** 5xx replies are permanent (RFC 5321, 4.2.1), except to the connection or login, which an operator can fix. */
function isPermanent(fault: unknown): boolean {
  if (typeof fault !== 'object' || fault === null || isServerFault(fault)) return false
  const { responseCode } = fault as { responseCode?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500
}
