import type { MailTransport } from './smtp.ts'

/** Whether the mail server takes mails, as far as it was tried. */
export interface MailServer {
  /** Undefined until it was tried for the first time. */
  isUp(): boolean | undefined
  /** A mail was accepted, or the server answered something about it. */
  answered(): void
  /** A mail could not be handed over; only what concerns the server itself counts against it. */
  failed(fault: unknown): void
  stop(): void
}

interface WatchOptions {
  transport: MailTransport
  /** Hears why the server is away, and null once it answers again. */
  onChange: (fault: unknown) => void
  everyMs?: number
}

/** With the time that Prometheus waits, an outage at night is told of within two minutes although nobody writes a mail. */
export const MAIL_SERVER_TRIED_MS = 20_000

/** Tries the server at the start, and again whenever it has not answered anybody for a while. */
export function watchMailServer({ transport, onChange, everyMs = MAIL_SERVER_TRIED_MS }: WatchOptions): MailServer {
  let isUp: boolean | undefined
  let answeredAtMs = Number.NEGATIVE_INFINITY
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  function answered(): void {
    answeredAtMs = performance.now()
    if (isUp === false && !stopped) onChange(null)
    isUp = true
  }

  function failed(fault: unknown): void {
    if (!concernsServer(fault)) {
      answered()
      return
    }
    if (isUp !== false && !stopped) onChange(fault)
    isUp = false
  }

  async function look(): Promise<void> {
    if (isUp !== true || performance.now() - answeredAtMs >= everyMs) await transport.verify().then(answered, failed)
    if (stopped) return
    timer = setTimeout(() => void look(), everyMs)
    timer.unref()
  }
  void look()

  return {
    isUp: () => isUp,
    answered,
    failed,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** What a server answers to one mail or recipient says nothing about the others. */
function concernsServer(fault: unknown): boolean {
  const code = typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined
  return code !== 'EENVELOPE' && code !== 'EMESSAGE'
}
