import type { Api } from '#api/api.ts'
import type { Banner } from '#domain/banners/banner.ts'
import type { BannerDraft } from '#domain/banners/banner-draft.ts'
import { COUNTED, listPage, rowRange } from '#web/list-page.ts'

const BANNER =
  'id, title, title_pcm, title_ha, title_yo, title_ig, link_path, tone, audience, state, starts_at, ends_at, ended_at, shown_until, updated_at, author:profiles(full_name)'

/** Those that are shown now or planned: at most 50. */
export async function listBannersAhead({ tables }: Api, now: Date) {
  const { data, error } = await tables
    .from('banners')
    .select(BANNER)
    .gt('shown_until', now.toISOString())
    .order('starts_at')
    .order('id')
    .limit(100)
  return { rows: (data ?? []).map(toRow), failure: error?.message ?? null }
}

/** Those that are over, the last one first. */
export async function listPastBanners({ tables }: Api, { now, page }: { now: Date; page: number }) {
  const past = await tables
    .from('banners')
    .select(BANNER, COUNTED)
    .lte('shown_until', now.toISOString())
    .order('shown_until', { ascending: false })
    .order('id')
    .range(...rowRange(page))
  return listPage(past.data === null ? past : { ...past, data: past.data.map(toRow) })
}

export async function readBannerRow({ tables }: Api, id: string) {
  const { data } = await tables.from('banners').select(BANNER).eq('id', id).maybeSingle()
  return { data: data && toRow(data) }
}

/** A row of the table: its checks make these columns what a banner has. */
function toRow<Row extends { tone: string; audience: string }>(row: Row) {
  return { ...row, tone: row.tone as Banner['tone'], audience: row.audience as Banner['audience'] }
}

export type BannerRow = Awaited<ReturnType<typeof listBannersAhead>>['rows'][number]

export const addBanner = ({ tables }: Api, id: string, banner: BannerDraft) =>
  tables
    .from('banners')
    .insert({ id, ...banner })
    .select('id')

/** Optimistic concurrency: updates no row if the banner's version has changed. */
export const updateBanner = ({ tables }: Api, at: { id: string; version: string }, banner: BannerDraft) =>
  tables
    .from('banners')
    .update({ ...banner })
    .eq('id', at.id)
    .eq('updated_at', at.version)
    .select('id')

/** Ends it at once, unless it was ended already. */
export const endBanner = ({ tables }: Api, id: string) =>
  tables
    .from('banners')
    // The guard writes the database's time.
    .update({ ended_at: new Date().toISOString() })
    .eq('id', id)
    .is('ended_at', null)
    .select('id')

/** Shows one again that was ended within the last minute, unless it is shown already. */
export const showBannerAgain = ({ tables }: Api, id: string) =>
  tables.from('banners').update({ ended_at: null }).eq('id', id).not('ended_at', 'is', null).select('id')
