import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { ToMain, ToWorker } from './messages.ts'
import { closeUnacknowledgedSockets } from './socket-passing.ts'
import { openStartPriority, type StartPriority } from './start-priority.ts'

interface WorkersOptions {
  /** The script of the workers, resolved for each of them: a new worker runs what is there at that time. */
  script: string
  count: number
  /** Input that each worker receives first. */
  input: unknown
  /** Time in ms during which a worker that is replaced still serves its open connections. */
  lingerMs: number
  /** Time in ms after which a worker that doesn't exit is killed. */
  endWithinMs: number
  /** Called with a sentence when a worker has died or couldn't be started. */
  onDeath(sentence: string): void
}

export interface Workers {
  /**
   * Replaces all workers, one after the other. False if a new one doesn't start; the remaining ones keep running then.
   */
  renew(): Promise<boolean>
  close(): Promise<void>
}

/** A worker exited before it was ready; it has logged the reason. */
export class WorkerFault extends Error {
  override readonly name = 'WorkerFault'
}

/**
 * Starts `count` workers that serve one port, and replaces each that dies. Resolves once all are ready; throws a
 * `WorkerFault` if one of the first doesn't start.
 */
export async function superviseWorkers(options: WorkersOptions): Promise<Workers> {
  const serving = new Set<Worker>()
  const backoff = createBackoff()
  const startPriority = await openStartPriority()
  const renewal = announceRenewals()
  let started: Promise<unknown> = Promise.resolve()
  let opening = 0
  let closing = false
  let renewed: Promise<boolean> = Promise.resolve(true)
  cluster.setupPrimary({ exec: options.script, args: [] })

  function track(worker: Worker): void {
    serving.add(worker)
    const since = Date.now()
    worker.once('exit', (code, signal) => {
      // A worker that is stopped deliberately isn't in `serving` any more.
      if (!serving.delete(worker) || closing) return
      options.onDeath(
        `Worker ${worker.id} (process ${worker.process.pid}) ended with ${signal ?? code} and is replaced.`,
      )
      backoff.noteDeath(Date.now() - since)
      void replaceMissing()
    })
  }

  /** One at a time: two that start together would take twice the processor time from those that serve. */
  function startWorker(): Promise<Worker> {
    const starting = started.then(() => renewal.during(() => open(options, startPriority)))
    started = starting.catch(() => undefined)
    return starting
  }

  async function replaceMissing(): Promise<void> {
    while (!closing && serving.size + opening < options.count) {
      opening += 1
      try {
        await delay(backoff.waitMs())
        if (!closing) track(await startWorker())
      } catch (fault) {
        backoff.noteDeath(0)
        options.onDeath(fault instanceof Error ? fault.message : String(fault))
      } finally {
        opening -= 1
      }
    }
  }

  async function replaceEach(): Promise<boolean> {
    // Workers that are still starting may run the previous script.
    await started
    for (const previous of [...serving]) {
      // A worker that died in the meantime is replaced anyway.
      if (closing || !serving.has(previous)) continue
      let replacement: Worker
      try {
        replacement = await startWorker()
      } catch (fault) {
        if (!closing) options.onDeath(fault instanceof Error ? fault.message : String(fault))
        return false
      }
      track(replacement)
      // A worker that died while its successor was starting is being replaced already, so the successor is surplus.
      const surplus = serving.has(previous) ? previous : replacement
      serving.delete(surplus)
      await stopWorker(surplus, { retire: options.lingerMs }, options.endWithinMs)
    }
    return true
  }

  const workers: Workers = {
    renew() {
      // The script may have changed since the last renewal started, so each call runs another one.
      renewed = renewed.then(() => renewal.during(replaceEach))
      return renewed
    },
    async close() {
      closing = true
      await Promise.all(
        Object.values(cluster.workers ?? {}).map(
          (worker) => worker && stopWorker(worker, 'close', options.endWithinMs),
        ),
      )
    },
  }
  const first = await Promise.allSettled(Array.from({ length: options.count }, () => open(options)))
  for (const opened of first) if (opened.status === 'fulfilled') track(opened.value)
  const failed = first.find((opened) => opened.status === 'rejected')
  if (!failed) return workers
  await workers.close()
  throw failed.reason
}

/** Tells all workers whether one of them is being replaced. */
function announceRenewals() {
  let running = 0
  const announce = () => {
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (worker?.isConnected()) worker.send({ renewing: running > 0 } satisfies ToWorker)
    }
  }
  return {
    async during<T>(work: () => Promise<T>): Promise<T> {
      running += 1
      if (running === 1) announce()
      try {
        return await work()
      } finally {
        running -= 1
        // Also to a worker that has been started meanwhile.
        announce()
      }
    },
  }
}

/** Starts a worker, at a low priority if there is one for it; resolves once it is ready. */
async function open({ input }: WorkersOptions, startPriority: StartPriority | null = null): Promise<Worker> {
  const worker = cluster.fork()
  const { pid } = worker.process
  if (pid !== undefined) startPriority?.lower(pid)
  closeUnacknowledgedSockets(worker)
  const send = (message: ToWorker) => worker.isConnected() && worker.send(message)
  worker.on('error', () => undefined)
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ToMain) => {
      if (message === 'ready') {
        if (pid !== undefined) startPriority?.raise(pid)
        resolve(worker)
      } else send({ handed: input })
    })
    worker.once('exit', (code, signal) =>
      reject(new WorkerFault(`Worker ${worker.id} ended with ${signal ?? code} before it was ready.`)),
    )
  })
}

async function stopWorker(worker: Worker, how: ToWorker, withinMs: number): Promise<void> {
  if (worker.isDead()) return
  const exited = once(worker, 'exit')
  if (worker.isConnected()) worker.send(how)
  const lingerMs = typeof how === 'object' && 'retire' in how ? how.retire : 0
  const killTimer = setTimeout(() => worker.process.kill('SIGKILL'), withinMs + lingerMs)
  await exited
  clearTimeout(killTimer)
}

/** Exponential backoff for workers that die early; one that has served for a while is replaced at once. */
function createBackoff() {
  let failures = 0
  return {
    noteDeath(livedMs: number) {
      failures = livedMs > STABLE_AFTER_MS ? 0 : failures + 1
    },
    waitMs: () => (failures === 0 ? 0 : Math.min(MIN_BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS)),
  }
}

const STABLE_AFTER_MS = 10_000
const MIN_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 30_000
