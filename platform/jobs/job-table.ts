import { type Database, SERVICE } from '#platform/postgres/database.ts'

export interface ClaimedJob {
  id: string
  task: string
  payload: unknown
  /** Number of the run about to start, from 1. */
  attempts: number
  /** Rises whenever the job is enqueued again; if that happens during a run, the job stays for another one. */
  revision: number
}

/**
 * Lifetime of a lock. A runner renews its locks well before they expire; the jobs of a dead runner become available
 * after it.
 */
export const LOCK_SECONDS = 20

/** The job table, as one runner uses it. */
export interface JobTable {
  schedule(entries: { task: string; everySeconds: number }[]): Promise<void>
  claim(limit: number): Promise<ClaimedJob[]>
  /** Returns the ids that are still locked; missing ones were taken over by another runner. */
  renew(ids: string[]): Promise<Set<string>>
  finish(job: ClaimedJob): Promise<void>
  /** Schedules the next attempt after `delayMs`; null gives the job up, and its row stays for an operator. */
  fail(job: ClaimedJob, error: string, delayMs: number | null): Promise<void>
  /** Returns jobs that a shutdown interrupted to the queue; their run does not count as an attempt. */
  release(ids: string[]): Promise<void>
  /** Milliseconds until the next job is due; 0 or less if one is due already, Infinity if the queue is empty. */
  nextDueInMs(): Promise<number>
}

interface RunnerScope {
  /** A uuid that identifies the runner in locked rows. */
  runner: string
  tasks: string[]
  /** Repeated tasks that it enqueues. */
  repeated: string[]
}

export function jobTable(database: Database, { runner, tasks, repeated }: RunnerScope): JobTable {
  const run = (sql: string, values: unknown[]) => database.as(SERVICE, (tx) => tx.query(sql, values))
  return {
    async schedule(entries) {
      for (const { task, everySeconds } of entries) await run(SCHEDULE, [task, everySeconds])
    },
    async claim(limit) {
      if (repeated.length > 0) await run('select jobs.enqueue_due_schedules($1)', [repeated])
      const { rows } = await run(CLAIM, [runner, LOCK_SECONDS, tasks, limit])
      return rows as ClaimedJob[]
    },
    async renew(ids) {
      const { rows } = await run(RENEW, [runner, LOCK_SECONDS, ids])
      return new Set(rows.map((row: { id: string }) => row.id))
    },
    async finish(job) {
      await run(FINISH, [runner, job.id, job.revision])
    },
    async fail(job, error, delayMs) {
      await run(FAIL, [runner, job.id, job.revision, error.slice(0, 2_000), delayMs === null ? null : delayMs / 1_000])
    },
    async release(ids) {
      await run(RELEASE, [runner, ids])
    },
    async nextDueInMs() {
      const { rows } = await run(NEXT_DUE, [tasks, repeated])
      return (rows[0] as { wait: number | null }).wait ?? Number.POSITIVE_INFINITY
    },
  }
}

const SCHEDULE = `
  insert into jobs.schedules (task, every_seconds) values ($1, $2)
  on conflict (task) do update set every_seconds = excluded.every_seconds,
    next_run_at = least(schedules.next_run_at, now() + make_interval(secs => excluded.every_seconds))
  where schedules.every_seconds <> excluded.every_seconds`

const CLAIM = `
  update jobs.queue set held_by = $1, held_until = clock_timestamp() + make_interval(secs => $2), attempts = attempts + 1
  where id = any (array(
    select id from jobs.queue
    where task = any ($3) and failed_at is null and run_at <= clock_timestamp()
      and (held_until is null or held_until < clock_timestamp())
    order by run_at, id limit $4 for update skip locked))
  returning id::text, task, payload, attempts, revision`

const RENEW = `
  update jobs.queue set held_until = clock_timestamp() + make_interval(secs => $2)
  where id = any ($3::bigint[]) and held_by = $1 returning id::text`

// A job that was enqueued again while it ran remains, unlocked, for its next run.
const FINISH = `
  with finished as (delete from jobs.queue where id = $2 and held_by = $1 and revision = $3 returning id)
  update jobs.queue set held_by = null, held_until = null
  where id = $2 and held_by = $1 and not exists (select from finished)`

const FAIL = `
  update jobs.queue set held_by = null, held_until = null,
    last_error = case when revision = $3 then $4 end,
    run_at = case when revision <> $3 then run_at when $5::float8 is null then run_at
             else clock_timestamp() + make_interval(secs => $5) end,
    failed_at = case when revision = $3 and $5 is null then now() end
  where id = $2 and held_by = $1`

const RELEASE = `
  update jobs.queue set held_by = null, held_until = null, attempts = greatest(attempts - 1, 0)
  where id = any ($2::bigint[]) and held_by = $1`

const NEXT_DUE = `
  select extract(epoch from least(
    (select min(greatest(run_at, coalesce(held_until, run_at))) from jobs.queue where task = any ($1) and failed_at is null),
    (select min(next_run_at) from jobs.schedules where task = any ($2))) - clock_timestamp())::float8 * 1000 as wait`
