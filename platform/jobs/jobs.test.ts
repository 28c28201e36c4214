import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { currentContext } from '#platform/traces/execution-context.ts'
import { type Jobs, type JobsOptions, retryDelayMs, startJobs } from './start-jobs.ts'

/** A long timeout, because the machine may be busy. */
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

let db: TestDatabase
const started: Jobs[] = []
beforeAll(async () => {
  db = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop(50)))
  await db.owner.query('delete from jobs.queue; delete from jobs.schedules')
})
afterAll(() => db.drop())

async function start(options: Omit<JobsOptions, 'database'>): Promise<Jobs> {
  const jobs = await startJobs({ database: db.database, ...options })
  started.push(jobs)
  return jobs
}
const enqueue = (sql: string, role = 'service_role') =>
  db.database.as({ role, claims: { role } }, (tx) => tx.query(sql))
const queue = async () => (await db.owner.query('select * from jobs.queue order by id')).rows

describe('a job', () => {
  test('runs soon after its transaction commits, and is gone', async () => {
    const seen: unknown[] = []
    const greet = async (payload: unknown, { attempt }: { attempt: number }) =>
      void seen.push([payload, attempt, currentContext()?.task])
    await start({ tasks: { greet } })
    await enqueue(`select jobs.enqueue('greet', '{"name": "Ada"}')`, 'auth_admin')
    await soon(async () => expect([seen, await queue()]).toEqual([[[{ name: 'Ada' }, 1, 'greet']], []]))
  })

  test('is not enqueued by a failed transaction, nor by users', async () => {
    const failing = db.database.as(SERVICE, async (tx) => {
      await tx.query(`select jobs.enqueue('greet')`)
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await expect(enqueue(`select jobs.enqueue('greet')`, 'authenticated')).rejects.toMatchObject({ code: '42501' })
    expect(await queue()).toEqual([])
  })

  test('waits until it is due', async () => {
    const seen: number[] = []
    await start({ tasks: { later: async () => void seen.push(1) } })
    await enqueue(`select jobs.enqueue('later', run_at => now() + interval '1 hour', job_key => 'k')`)
    await enqueue(`select jobs.enqueue('later', run_at => now() + interval '300 milliseconds', job_key => 'k')`)
    expect(seen).toEqual([])
    await soon(() => expect(seen).toEqual([1]))
  })

  test('is retried after a fault, with growing delays, and stays visible in the end', async () => {
    const faults: unknown[] = []
    const tasks = { fails: async () => Promise.reject(new Error('not today')) }
    await start({ tasks, onFault: (fault) => faults.push(fault) })
    await enqueue(`select jobs.enqueue('fails')`)
    await soon(async () =>
      expect((await queue())[0]).toMatchObject({ last_error: 'not today', held_by: null, attempts: 1 }),
    )
    await db.owner.query('update jobs.queue set attempts = 14, run_at = now()')
    await enqueue(`select pg_notify('jobs_enqueued', '')`)
    await soon(async () => expect((await queue())[0]).toMatchObject({ attempts: 15, failed_at: expect.any(Date) }))
    expect(faults.length).toBeGreaterThanOrEqual(2)
  })

  test('enqueued again while it runs, runs again with the new payload', async () => {
    const seen: unknown[] = []
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await start({
      tasks: {
        slow: async (payload) => {
          seen.push(payload)
          if (seen.length === 1) await held
        },
      },
    })
    await enqueue(`select jobs.enqueue('slow', '1', job_key => 's')`)
    await soon(() => expect(seen).toEqual([1]))
    await enqueue(`select jobs.enqueue('slow', '2', job_key => 's')`)
    release()
    await soon(async () => expect([seen, await queue()]).toEqual([[1, 2], []]))
  })

  test('can be cancelled until it runs', async () => {
    await enqueue(`select jobs.enqueue('greet', job_key => 'c')`)
    expect((await enqueue(`select jobs.cancel('c') as done`)).rows).toEqual([{ done: true }])
    expect((await enqueue(`select jobs.cancel('c') as done`)).rows).toEqual([{ done: false }])
  })
})

describe('several runners', () => {
  test('share two hundred jobs, each run once', async () => {
    const seen: unknown[] = []
    const tasks = { count: async (payload: unknown) => void seen.push(payload) }
    await enqueue(`select jobs.enqueue('count', to_jsonb(n)) from generate_series(1, 200) n`)
    await Promise.all([start({ tasks }), start({ tasks }), start({ tasks })])
    await soon(async () => expect(await queue()).toEqual([]))
    expect(seen).toHaveLength(200)
    expect(new Set(seen).size).toBe(200)
  })

  test('share a schedule: each run is executed once', async () => {
    let turns = 0
    const tasks = {
      tick: async () => {
        turns += 1
      },
    }
    const crontab = [{ task: 'tick', everySeconds: 1 }]
    const seconds = async () =>
      Number((await db.owner.query('select extract(epoch from clock_timestamp()) as now')).rows[0].now)
    const beganAt = await seconds()
    await Promise.all([start({ tasks, crontab }), start({ tasks, crontab })])
    await soon(() => expect(turns).toBeGreaterThanOrEqual(3))
    // A busy machine skips runs; two runners that each executed every run would exceed one per second.
    expect(turns).toBeLessThanOrEqual((await seconds()) - beganAt + 1)
  })

  test('run a repeated task in time behind a long queue', async () => {
    await enqueue(`select jobs.enqueue('mail', run_at => now() - interval '1 hour') from generate_series(1, 2000)`)
    let turns = 0
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const tasks = {
      mail: () => held,
      slow: () => held,
      tick: async () => {
        turns += 1
      },
    }
    await start({ tasks, crontab: ['tick', 'slow'].map((task) => ({ task, everySeconds: 1 })) })
    // All slots of the queue are in use, and so is that of the other repeated task.
    await soon(() => expect(turns).toBeGreaterThanOrEqual(3))
    release()
  })

  test('keep the position of a run that is still queued', async () => {
    await db.owner.query(
      `insert into jobs.schedules (task, every_seconds, next_run_at) values ('tick', 1, now() - interval '1 minute')`,
    )
    const due = async () => {
      await db.owner.query(`update jobs.schedules set next_run_at = now() - interval '1 second'`)
      await enqueue(`select jobs.enqueue_due_schedules('{tick}')`)
      return (await queue())[0]?.run_at
    }
    const first = await due()
    expect(await due()).toEqual(first)
    await db.owner.query(`update jobs.queue set attempts = 3, run_at = now() + interval '1 hour'`)
    expect((await due()).getTime()).toBeLessThan(Date.now() + 60_000)
  })

  test('return unfinished jobs at once on shutdown', async () => {
    const seen: string[] = []
    const first = await start({ tasks: { stuck: async () => new Promise(() => void seen.push('first')) } })
    await enqueue(`select jobs.enqueue('stuck')`)
    await soon(() => expect(seen).toEqual(['first']))
    await first.stop(20)
    await start({ tasks: { stuck: async () => void seen.push('second') } })
    await soon(() => expect(seen).toEqual(['first', 'second']))
  })
})

test('a crontab may only name tasks that exist', async () => {
  await expect(
    startJobs({ database: db.database, tasks: {}, crontab: [{ task: 'none', everySeconds: 1 }] }),
  ).rejects.toThrow('none')
})

test('retryDelayMs doubles up to an hour', () => {
  expect([1, 2, 3, 15].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 3_600_000])
})
