import { RATE_SILENT_MINUTES } from '#domain/settings/setting-bounds.ts'
import { isRate, rateText } from '#domain/settings/settings.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { notifyOfRateChange } from './notify-of-rate-change.ts'

/** Notifies the users concerned, once, of rates that were planned an hour ago and not withdrawn. */
export async function notifyOfPlannedRates(database: Pick<Database, 'as'>, siteUrl: string): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<PlannedRateRow>(
      `update public.settings s set notified_at = clock_timestamp() where public.is_notified_rate(s.key) and s.notified_at is null and s.withdrawn_at is null
         and s.created_at <= now() - make_interval(mins => $1)
       returning s.key, s.value, s.effective_from, s.note, (select b.value from public.settings b where b.key = s.key and b.withdrawn_at is null
         and b.effective_from < s.effective_from order by b.effective_from desc limit 1) as was`,
      [RATE_SILENT_MINUTES],
    )
    for (const { key, value, was, effective_from: from, note } of rows) {
      if (!isRate(key)) continue
      const rates = { was: rateText(Number(was)), becomes: rateText(Number(value)) }
      await notifyOfRateChange(tx, { key, from, siteUrl, isWithdrawn: false, note, ...rates })
    }
  })
}

interface PlannedRateRow {
  key: string
  value: unknown
  was: unknown
  effective_from: Date
  note: string
}
