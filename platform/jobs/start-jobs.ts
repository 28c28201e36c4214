import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/postgres/database.ts'
import { inSpan } from '#platform/traces/spans.ts'
import { runInContext, newContextId } from '#platform/traces/execution-context.ts'
import { type HeldJob, HOLD_SECONDS, type JobTable, jobTable } from './job-table.ts'

interface TaskContext {
  database: Database
  jobId: string
  /** 1 on the first run. */
  attempt: number
  /** Aborted when the runner's grace period ends, or when another runner took the job over. */
  signal: AbortSignal
}

/** Runs at least once, so effects outside the database need an idempotency key. Throwing means: retry later. */
type Task = (payload: unknown, context: TaskContext) => Promise<void>

export interface JobsOptions {
  database: Database
  tasks: Record<string, Task>
  /** Repeated tasks; each turn runs once, however many processes there are, and never queues behind other jobs. */
  crontab?: { task: string; everySeconds: number }[]
  /** Jobs this process runs at once, besides the repeated ones. */
  concurrency?: number
  onFault?: (fault: unknown, job: { id: string; task: string; attempts: number } | null) => void
}

export interface Jobs {
  /** Waits up to `graceMs` for running jobs; unfinished ones then return to the queue at once. */
  stop(graceMs?: number): Promise<void>
}

const CONCURRENCY = 4
const MAX_ATTEMPTS = 15
const LONGEST_SLEEP_MS = 5_000
const RENEW_MS = (HOLD_SECONDS * 1_000) / 4

export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const unknown = options.crontab?.find(({ task }) => !(task in options.tasks))
  if (unknown) throw new Error(`The crontab names a task that does not exist: ${unknown.task}`)
  const crontab = options.crontab ?? []
  const repeated = crontab.map(({ task }) => task)
  const others = Object.keys(options.tasks).filter((task) => !repeated.includes(task))
  const laneOf = (scope: { tasks: string[]; repeated: string[] }, places: number) =>
    new Lane({ options, places, table: jobTable(options.database, { runner: randomUUID(), ...scope }) })
  // Every repeated task has its own place, so neither a long queue nor another repeated task delays it.
  const clock = laneOf({ tasks: repeated, repeated }, repeated.length)
  const lanes = [clock, laneOf({ tasks: others, repeated: [] }, options.concurrency ?? CONCURRENCY)]
  await clock.table.schedule(crontab)
  const wake = () => lanes.forEach((lane) => void lane.wake())
  const unlisten = await options.database.listen('jobs_enqueued', wake, wake)
  wake()
  return {
    async stop(graceMs = 10_000) {
      await unlisten()
      await Promise.all(lanes.map((lane) => lane.stop(graceMs)))
    },
  }
}

interface Running {
  job: HeldJob
  abort: AbortController
  done: Promise<void>
}

interface LaneParts {
  options: JobsOptions
  table: JobTable
  /** Jobs it runs at once; without places or tasks it rests. */
  places: number
}

/** Runs the jobs of some of the tasks, in the order in which they are due. */
class Lane {
  readonly table: JobTable
  readonly #options: JobsOptions
  readonly #places: number
  readonly #running = new Map<string, Running>()
  readonly #renewal: NodeJS.Timeout
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | null = null
  #again = false
  #stopped = false

  constructor({ options, table, places }: LaneParts) {
    this.#options = options
    this.table = table
    this.#places = places
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS)
    this.#renewal.unref()
  }

  wake = (): void => {
    if (this.#stopped || this.#places === 0) return
    if (this.#looking) {
      this.#again = true
      return
    }
    this.#looking = this.#look().finally(() => {
      this.#looking = null
      // `wake` was called while this poll was reading its next time, so the poll may have missed that job.
      if (this.#again) this.wake()
    })
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#looking
    clearTimeout(this.#timer)
    const all = Promise.all([...this.#running.values()].map(({ done }) => done))
    let patience: NodeJS.Timeout | undefined
    await Promise.race([all, new Promise<void>((out) => (patience = setTimeout(out, graceMs)))])
    clearTimeout(patience)
    clearInterval(this.#renewal)
    for (const { abort } of this.#running.values()) abort.abort(new Error('The process is stopping'))
    if (this.#running.size > 0) await this.#quietly(() => this.table.release([...this.#running.keys()]))
  }

  async #look(): Promise<void> {
    let sleepMs = LONGEST_SLEEP_MS
    await this.#quietly(async () => {
      do {
        this.#again = false
        const free = this.#places - this.#running.size
        // A full lane polls again when a job ends.
        if (free <= 0) return
        const jobs = await this.table.claim(free)
        for (const job of jobs) this.#start(job)
        if (jobs.length > 0) this.#again = true
      } while (this.#again && !this.#stopped)
      sleepMs = await this.table.nextDueInMs()
    })
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.wake, Math.min(Math.max(sleepMs, 20), LONGEST_SLEEP_MS))
    this.#timer.unref()
  }

  #start(job: HeldJob): void {
    const abort = new AbortController()
    const work = { id: newContextId(), task: job.task }
    const done = runInContext(work, () => this.#run(job, abort.signal)).finally(() => {
      // A job that was taken over may run again here under the same id.
      if (this.#running.get(job.id)?.job === job) this.#running.delete(job.id)
      this.wake()
    })
    this.#running.set(job.id, { job, abort, done })
  }

  async #run(job: HeldJob, signal: AbortSignal): Promise<void> {
    const { database, tasks, onFault } = this.#options
    try {
      const task = tasks[job.task]
      if (!task) throw new Error(`No task is called ${job.task}`)
      const context = { database, jobId: job.id, attempt: job.attempts, signal }
      await inSpan(`job ${job.task}`, {}, () => task(job.payload, context))
      await this.#quietly(() => this.table.finish(job))
    } catch (fault) {
      onFault?.(fault, job)
      const error = fault instanceof Error ? fault.message : String(fault)
      const delayMs = job.attempts >= MAX_ATTEMPTS ? null : retryDelayMs(job.attempts)
      await this.#quietly(() => this.table.fail(job, error, delayMs))
    }
  }

  async #renew(): Promise<void> {
    const ids = [...this.#running.keys()]
    if (ids.length === 0) return
    await this.#quietly(async () => {
      const held = await this.table.renew(ids)
      for (const id of ids)
        if (!held.has(id)) this.#running.get(id)?.abort.abort(new Error('Another runner took the job over'))
    })
  }

  /** If the database cannot be reached, that is reported and survived: the lock expires and the job returns to the queue. */
  async #quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (fault) {
      this.#options.onFault?.(fault, null)
    }
  }
}

/** 1 s, 2 s, 4 s ... up to an hour: fifteen attempts span about four hours. */
export function retryDelayMs(attempts: number): number {
  return Math.min(1_000 * 2 ** Math.max(0, attempts - 1), 3_600_000)
}
