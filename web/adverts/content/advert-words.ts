import { ADVERT_PAGES, ADVERT_POSITIONS, type AdvertPage, type AdvertPosition } from '#domain/adverts/placement.ts'

const pageWords: Record<AdvertPage, string> = {
  home: 'Home',
  products: 'Browse Deals',
  'group-buys': 'Group Buys',
  vendors: 'Vendor Shops',
  blog: 'Blog',
}

const positionWords: Record<AdvertPosition, string> = { top: 'Top', middle: 'Middle', bottom: 'Bottom' }

export const pageOptions = ADVERT_PAGES.map((value) => ({ value, label: pageWords[value] }))
export const positionOptions = ADVERT_POSITIONS.map((value) => ({ value, label: positionWords[value] }))

/** "Browse Deals, top" */
export function placeText({ page, position }: { page: string; position: string }): string {
  return `${pageWords[page as AdvertPage] ?? page}, ${position}`
}

/** Whether an advert is before, in or after its period. */
export function runText({ start_date: start, end_date: end }: { start_date: string; end_date: string }, now: Date) {
  if (now < new Date(start)) return { text: 'Not yet', tone: 'info' as const }
  if (now > new Date(end)) return { text: 'Over', tone: 'plain' as const }
  return { text: 'Showing', tone: 'good' as const }
}
