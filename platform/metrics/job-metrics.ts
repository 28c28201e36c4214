import { Gauge, Histogram, type Registry } from 'prom-client'
import type { JobsOptions } from '../jobs/start-jobs.ts'

type Work = Pick<JobsOptions, 'tasks' | 'crontab'>

/** The same tasks, whose runs are counted by their outcome, with the time of each one's last success. */
export function countJobs(registry: Registry, { tasks, crontab = [] }: Work): Work {
  const durations = new Histogram({
    name: 'jobs_run_duration_seconds',
    help: 'Runs of jobs by task and outcome, and how long they took.',
    labelNames: ['task', 'outcome'],
    buckets: [0.05, 0.5, 5, 60],
    registers: [registry],
  })
  const succeeded = new Gauge({
    name: 'jobs_last_success_timestamp_seconds',
    help: 'When a repeated task last ran to its end in this process; before that, when the process began.',
    labelNames: ['task'],
    aggregator: 'max',
    registers: [registry],
  })
  const turns = new Gauge({
    name: 'jobs_turn_seconds',
    help: 'How often a repeated task has its turn.',
    labelNames: ['task'],
    aggregator: 'max',
    registers: [registry],
  })
  for (const { task, everySeconds } of crontab) {
    turns.set({ task }, everySeconds)
    succeeded.setToCurrentTime({ task })
  }
  const repeated = new Set(crontab.map(({ task }) => task))
  const counted = Object.entries(tasks).map(([task, run]): [string, typeof run] => [
    task,
    async (payload, context) => {
      const startedAt = performance.now()
      const note = (outcome: 'done' | 'failed') =>
        durations.observe({ task, outcome }, (performance.now() - startedAt) / 1_000)
      try {
        await run(payload, context)
      } catch (fault) {
        note('failed')
        throw fault
      }
      note('done')
      if (repeated.has(task)) succeeded.setToCurrentTime({ task })
    },
  ])
  return { tasks: Object.fromEntries(counted), crontab }
}
