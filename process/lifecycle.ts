/** Released in this order, so each resource is put in front of those that it depends on. */
export type Closers = (() => Promise<void>)[]

export interface Lifecycle {
  closers: Closers
  /** Resolves once startup has finished. */
  opening: Promise<void>
  /** Aborted once shutdown begins, so that a startup that takes long ends early. */
  closing: AbortController
  /** Time during which open connections are still served while other processes accept on the port. */
  lingerMs?: number | undefined
  /** Replaces the worker processes; called on SIGUSR2. */
  renewWorkers(): void
}

/** Time that requests and jobs under way get to finish on shutdown. */
export const GRACE_MS = 8_000

/** A second signal after this time ends the process at once; an earlier one is npm forwarding the terminal's. */
const FORCE_AFTER_MS = 500

export type ShutDown = (code: number, reason?: string) => Promise<void>

/** Shuts down at most once, after startup, because what is half open cannot be closed in order. */
export function shutDownOnce(lifecycle: Lifecycle): ShutDown {
  return async (code, reason) => {
    if (lifecycle.closing.signal.aborted) return
    lifecycle.closing.abort()
    if (reason) console.error(reason)
    const limit = new Promise((resolve) => setTimeout(resolve, GRACE_MS))
    await Promise.race([lifecycle.opening.catch(() => undefined), limit])
    await closeAll(lifecycle.closers)
    process.exit(code)
  }
}

export async function closeAll(closers: Closers): Promise<void> {
  for (const closer of closers.splice(0)) await closer().catch((error: unknown) => console.error(error))
}

/**
 * The handlers stay until the end: without them, another signal would kill the process before PostgreSQL has stopped.
 */
export function shutDownOnSignals(shutDown: ShutDown): void {
  let firstAt: number | undefined
  const onSignal = () => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      console.log('Closing ...')
      void shutDown(0)
    } else if (performance.now() - firstAt > FORCE_AFTER_MS) {
      process.exit(130)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}
