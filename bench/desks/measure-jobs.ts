import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export interface JobTime {
  task: string
  /** Milliseconds of one run; null if it did not end in time or failed. */
  ms: number | null
  /** Milliseconds of processor time meanwhile, of the product and PostgreSQL together. */
  workMs: number
}

interface JobSite {
  origin: string
  secretKey: string
  owner: pg.ClientBase
  workMs(): number
}

const MAX_WAIT_MS = 300_000

/** Puts off all repeated tasks, so that none runs while something else is measured. */
export async function postponeJobs(owner: pg.ClientBase): Promise<void> {
  await owner.query(`update jobs.schedules set next_run_at = now() + interval '6 hours'`)
}

/** Runs each repeated task once, one at a time, and takes its time from the metrics of the site. */
export async function measureJobs(site: JobSite): Promise<JobTime[]> {
  const { rows } = await site.owner.query<{ task: string }>('select task from jobs.schedules order by task')
  const times: JobTime[] = []
  for (const { task } of rows) {
    const before = site.workMs()
    const ms = await runOnce(site, task)
    times.push({ task, ms, workMs: site.workMs() - before })
  }
  return times
}

async function runOnce(site: JobSite, task: string): Promise<number | null> {
  await postponeJobs(site.owner)
  const before = await readDurations(site, task)
  await site.owner.query('update jobs.schedules set next_run_at = now() where task = $1', [task])
  await site.owner.query(`select pg_notify('jobs_enqueued', '')`)
  const until = performance.now() + MAX_WAIT_MS
  while (performance.now() < until) {
    await sleep(250)
    const now = await readDurations(site, task)
    if (now.failed > before.failed) return null
    if (now.runs > before.runs) return ((now.seconds - before.seconds) / (now.runs - before.runs)) * 1000
  }
  return null
}

async function readDurations({ origin, secretKey }: JobSite, task: string) {
  const answer = await fetch(`${origin}/metrics`, { headers: { apikey: secretKey } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The metrics could not be read: ${answer.status}`)
  const read = (name: string, outcome: string) =>
    Number(
      new RegExp(`^jobs_run_duration_seconds_${name}\\{task="${task}",outcome="${outcome}"\\} (.*)$`, 'm').exec(
        text,
      )?.[1] ?? 0,
    )
  return { runs: read('count', 'done'), seconds: read('sum', 'done'), failed: read('count', 'failed') }
}
