import { type Banner, type BannerAudience, type BannerOverlap, TRANSLATED_TITLES } from '#domain/banners/banner.ts'
import { truncate } from '#domain/texts/truncate.ts'
import { LANGUAGES, type Language } from '#web/languages/languages.ts'
import { datedMoment } from '#web/ui/format.ts'
import type { BannerRow } from './queries.ts'

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

/** "Sat 14 Mar 2026, 5 pm to Sun 15 Mar 2026, 5 pm", and how it ended if not by its time. */
export function bannerSpan(banner: Pick<BannerRow, 'starts_at' | 'ends_at' | 'ended_at'>): string {
  const { starts_at: from, ends_at: until, ended_at: ended } = banner
  const planned = `${datedMoment(from)} to ${datedMoment(until)}`
  if (ended === null) return planned
  if (Date.parse(ended) < Date.parse(from)) return `Withdrawn ${datedMoment(ended)}, planned for ${planned}`
  return `${datedMoment(from)} to ${datedMoment(ended)}, ended by hand, planned until ${datedMoment(until)}`
}

/** The other languages than English that a banner has lines in. */
export const translatedInto = (banner: Banner): (Language & keyof typeof TRANSLATED_TITLES)[] =>
  (Object.keys(TRANSLATED_TITLES) as (keyof typeof TRANSLATED_TITLES)[]).filter(
    (language) => banner[TRANSLATED_TITLES[language]],
  )

export const languageName = (language: Language): string => LANGUAGES[language].name

/** Overlaps as sentences of the banner `of`; those of banners with the same words are one. */
export const bannerOverlapTexts = (overlaps: readonly BannerOverlap[], of: Pick<Banner, 'id'>): string[] => [
  ...new Set(overlaps.map((overlap) => overlapText(overlap, of))),
]

function overlapText({ shown, hidden, readers, state }: BannerOverlap, of: Pick<Banner, 'id'>): string {
  const people = READERS[readers].replace('{state}', state ?? '')
  if (hidden.id === of.id) return `${people} ${quoted(shown.title)} instead.`
  const behind = `instead of ${quoted(hidden.title)}.`
  return readers === 'all' ? `It is shown ${behind}` : `${people} this one ${behind}`
}

const MAX_QUOTED = 80

const quoted = (title: string): string =>
  title.length > MAX_QUOTED ? `“${truncate(title, MAX_QUOTED).trimEnd()}…”` : `“${title}”`

const READERS: Record<BannerOverlap['readers'], string> = {
  all: 'Its readers see',
  shops: 'Shops see',
  state: 'People in {state} see',
  'shops of the state': 'Shops in {state} see',
}
