import type { Figures } from '../metrics/figures.ts'

/** When everything was last copied; missing where nobody has ever used the command. */
export const backupFigures: Figures = {
  gauges: { backup_taken_timestamp_seconds: { help: 'The moment that the newest backup shows.' } },
  read: (tx) =>
    tx.query(`
      select 'backup_taken_timestamp_seconds' as name, null as label, extract(epoch from max(taken_at))::float8 as value
        from site.backups having max(taken_at) is not null`),
}
