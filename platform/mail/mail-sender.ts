import type { Database } from '#platform/postgres/database.ts'
import {
  claimDueMails,
  type DueMail,
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
}

export interface MailSender {
  /** Sends everything due and resolves when nothing is left; returns how many were sent. */
  sendDue(): Promise<number>
  stop(): Promise<void>
}

const BATCH = 10
const LONGEST_SLEEP_MS = 15_000
const MAX_ATTEMPTS = 8

/** Sends queued mail as soon as its transaction commits. Several processes may each run one: SKIP LOCKED divides the work. */
export async function startMailSender(options: MailSenderOptions): Promise<MailSender> {
  const { database, onFault = () => undefined } = options
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
        const mails = await claimDueMails(database, BATCH)
        if (mails.length === BATCH) again = true
        for (const done of await Promise.all(mails.map((mail) => sendOne(mail, options)))) sent += done ? 1 : 0
        // Read inside the loop: otherwise a mail queued meanwhile would wait for the whole sleep.
        dueInMs = await nextDueInMs(database)
      } while (again && !stopped)
      sleep(dueInMs)
    } catch (fault) {
      onFault(fault)
      sleep(LONGEST_SLEEP_MS)
    }
    return sent
  }

  function sleep(dueInMs: number): void {
    if (stopped) return
    timer = setTimeout(() => void sendDue(), Math.min(Math.max(dueInMs, 50), LONGEST_SLEEP_MS))
    timer.unref()
  }

  const unlisten = await database.listen(
    'mail_queued',
    () => void sendDue(),
    () => void sendDue(),
  )
  void sendDue()

  return {
    sendDue,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await unlisten()
      await running
      clearTimeout(timer)
      options.transport?.close()
    },
  }
}

async function sendOne(mail: DueMail, options: MailSenderOptions): Promise<boolean> {
  const { database, transport } = options
  try {
    const deliveredTo = transport ? await transport.deliver(mail) : 'kept'
    await markSent(database, { mail, deliveredTo, onSettled: options.onSettled, onFault: options.onFault })
    return true
  } catch (fault) {
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
