import type { GaugeQuery } from '#platform/metrics/gauge-queries.ts'

/** Metrics of the mail queue, from the database. */
export const mailMetrics: GaugeQuery = {
  gauges: {
    mails_waiting: { help: 'Mails that are due and have not gone out, by lane.', label: 'lane' },
    mails_oldest_waiting_seconds: { help: 'How long ago the first of them was due.', label: 'lane' },
    mails_failed_last_day: { help: 'Mails that failed in the last 24 hours.' },
  },
  read: (tx) =>
    tx.query(`
      select f.name, l.lane as label, f.value from unnest(array['codes', 'transactional', 'anonymous', 'bulk']) l (lane) left join (
        select lane, count(*)::float8 as mails, extract(epoch from clock_timestamp() - min(due_at))::float8 as age
        from mail.messages where status = 'queued' and due_at <= clock_timestamp() group by lane
      ) w on w.lane = l.lane
      cross join lateral (values ('mails_waiting', coalesce(w.mails, 0)), ('mails_oldest_waiting_seconds', coalesce(w.age, 0))) f (name, value)
      union all select 'mails_failed_last_day', null, count(*)::float8 from mail.messages
        where status = 'failed' and next_attempt_at > now() - interval '24 hours'`),
}
