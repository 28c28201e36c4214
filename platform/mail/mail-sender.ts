import type { Database } from '#platform/postgres/database.ts'
import { inSpan } from '#platform/traces/spans.ts'
import { LANE_PLACES, MAIL_LANES, type MailLane } from './lanes.ts'
import { type MailServer, watchMailServer } from './mail-server.ts'
import {
  claimDueMails,
  type DueMail,
  keepDueMails,
  markFailed,
  markSent,
  nextDueInMs,
  type OnMailSettled,
  postpone,
} from './outbox.ts'
import type { MailTransport } from './smtp.ts'

interface MailSenderOptions {
  database: Database
  /** Null keeps every mail instead of sending it (see listKeptMail). */
  transport: MailTransport | null
  /** Runs in the transaction that marks a mail sent or failed; if it throws, only its own writes are rolled back. */
  onSettled?: OnMailSettled
  onFault?: (fault: unknown) => void
  /** Hears of each attempt that failed. */
  onUnsent?: (mail: Pick<DueMail, 'id' | 'kind' | 'attempts'>, fault: unknown) => void
  /** Hears why the mail server is away, and null once it answers again. */
  onServer?: (fault: unknown) => void
}

export interface MailSender {
  /** Sends everything due and resolves when nothing is left; returns how many were sent. */
  sendDue(): Promise<number>
  /** Whether the mail server takes mails; undefined without one, and until it was tried. */
  isServerUp(): boolean | undefined
  stop(): Promise<void>
}

type Lane = Pick<MailSender, 'sendDue' | 'stop'>

/** Keeping a mail asks nobody. */
const KEPT_AT_ONCE = 200
const LONGEST_SLEEP_MS = 15_000
const MAX_ATTEMPTS = 8

/** Sends queued mail as soon as its transaction commits. Several processes may each run one: SKIP LOCKED divides the work. */
export async function startMailSender(options: MailSenderOptions): Promise<MailSender> {
  const { transport, onServer = () => undefined } = options
  const server = transport ? watchMailServer({ transport, onChange: onServer }) : undefined
  const lanes = new Map(MAIL_LANES.map((lane) => [lane, startLane(lane, { ...options, server })]))
  const sendDue = async () => {
    const sent = await Promise.all([...lanes.values()].map((lane) => lane.sendDue()))
    return sent.reduce((sum, count) => sum + count, 0)
  }
  const unlisten = await options.database.listen(
    'mail_queued',
    // A process of an earlier version names no lane.
    (name) => void (MAIL_LANES.find((lane) => lane === name) ? lanes.get(name as MailLane)?.sendDue() : sendDue()),
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

type LaneOptions = MailSenderOptions & { server: MailServer | undefined }

/** The mails of one lane, so many at a time. */
function startLane(lane: MailLane, options: LaneOptions): Lane {
  const { database, onFault = () => undefined } = options
  const places = options.transport ? LANE_PLACES[lane] : KEPT_AT_ONCE
  let stopped = false
  let again = false
  let running: Promise<number> | null = null
  let timer: NodeJS.Timeout | undefined

  function sendDue(): Promise<number> {
    if (running) {
      again = true
      return running
    }
    running = drain().finally(() => {
      running = null
    })
    return running
  }

  async function drain(): Promise<number> {
    let sent = 0
    clearTimeout(timer)
    try {
      let dueInMs: number
      do {
        again = false
        const { tried, done } = await settle()
        if (tried === places) again = true
        sent += done
        // Read inside the loop: otherwise a mail queued meanwhile would wait for the whole sleep.
        dueInMs = await nextDueInMs(database, lane)
      } while (again && !stopped)
      sleep(dueInMs)
    } catch (fault) {
      onFault(fault)
      sleep(LONGEST_SLEEP_MS)
    }
    return sent
  }

  /** What is due, as far as there are places: how many mails were tried, and how many of them are sent or kept. */
  async function settle(): Promise<{ tried: number; done: number }> {
    const { transport, onSettled } = options
    if (!transport) {
      const kept = await keepDueMails(database, { lane, limit: places, onSettled, onFault })
      return { tried: kept, done: kept }
    }
    const mails = await claimDueMails(database, lane, places)
    const sent = await Promise.all(mails.map((mail) => sendOne(mail, { ...options, transport })))
    return { tried: mails.length, done: sent.filter(Boolean).length }
  }

  function sleep(dueInMs: number): void {
    if (stopped) return
    timer = setTimeout(() => void sendDue(), Math.min(Math.max(dueInMs, 50), LONGEST_SLEEP_MS))
    timer.unref()
  }

  return {
    sendDue,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
  }
}

async function sendOne(mail: DueMail, options: LaneOptions & { transport: MailTransport }): Promise<boolean> {
  const { database, transport, server, onUnsent } = options
  let isDelivered = false
  try {
    const deliveredTo = await inSpan('mail', { kind: 'client' }, () => transport.deliver(mail))
    isDelivered = true
    server?.answered()
    await markSent(database, { mail, deliveredTo, onSettled: options.onSettled, onFault: options.onFault })
    return true
  } catch (fault) {
    if (!isDelivered) server?.failed(fault)
    onUnsent?.(mail, fault)
    const error = fault instanceof Error ? fault.message : String(fault)
    if (mail.attempts >= MAX_ATTEMPTS || isPermanent(fault)) {
      await markFailed(database, { mail, error, onSettled: options.onSettled, onFault: options.onFault })
    } else {
      await postpone(database, { mail, error, delayMs: backOffMs(mail.attempts) })
    }
    return false
  }
}

/** 30 s, 1 min, 2 min ... up to an hour. */
export function backOffMs(attempts: number): number {
  return Math.min(30_000 * 2 ** Math.max(0, attempts - 1), 3_600_000)
}

/** A mail server's 5xx answers are final, except to the login, which an operator can fix (RFC 5321, 4.2.1). */
function isPermanent(fault: unknown): boolean {
  if (typeof fault !== 'object' || fault === null) return false
  const { responseCode, code } = fault as { responseCode?: unknown; code?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH'
}
