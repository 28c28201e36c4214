import { Gauge, Histogram, type Registry } from 'prom-client'
import type { JobsOptions } from './start-jobs.ts'

type JobSet = Pick<JobsOptions, 'tasks' | 'crontab'>

/** The same tasks, with their runs counted by outcome and the time of each repeated task's last success. */
export function countJobs(registry: Registry, { tasks, crontab = [] }: JobSet): JobSet {
  const durations = new Histogram({
    name: 'jobs_run_duration_seconds',
    help: 'Runs of jobs by task and outcome, and their duration.',
    labelNames: ['task', 'outcome'],
    buckets: [0.05, 0.5, 5, 60],
    registers: [registry],
  })
  const succeeded = new Gauge({
    name: 'jobs_last_success_timestamp_seconds',
    help: 'Time of the last successful run of a repeated task in this process; before that, the start of the process.',
    labelNames: ['task'],
    aggregator: 'max',
    registers: [registry],
  })
  const intervals = new Gauge({
    name: 'jobs_interval_seconds',
    help: 'Interval of a repeated task.',
    labelNames: ['task'],
    aggregator: 'max',
    registers: [registry],
  })
  for (const { task, everySeconds } of crontab) {
    intervals.set({ task }, everySeconds)
    succeeded.setToCurrentTime({ task })
  }
  const repeated = new Set(crontab.map(({ task }) => task))
  const counted = Object.entries(tasks).map(([task, run]): [string, typeof run] => [
    task,
    async (payload, context) => {
      const startedAt = performance.now()
      const observe = (outcome: 'done' | 'failed') =>
        durations.observe({ task, outcome }, (performance.now() - startedAt) / 1_000)
      try {
        await run(payload, context)
      } catch (fault) {
        observe('failed')
        throw fault
      }
      observe('done')
      if (repeated.has(task)) succeeded.setToCurrentTime({ task })
    },
  ])
  return { tasks: Object.fromEntries(counted), crontab }
}
