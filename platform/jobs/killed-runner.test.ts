import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { startJobs } from './start-jobs.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

/** The child process has no file of its own, so it imports by alias. */
const JOBS = '#platform/jobs/start-jobs.ts'

test('a runner takes over the job of a process that was killed, within a minute', async () => {
  const script = `
    import { openDatabase } from '#platform/postgres/database.ts'
    import { startJobs } from '${JOBS}'
    const database = openDatabase({ connectionString: process.argv[1] })
    await startJobs({ database, tasks: { long: () => new Promise(() => { console.log('holding'); setInterval(() => {}, 1000) }) } })`
  await db.database.as(SERVICE, (tx) => tx.query("select jobs.enqueue('long')"))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script, db.connectionString],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await new Promise<void>((holding) => child.stdout.once('data', () => holding()))
  child.kill('SIGKILL')
  const attempts: number[] = []
  const tasks = { long: async (_: unknown, { attempt }: { attempt: number }) => void attempts.push(attempt) }
  const second = await startJobs({ database: db.database, tasks })
  await vi.waitFor(() => expect(attempts).toEqual([2]), { timeout: 60_000, interval: 100 })
  await second.stop(50)
})
