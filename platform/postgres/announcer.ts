/** Sends on what this process's transactions announce, after each of them has committed (docs/decisions/0071). */
export interface Announcer {
  /** Something waits: it is sent at once, or with what else comes while others are being sent. */
  send(): void
  /** Sends what waits, for the last time. */
  stop(): Promise<void>
}

interface AnnouncerOptions {
  /** Sends everything that waits, whoever has written it. */
  sendAll(): Promise<unknown>
  /** Hears the first of several faults in a row. */
  onFault(fault: unknown): void
}

/** The code of the notice by which a transaction says that it leaves something to be sent. */
export const ANNOUNCEMENTS_WAIT = '01RT1'
/** Many transactions commit while one sends; what they announce leaves together. */
const REST_MS = 20
/** For what a process leaves behind that dies between a commit and its announcement. */
const LOOK_MS = 200

export function openAnnouncer({ sendAll, onFault }: AnnouncerOptions): Announcer {
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined
  let restsUntil = 0
  let again = false
  let isStopped = false
  let isFailing = false

  function send(): void {
    again = true
    if (!sending) wait(Math.max(0, restsUntil - performance.now()))
  }

  function wait(ms: number): void {
    clearTimeout(timer)
    if (isStopped) return
    if (ms === 0) run()
    else timer = setTimeout(run, ms).unref()
  }

  function run(): void {
    again = false
    sending = attempt().finally(() => {
      sending = undefined
      restsUntil = performance.now() + REST_MS
      wait(again && !isFailing ? REST_MS : LOOK_MS)
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

  wait(LOOK_MS)
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
