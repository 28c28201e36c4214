import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { ToMain, ToWorker } from './talk.ts'

interface WorkersOptions {
  /** The script that each worker runs, looked up anew for each: what lies there now is what the next one runs. */
  script: string
  count: number
  /** What each is told first. */
  handed: unknown
  /** Milliseconds for the connections of a worker that is renewed: until then those that are open go on, and end with an answer. */
  lingerMs: number
  /** Milliseconds after which a worker that was told to end is killed. */
  endWithinMs: number
  /** Hears in a sentence that a worker died, or could not be started. */
  onDeath(sentence: string): void
}

export interface Workers {
  /**
   * Puts a new one in the place of each, one after the other. False if a new one does not open; all that are left stay as they are.
   */
  renew(): Promise<boolean>
  close(): Promise<void>
}

/** A worker ended before it was ready; it has told why itself. */
export class WorkerFault extends Error {
  override readonly name = 'WorkerFault'
}

/**
 * Opens `count` processes that answer on one port and keeps that many: one that dies is replaced. Resolves once all are ready, and throws a
 * `WorkerFault` if one of the first is not to be opened.
 */
export async function keepWorkers(options: WorkersOptions): Promise<Workers> {
  const serving = new Set<Worker>()
  const patience = openPatience()
  const underWay = new Set<Promise<Worker>>()
  let opening = 0
  let closing = false
  let renewed: Promise<boolean> = Promise.resolve(true)
  cluster.setupPrimary({ exec: options.script, args: [] })

  function take(worker: Worker): void {
    serving.add(worker)
    const since = Date.now()
    worker.once('exit', (code, signal) => {
      // Whoever was told to end is no longer among those that serve.
      if (!serving.delete(worker) || closing) return
      options.onDeath(
        `Worker ${worker.id} (process ${worker.process.pid}) ended with ${signal ?? code} and is replaced.`,
      )
      patience.noteDeath(Date.now() - since)
      void refill()
    })
  }

  async function next(): Promise<Worker> {
    const worker = open(options)
    underWay.add(worker)
    try {
      return await worker
    } finally {
      underWay.delete(worker)
    }
  }

  async function refill(): Promise<void> {
    while (!closing && serving.size + opening < options.count) {
      opening += 1
      try {
        await delay(patience.waitMs())
        if (!closing) take(await next())
      } catch (fault) {
        patience.noteDeath(0)
        options.onDeath(fault instanceof Error ? fault.message : String(fault))
      } finally {
        opening -= 1
      }
    }
  }

  async function renewEach(): Promise<boolean> {
    // What was begun before runs what the script was before.
    await Promise.allSettled(underWay)
    for (const former of [...serving]) {
      // One that has died meanwhile is replaced by a new one anyway.
      if (closing || !serving.has(former)) continue
      let fresh: Worker
      try {
        fresh = await next()
      } catch (fault) {
        if (!closing) options.onDeath(fault instanceof Error ? fault.message : String(fault))
        return false
      }
      take(fresh)
      // One that has died while the new one opened is being replaced already.
      const leaving = serving.has(former) ? former : fresh
      serving.delete(leaving)
      await end(leaving, { retire: options.lingerMs }, options.endWithinMs)
    }
    return true
  }

  const workers: Workers = {
    renew() {
      // What lies at the script may have changed since the last one began.
      renewed = renewed.then(renewEach)
      return renewed
    },
    async close() {
      closing = true
      await Promise.all(
        Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker, 'close', options.endWithinMs)),
      )
    },
  }
  const first = await Promise.allSettled(Array.from({ length: options.count }, () => open(options)))
  for (const opened of first) if (opened.status === 'fulfilled') take(opened.value)
  const failed = first.find((opened) => opened.status === 'rejected')
  if (!failed) return workers
  await workers.close()
  throw failed.reason
}

/** Resolves once the worker answers. */
async function open({ handed }: WorkersOptions): Promise<Worker> {
  const worker = cluster.fork()
  const tell = (message: ToWorker) => worker.isConnected() && worker.send(message)
  worker.on('error', () => undefined)
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ToMain) => {
      if (message === 'ready') resolve(worker)
      else tell({ handed })
    })
    worker.once('exit', (code, signal) =>
      reject(new WorkerFault(`Worker ${worker.id} ended with ${signal ?? code} before it was ready.`)),
    )
  })
}

async function end(worker: Worker, how: ToWorker, withinMs: number): Promise<void> {
  if (worker.isDead()) return
  const gone = once(worker, 'exit')
  if (worker.isConnected()) worker.send(how)
  const linger = typeof how === 'object' && 'retire' in how ? how.retire : 0
  const limit = setTimeout(() => worker.process.kill('SIGKILL'), withinMs + linger)
  await gone
  clearTimeout(limit)
}

/** One that dies at once is replaced ever more slowly, one that has served for a while without a wait. */
function openPatience() {
  let misses = 0
  return {
    noteDeath(livedMs: number) {
      misses = livedMs > STEADY_MS ? 0 : misses + 1
    },
    waitMs: () => (misses === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (misses - 1), LONGEST_WAIT_MS)),
  }
}

const STEADY_MS = 10_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
