import type { Figures } from '../metrics/figures.ts'

/** The queue as the database sees it, whichever process works on it. */
export const jobFigures: Figures = {
  gauges: {
    jobs_waiting: { help: 'Jobs that are due and that no process has taken.' },
    jobs_oldest_waiting_seconds: { help: 'How long the first of them has been due.' },
    jobs_failed: { help: 'Jobs that were given up after all their attempts.' },
    jobs_turn_late_seconds: { help: 'How late the next turn of a repeated task is.', label: 'task' },
  },
  read: (tx) =>
    tx.query(`
      select name, null as label, value from (
        select count(*)::float8 as jobs, coalesce(extract(epoch from clock_timestamp() - min(run_at)), 0)::float8 as age from jobs.queue
        where failed_at is null and run_at <= clock_timestamp() and (held_until is null or held_until < clock_timestamp())
      ) w cross join lateral (values ('jobs_waiting', w.jobs), ('jobs_oldest_waiting_seconds', w.age)) f (name, value)
      union all select 'jobs_failed', null, count(*)::float8 from jobs.queue where failed_at is not null
      union all select 'jobs_turn_late_seconds', task, greatest(0, extract(epoch from clock_timestamp() - next_run_at))::float8 from jobs.schedules`),
}
