import {
  ADVERT_PAGES,
  ADVERT_POSITIONS,
  type AdvertPage,
  type AdvertPosition,
  activeAdvert,
} from '#domain/adverts/placement.ts'
import type { Advert } from './queries.ts'

const pageLabels: Record<AdvertPage, string> = {
  home: 'Home',
  products: 'Browse Deals',
  'group-buys': 'Group Buys',
  vendors: 'Vendor Shops',
  blog: 'Blog',
}

const positionLabels: Record<AdvertPosition, string> = { top: 'Top', middle: 'Middle', bottom: 'Bottom' }

export const pageOptions = ADVERT_PAGES.map((value) => ({ value, label: pageLabels[value] }))
export const positionOptions = ADVERT_POSITIONS.map((value) => ({ value, label: positionLabels[value] }))

/** The position in words, such as "Browse Deals, top". */
export function positionText({ page, position }: { page: string; position: string }): string {
  return `${pageLabels[page as AdvertPage] ?? page}, ${position}`
}

/**
 * Whether an advert is before, in or after its period, and which advert is shown instead if a newer one has its
 * position.
 */
export function periodText(advert: AdvertPeriod, { now, running }: { now: Date; running: readonly AdvertPeriod[] }) {
  if (now < new Date(advert.start_date)) return { text: 'Not yet', tone: 'info' as const, instead: null }
  if (now > new Date(advert.end_date)) return { text: 'Over', tone: 'plain' as const, instead: null }
  const shown = activeAdvert(advert, { adverts: running, now })
  if (!shown || shown.id === advert.id) return { text: 'Showing', tone: 'good' as const, instead: null }
  return { text: 'Not showing', tone: 'warm' as const, instead: shown.title }
}

type AdvertPeriod = Pick<Advert, 'id' | 'title' | 'page' | 'position' | 'start_date' | 'end_date'>

/** A place of which one advert is shown at a time, as schedules name it. */
export const advertPlace = ({ page, position }: { page: string; position: string }): string => `${page}.${position}`

/** An advert as a schedule takes it. */
export const advertRun = (advert: AdvertPeriod) => ({
  id: advert.id,
  title: advert.title,
  place: advertPlace(advert),
  from: advert.start_date,
  to: advert.end_date,
})
