import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/postgres/database.ts'
import { newContextId, runInContext } from '#platform/traces/execution-context.ts'
import { inSpan } from '#platform/traces/spans.ts'
import { type ClaimedJob, type JobTable, jobTable, LOCK_SECONDS } from './job-table.ts'

interface TaskContext {
  database: Database
  jobId: string
  /** Number of the run, from 1. */
  attempt: number
  /** Aborted when the grace period of a shutdown ends, or when another runner has taken over the job. */
  signal: AbortSignal
}

/**
 * Runs at least once, so effects outside the database need an idempotency key. The job is retried if the task throws.
 */
type Task = (payload: unknown, context: TaskContext) => Promise<void>

export interface JobsOptions {
  database: Database
  tasks: Record<string, Task>
  /** Repeated tasks; each run is executed once across all processes, and never queues behind other jobs. */
  crontab?: { task: string; everySeconds: number }[]
  /** Maximum concurrent jobs of this process, not counting the repeated ones. */
  concurrency?: number
  onFault?: (fault: unknown, job: { id: string; task: string; attempts: number } | null) => void
}

export interface Jobs {
  /** Waits up to `graceMs` for running jobs; unfinished ones then return to the queue. */
  stop(graceMs?: number): Promise<void>
}

const DEFAULT_CONCURRENCY = 4
const MAX_ATTEMPTS = 15
/** Maximum time between two polls, in case a notification of a new job was lost. */
const MAX_SLEEP_MS = 5_000
const RENEW_MS = (LOCK_SECONDS * 1_000) / 4

export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const unknown = options.crontab?.find(({ task }) => !(task in options.tasks))
  if (unknown) throw new Error(`The crontab names a task that does not exist: ${unknown.task}`)
  const crontab = options.crontab ?? []
  const repeated = crontab.map(({ task }) => task)
  const others = Object.keys(options.tasks).filter((task) => !repeated.includes(task))
  const createRunner = (scope: { tasks: string[]; repeated: string[] }, slots: number) =>
    new JobRunner({ options, slots, table: jobTable(options.database, { runner: randomUUID(), ...scope }) })
  // Each repeated task has a slot of its own, so that neither a long queue nor another repeated task delays it.
  const repeatedRunner = createRunner({ tasks: repeated, repeated }, repeated.length)
  const runners = [
    repeatedRunner,
    createRunner({ tasks: others, repeated: [] }, options.concurrency ?? DEFAULT_CONCURRENCY),
  ]
  await repeatedRunner.table.schedule(crontab)
  const wake = () => runners.forEach((runner) => void runner.wake())
  const unlisten = await options.database.listen('jobs_enqueued', wake, wake)
  wake()
  return {
    async stop(graceMs = 10_000) {
      await unlisten()
      await Promise.all(runners.map((runner) => runner.stop(graceMs)))
    },
  }
}

interface Running {
  job: ClaimedJob
  abort: AbortController
  done: Promise<void>
}

interface JobRunnerOptions {
  options: JobsOptions
  table: JobTable
  /** Maximum concurrent jobs; 0 disables the runner. */
  slots: number
}

/** Runs the jobs of some tasks, in the order in which they are due. */
class JobRunner {
  readonly table: JobTable
  readonly #options: JobsOptions
  readonly #slots: number
  readonly #running = new Map<string, Running>()
  readonly #renewal: NodeJS.Timeout
  #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> | null = null
  #isWoken = false
  #stopped = false

  constructor({ options, table, slots }: JobRunnerOptions) {
    this.#options = options
    this.table = table
    this.#slots = slots
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS)
    this.#renewal.unref()
  }

  wake = (): void => {
    if (this.#stopped || this.#slots === 0) return
    if (this.#polling) {
      this.#isWoken = true
      return
    }
    this.#polling = this.#poll().finally(() => {
      this.#polling = null
      // `wake` was called while this poll was reading the next due time, so the poll may have missed that job.
      if (this.#isWoken) this.wake()
    })
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#polling
    clearTimeout(this.#timer)
    const all = Promise.all([...this.#running.values()].map(({ done }) => done))
    let graceTimer: NodeJS.Timeout | undefined
    await Promise.race([all, new Promise<void>((out) => (graceTimer = setTimeout(out, graceMs)))])
    clearTimeout(graceTimer)
    clearInterval(this.#renewal)
    for (const { abort } of this.#running.values()) abort.abort(new Error('The process is stopping'))
    if (this.#running.size > 0) await this.#reportFaults(() => this.table.release([...this.#running.keys()]))
  }

  async #poll(): Promise<void> {
    let sleepMs = MAX_SLEEP_MS
    await this.#reportFaults(async () => {
      do {
        this.#isWoken = false
        const free = this.#slots - this.#running.size
        // A runner without free slots polls again when a job ends.
        if (free <= 0) return
        const jobs = await this.table.claim(free)
        for (const job of jobs) this.#start(job)
        if (jobs.length > 0) this.#isWoken = true
      } while (this.#isWoken && !this.#stopped)
      sleepMs = await this.table.nextDueInMs()
    })
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.wake, Math.min(Math.max(sleepMs, 20), MAX_SLEEP_MS))
    this.#timer.unref()
  }

  #start(job: ClaimedJob): void {
    const abort = new AbortController()
    const work = { id: newContextId(), task: job.task }
    const done = runInContext(work, () => this.#run(job, abort.signal)).finally(() => {
      // A job that was taken over may run again here under the same id.
      if (this.#running.get(job.id)?.job === job) this.#running.delete(job.id)
      this.wake()
    })
    this.#running.set(job.id, { job, abort, done })
  }

  async #run(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const { database, tasks, onFault } = this.#options
    try {
      const task = tasks[job.task]
      if (!task) throw new Error(`No task is called ${job.task}`)
      const context = { database, jobId: job.id, attempt: job.attempts, signal }
      await inSpan(`job ${job.task}`, {}, () => task(job.payload, context))
      await this.#reportFaults(() => this.table.finish(job))
    } catch (fault) {
      onFault?.(fault, job)
      const error = fault instanceof Error ? fault.message : String(fault)
      const delayMs = job.attempts >= MAX_ATTEMPTS ? null : retryDelayMs(job.attempts)
      await this.#reportFaults(() => this.table.fail(job, error, delayMs))
    }
  }

  async #renew(): Promise<void> {
    const ids = [...this.#running.keys()]
    if (ids.length === 0) return
    await this.#reportFaults(async () => {
      const held = await this.table.renew(ids)
      for (const id of ids)
        if (!held.has(id)) this.#running.get(id)?.abort.abort(new Error('Another runner took the job over'))
    })
  }

  /**
   * Reports a fault without failing: if the database can't be reached, the lock expires and the job returns to the
   * queue.
   */
  async #reportFaults(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (fault) {
      this.#options.onFault?.(fault, null)
    }
  }
}

/** Exponential backoff of 1 s, 2 s, 4 s ... up to an hour: `MAX_ATTEMPTS` span about three hours. */
export function retryDelayMs(attempts: number): number {
  return Math.min(1_000 * 2 ** Math.max(0, attempts - 1), 3_600_000)
}
