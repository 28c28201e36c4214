// Input for an advert. Adverts are scheduled by dates alone (design.md 7).
import { link, picture } from '#domain/forms/addresses.ts'
import { moment } from '#domain/forms/times.ts'
import { type Checked, checkAlso, checkFields, oneOf, optional, text } from '#domain/forms/validation.ts'
import { ADVERT_PAGES, ADVERT_POSITIONS, type AdvertPage, type AdvertPosition } from './placement.ts'

/** A row of `advertisements` in wire format. */
export interface AdvertDraft {
  page: AdvertPage
  position: AdvertPosition
  title: string
  image_url: string | null
  link_url: string | null
  /** ISO text in UTC. */
  start_date: string
  end_date: string
}

export function checkAdvert(input: Readonly<Record<string, unknown>>): Checked<AdvertDraft> {
  const checked = checkFields<AdvertDraft>(input, {
    page: oneOf({ label: 'page', among: ADVERT_PAGES }),
    position: oneOf({ label: 'position', among: ADVERT_POSITIONS }),
    title: text({ label: 'Title', min: 2, max: 120 }),
    image_url: optional(picture({ label: 'Picture' })),
    link_url: optional(link({ label: 'Link' })),
    start_date: moment({ label: 'Start' }),
    end_date: moment({ label: 'End' }),
  })
  return checkAlso(checked, (advert) => {
    return advert.end_date <= advert.start_date ? { end_date: 'End must be after the start.' } : {}
  })
}
