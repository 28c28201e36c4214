import type { Api } from '#api/api.ts'
import { type AdvertPage, advertsByPosition } from '#domain/adverts/placement.ts'
import { errorTexts } from '#domain/texts/errors.ts'

export interface ShownAdvert {
  id: string
  position: string
  title: string
  image_url: string | null
  link_url: string | null
}

export interface PageAdverts {
  byPosition: ReturnType<typeof advertsByPosition<ShownAdvert>>
  error: string | null
}

/** The adverts to show on a page now, one per position. A response that is not a list counts as a failure. */
export async function listAdverts(api: Api, page: AdvertPage, now: string): Promise<PageAdverts> {
  const { data, error } = await api.tables
    .from('advertisements')
    .select('id, position, title, image_url, link_url')
    .eq('page', page)
    .eq('status', 'active')
    .gte('end_date', now)
    .lte('start_date', now)
    .order('position', { ascending: true })
    .order('start_date', { ascending: false })
    .order('id')
  if (error) return { byPosition: {}, error: errorTexts.dealsNotFetched }
  if (!Array.isArray(data)) return { byPosition: {}, error: errorTexts.invalidData }
  return { byPosition: advertsByPosition(data), error: null }
}
