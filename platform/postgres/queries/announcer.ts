/**
 * Publishes the notifications that this process's transactions queue, after each of them has committed
 * (docs/decisions/0071).
 */
export interface Announcer {
  /**
   * Publishes the queued notifications at once, or together with those queued while an earlier batch is being
   * published.
   */
  send(): void
  /** Publishes the remaining notifications and stops. */
  stop(): Promise<void>
}

interface AnnouncerOptions {
  /** Publishes all queued notifications, including those of other processes. */
  sendAll(): Promise<unknown>
  /** Called with the first of several consecutive faults. */
  onFault(fault: unknown): void
}

/** SQLSTATE of the notice by which a transaction reports that it has queued a notification. */
export const ANNOUNCEMENTS_PENDING = '01RT1'
/** Minimum interval between two batches: many transactions commit while one batch is being published. */
const MIN_INTERVAL_MS = 20
/** Polling interval, for notifications of a process that died between a commit and its announcement. */
const POLL_INTERVAL_MS = 200

export function openAnnouncer({ sendAll, onFault }: AnnouncerOptions): Announcer {
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined
  let notBeforeMs = 0
  let isRequested = false
  let isStopped = false
  let isFailing = false

  function send(): void {
    isRequested = true
    if (!sending) schedule(Math.max(0, notBeforeMs - performance.now()))
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (isStopped) return
    if (ms === 0) run()
    else timer = setTimeout(run, ms).unref()
  }

  function run(): void {
    isRequested = false
    sending = attempt().finally(() => {
      sending = undefined
      notBeforeMs = performance.now() + MIN_INTERVAL_MS
      schedule(isRequested && !isFailing ? MIN_INTERVAL_MS : POLL_INTERVAL_MS)
    })
  }

  async function attempt(): Promise<void> {
    try {
      await sendAll()
      isFailing = false
    } catch (fault) {
      if (!isFailing) onFault(fault)
      isFailing = true
    }
  }

  schedule(POLL_INTERVAL_MS)
  return {
    send,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await sending
      await attempt()
    },
  }
}
