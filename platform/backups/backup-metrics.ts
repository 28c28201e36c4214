import type { GaugeQuery } from '#platform/metrics/gauge-queries.ts'

/** Time of the last backup; no sample if none was ever taken. */
export const backupMetrics: GaugeQuery = {
  gauges: { backup_taken_timestamp_seconds: { help: 'The moment that the newest backup shows.' } },
  read: (tx) =>
    tx.query(`
      select 'backup_taken_timestamp_seconds' as name, null as label, extract(epoch from max(taken_at))::float8 as value
        from site.backups having max(taken_at) is not null`),
}
