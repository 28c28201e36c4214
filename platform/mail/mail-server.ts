import type { MailTransport } from './smtp.ts'

/** Health of the mail server, from mails and checks. */
export interface MailServerHealth {
  /** Undefined until the first attempt. */
  isUp(): boolean | undefined
  /** A mail was accepted, or the server answered with an error about that mail. */
  reportSuccess(): void
  /** A mail could not be delivered; only errors of the server itself change its health. */
  reportFailure(fault: unknown): void
  stop(): void
}

interface MonitorOptions {
  transport: MailTransport
  /** Called with the error when the server becomes unavailable, and with null when it recovers. */
  onChange: (fault: unknown) => void
  intervalMs?: number
}

/**
 * Interval of the checks. With the delay of the Prometheus alert, an outage is reported within two minutes even if no
 * mail is sent.
 */
export const MAIL_SERVER_CHECK_MS = 20_000

/** Checks the server at start, and again whenever no mail has succeeded for an interval. */
export function monitorMailServer({
  transport,
  onChange,
  intervalMs = MAIL_SERVER_CHECK_MS,
}: MonitorOptions): MailServerHealth {
  let isUp: boolean | undefined
  let lastSuccessAtMs = Number.NEGATIVE_INFINITY
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  function reportSuccess(): void {
    lastSuccessAtMs = performance.now()
    if (isUp === false && !stopped) onChange(null)
    isUp = true
  }

  function reportFailure(fault: unknown): void {
    if (!isServerFault(fault)) {
      reportSuccess()
      return
    }
    if (isUp !== false && !stopped) onChange(fault)
    isUp = false
  }

  async function check(): Promise<void> {
    if (isUp !== true || performance.now() - lastSuccessAtMs >= intervalMs)
      await transport.verify().then(reportSuccess, reportFailure)
    if (stopped) return
    timer = setTimeout(() => void check(), intervalMs)
    timer.unref()
  }
  void check()

  return {
    isUp: () => isUp,
    reportSuccess,
    reportFailure,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Errors about one mail or recipient don't affect the server's health. */
export function isServerFault(fault: unknown): boolean {
  const code = typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined
  return code !== 'EENVELOPE' && code !== 'EMESSAGE'
}
