import type { Api } from '#api/api.ts'
import type { RegionAudience } from '#domain/messages/region-notices.ts'
import { listPage, rowRange } from '#web/list-page.ts'

/** One page of the notices to states that the viewer looks after, newest first. */
export async function listRegionNotices(api: Api, page: number) {
  return listPage(
    await api.tables
      .from('region_broadcasts')
      .select(
        'id, author_id, author_name, states, audience, title, body, status, expected, recipients, delivered, approver_name, created_at, starts_at, ended_at',
        { count: 'exact' },
      )
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowRange(page)),
  )
}

export type RegionNoticeRow = Awaited<ReturnType<typeof listRegionNotices>>['rows'][number]

/** How many people a notice would reach. */
export async function readAudienceSize(api: Api, states: string[], audience: RegionAudience): Promise<number> {
  const { data } = await api.tables.rpc('region_audience_size', { states, audience })
  return data ?? 0
}
