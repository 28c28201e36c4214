import pg from 'pg'
import { fillMarket } from '#database/seed/fill/fill-market.ts'
import { postponeJobs } from '../desks/measure-jobs.ts'

const JOBS_END_WITHIN_MS = 60_000

/**
 * Fills the market of a site that is running. Its jobs wait meanwhile: they and the sums, which are counted again, lock
 * the same rows in different orders.
 *
 * @throws {Error} when a job that is due has not ended after a minute.
 */
export async function fillRunningSite(options: Parameters<typeof fillMarket>[0]): Promise<void> {
  const owner = new pg.Client({ connectionString: options.connectionString })
  await owner.connect()
  try {
    await postponeJobs(owner)
    await waitForJobs(owner)
    await fillMarket(options)
    await owner.query('update jobs.schedules set next_run_at = now()')
  } finally {
    await owner.end()
  }
}

async function waitForJobs(owner: pg.ClientBase): Promise<void> {
  const since = performance.now()
  while (await areJobsRunning(owner)) {
    if (performance.now() - since > JOBS_END_WITHIN_MS) throw new Error('Jobs of the site have not ended')
    await new Promise((next) => setTimeout(next, 100))
  }
}

async function areJobsRunning(owner: pg.ClientBase): Promise<boolean> {
  const { rows } = await owner.query<{ are: boolean }>(
    'select exists (select from jobs.queue where failed_at is null and run_at <= clock_timestamp()) as are',
  )
  return rows[0]?.are ?? false
}
