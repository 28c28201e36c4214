import type { Api } from '#api/api.ts'
import type { AdvertDraft } from '#domain/adverts/advert-draft.ts'
import type { ListedState } from '#domain/content/states.ts'
import { type ContentFilters, contentPage } from '#web/content/content-page.ts'

const ADVERT = 'id, page, position, title, image_url, link_url, status, start_date, end_date, updated_at'

/** Each with an index that begins with the status. */
export const ADVERT_SORTS = { title: 'title', start: 'start_date', end: 'end_date' }
export const ADVERT_ORDER = '-end'

/** Adverts with this status that end on these days, latest end first. */
export function listAdverts(api: Api, filters: ContentFilters & { status: ListedState }) {
  const query = api.tables.from('advertisements').select(ADVERT, { count: 'exact' }).eq('status', filters.status)
  return contentPage(query, filters, {
    searched: 'title',
    dated: 'end_date',
    sorts: ADVERT_SORTS,
    order: ADVERT_ORDER,
  })
}

/** All adverts within their period. Only one per position is shown. */
export async function listRunningAdverts(api: Api, now: Date) {
  const at = now.toISOString()
  const { data } = await api.tables
    .from('advertisements')
    .select('id, title, page, position, start_date, end_date')
    .eq('status', 'active')
    .lte('start_date', at)
    .gte('end_date', at)
    .order('start_date', { ascending: false })
    .order('id')
  return data ?? []
}

/** Adverts that run now or later, for the warning about two in one place. */
export async function listAdvertsAhead(api: Api, now: Date) {
  const { data } = await api.tables
    .from('advertisements')
    .select('id, title, page, position, start_date, end_date')
    .eq('status', 'active')
    .gte('end_date', now.toISOString())
    .order('start_date')
    .order('id')
    .limit(500)
  return data ?? []
}

export type AdvertAhead = Awaited<ReturnType<typeof listAdvertsAhead>>[number]

export function readAdvert(api: Api, id: string) {
  return api.tables.from('advertisements').select(ADVERT).eq('id', id).maybeSingle()
}

export type Advert = NonNullable<Awaited<ReturnType<typeof readAdvert>>['data']>

export function addAdvert(api: Api, id: string, advert: AdvertDraft) {
  return api.tables
    .from('advertisements')
    .insert({ id, ...advert })
    .select('id')
}

/** Optimistic concurrency: updates no row if the advert's version has changed. */
export function updateAdvert(api: Api, { id, version }: { id: string; version: string }, advert: AdvertDraft) {
  return api.tables
    .from('advertisements')
    .update({ ...advert })
    .eq('id', id)
    .eq('updated_at', version)
    .select('id')
}
