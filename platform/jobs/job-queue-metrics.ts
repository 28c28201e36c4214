import type { GaugeQuery } from '#platform/metrics/gauge-queries.ts'

/** Gauges of the job queue, for all processes together. */
export const jobQueueMetrics: GaugeQuery = {
  gauges: {
    jobs_waiting: { help: 'Jobs that are due and not claimed.' },
    jobs_oldest_waiting_seconds: { help: 'Time since the oldest of them became due.' },
    jobs_failed: { help: 'Jobs that failed after all attempts.' },
    jobs_delay_seconds: { help: 'Delay of the next run of a repeated task.', label: 'task' },
  },
  read: (tx) =>
    tx.query(`
      select name, null as label, value from (
        select count(*)::float8 as jobs, coalesce(extract(epoch from clock_timestamp() - min(run_at)), 0)::float8 as age from jobs.queue
        where failed_at is null and run_at <= clock_timestamp() and (held_until is null or held_until < clock_timestamp())
      ) w cross join lateral (values ('jobs_waiting', w.jobs), ('jobs_oldest_waiting_seconds', w.age)) f (name, value)
      union all select 'jobs_failed', null, count(*)::float8 from jobs.queue where failed_at is not null
      union all select 'jobs_delay_seconds', task, greatest(0, extract(epoch from clock_timestamp() - next_run_at))::float8 from jobs.schedules`),
}
