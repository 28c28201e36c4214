import { type Banner, type BannerAudience, type BannerOverlap, TRANSLATED_TITLES } from '#domain/banners/banner.ts'
import { LANGUAGES, type Language } from '#web/languages/languages.ts'
import { datedMoment } from '#web/ui/format.ts'

export const audienceLabels: Record<BannerAudience, string> = {
  everyone: 'Everyone',
  shops: 'Shops: owners and staff, on all pages',
  state: 'People whose chosen area is in one state',
}

/** "Everyone", "Shops", "People in Lagos" */
export function audienceText({ audience, state }: Pick<Banner, 'audience' | 'state'>): string {
  if (audience === 'state') return `People in ${state}`
  return audience === 'shops' ? 'Shops' : 'Everyone'
}

export const toneLabels = { information: 'Information', warning: 'Warning' } as const

/** "Sat 14 Mar 2026, 5 pm to Sun 15 Mar 2026, 5 pm" */
export const bannerSpan = ({ starts_at: from, shown_until: until }: Pick<Banner, 'starts_at' | 'shown_until'>) =>
  `${datedMoment(from)} to ${datedMoment(until)}`

/** The other languages than English that a banner has lines in. */
export const translatedInto = (banner: Banner): (Language & keyof typeof TRANSLATED_TITLES)[] =>
  (Object.keys(TRANSLATED_TITLES) as (keyof typeof TRANSLATED_TITLES)[]).filter(
    (language) => banner[TRANSLATED_TITLES[language]],
  )

export const languageName = (language: Language): string => LANGUAGES[language].name

/** An overlap as a sentence of the banner `of`. */
export function bannerOverlapText({ shown, hidden, readers, state }: BannerOverlap, of: Pick<Banner, 'id'>): string {
  const isHidden = hidden.id === of.id
  const people = READERS[readers].replace('{state}', state ?? '')
  return isHidden ? `${people} “${shown.title}” instead.` : `${people} this one instead of “${hidden.title}”.`
}

const READERS: Record<BannerOverlap['readers'], string> = {
  all: 'Its readers see',
  shops: 'Shops see',
  state: 'People in {state} see',
  'shops of the state': 'Shops in {state} see',
}
