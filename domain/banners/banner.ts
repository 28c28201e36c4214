// Lines that chiefs show at the top of every page, and which of them a reader sees.
export const BANNER_TONES = ['information', 'warning'] as const
type BannerTone = (typeof BANNER_TONES)[number]

export const BANNER_AUDIENCES = ['everyone', 'shops', 'state'] as const
export type BannerAudience = (typeof BANNER_AUDIENCES)[number]

/** The columns with the line in other languages than English, by language. */
export const TRANSLATED_TITLES = {
  pcm: 'title_pcm',
  ha: 'title_ha',
  yo: 'title_yo',
  ig: 'title_ig',
} as const

type TranslatedTitle = (typeof TRANSLATED_TITLES)[keyof typeof TRANSLATED_TITLES]

/** A banner's line in its languages. */
export interface BannerTitles extends Record<TranslatedTitle, string | null> {
  /** In English. */
  title: string
}

/** A row of `banners` in wire format. */
export interface Banner extends BannerTitles {
  id: string
  link_path: string | null
  tone: BannerTone
  audience: BannerAudience
  state: string | null
  starts_at: string
  shown_until: string
}

/** The facts about a reader that banners depend on. */
interface BannerReader {
  /** Owner or staff of a shop. */
  isShop: boolean
  /** That of the chosen area; null without one. */
  state: string | null
}

/** Both as in the table's constraints. */
export const MAX_TITLE_LENGTH = 160
export const MAX_SHOWN_DAYS = 60

/** How long a banner that was ended can be shown again, in ms (`public.guard_banner`). */
export const SHOW_AGAIN_MS = 60_000

type Shown = Pick<Banner, 'starts_at' | 'shown_until'>

/** When a banner is shown, at the moment `now` in ms. */
export function bannerPhase({ starts_at: from, shown_until: until }: Shown, now: number): 'planned' | 'now' | 'past' {
  if (Date.parse(until) <= now) return 'past'
  return Date.parse(from) <= now ? 'now' : 'planned'
}

/** The one banner that a reader sees: a warning before information, then the newest start. */
export function chooseBanner(banners: readonly Banner[], reader: BannerReader, now: number): Banner | null {
  const own = banners.filter((banner) => bannerPhase(banner, now) === 'now' && isFor(banner, reader))
  return own.toSorted(byRank)[0] ?? null
}

const isFor = ({ audience, state }: Banner, reader: BannerReader): boolean =>
  audience === 'everyone' || (audience === 'shops' ? reader.isShop : state === reader.state)

/** The banner that is shown first comes first. */
function byRank(a: Banner, b: Banner): number {
  if (a.tone !== b.tone) return a.tone === 'warning' ? -1 : 1
  return Date.parse(b.starts_at) - Date.parse(a.starts_at) || (a.id < b.id ? -1 : 1)
}

/** Two banners that are shown at one time: the readers of both see only one of them. */
export interface BannerOverlap {
  shown: Banner
  hidden: Banner
  /** Those of the hidden one who see the other. */
  readers: 'all' | 'shops' | 'state' | 'shops of the state'
  state: string | null
}

/** The overlaps of a banner with others, the one that is shown first at the top. */
export function bannerOverlaps(banner: Banner, others: readonly Banner[]): BannerOverlap[] {
  return others
    .filter((other) => other.id !== banner.id && meets(banner, other))
    .toSorted(byRank)
    .flatMap((other) => (byRank(banner, other) < 0 ? overlapOf(banner, other) : overlapOf(other, banner)) ?? [])
}

const meets = (a: Shown, b: Shown): boolean =>
  Date.parse(a.starts_at) < Date.parse(b.shown_until) && Date.parse(b.starts_at) < Date.parse(a.shown_until)

function overlapOf(shown: Banner, hidden: Banner): BannerOverlap | null {
  const overlap = (readers: BannerOverlap['readers'], state: string | null) => ({ shown, hidden, readers, state })
  if (shown.audience === 'everyone') return overlap('all', null)
  if (shown.audience === hidden.audience) return shown.state === hidden.state ? overlap('all', null) : null
  if (hidden.audience === 'everyone') return overlap(shown.audience, shown.state)
  return overlap('shops of the state', shown.state ?? hidden.state)
}

/** The line in a language; in English where it has none. */
export function bannerTitle(banner: BannerTitles, language: string): { title: string; isEnglish: boolean } {
  const column = Object.hasOwn(TRANSLATED_TITLES, language)
    ? TRANSLATED_TITLES[language as keyof typeof TRANSLATED_TITLES]
    : null
  const translated = column === null ? null : banner[column]
  return { title: translated ?? banner.title, isEnglish: translated === null }
}
