// Positions of adverts on a page (specification 2 and 4): top, bottom, and one in the middle, inserted at index 6; on a
// page with fewer than 7 items the middle one comes after the last card (design.md 7).
import { MIDDLE_ADVERT_INDEX } from '#domain/limits.ts'

export const ADVERT_PAGES = ['home', 'products', 'group-buys', 'vendors', 'blog'] as const
export const ADVERT_POSITIONS = ['top', 'middle', 'bottom'] as const
export type AdvertPage = (typeof ADVERT_PAGES)[number]
export type AdvertPosition = (typeof ADVERT_POSITIONS)[number]

interface ScheduledAdvert {
  id: string
  page: string
  position: string
  start_date: string
  end_date: string
}

/** The advert shown at a position: of those running now, the one that started last. */
export function activeAdvert<Advert extends ScheduledAdvert>(
  { page, position }: Pick<ScheduledAdvert, 'page' | 'position'>,
  { adverts, now }: { adverts: readonly Advert[]; now: Date },
): Advert | null {
  const at = now.getTime()
  const running = adverts.filter(
    (advert) =>
      advert.page === page &&
      advert.position === position &&
      Date.parse(advert.start_date) <= at &&
      at <= Date.parse(advert.end_date),
  )
  running.sort((a, b) => Date.parse(b.start_date) - Date.parse(a.start_date) || (a.id < b.id ? -1 : 1))
  return running[0] ?? null
}

/** The first advert of each position, in input order. */
export function advertsByPosition<T extends { position: string }>(
  adverts: readonly T[],
): Partial<Record<AdvertPosition, T>> {
  return Object.fromEntries(
    ADVERT_POSITIONS.flatMap((position) => {
      const first = adverts.find((advert) => advert.position === position)
      return first ? [[position, first]] : []
    }),
  )
}

/** Index at which to insert the middle advert into a list of this length; null for an empty list. */
export function middleAdvertIndex(items: number): number | null {
  return items === 0 ? null : Math.min(MIDDLE_ADVERT_INDEX, items)
}
