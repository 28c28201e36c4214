import type { I18n } from '@lingui/core'
import { brand } from '#domain/brand.ts'

/** A page's title and description, for the tab, search engines and shared links. */
export function titled(title: string, description: string) {
  return [
    { title: `${title} · ${brand.name}` },
    { name: 'description', content: description },
    // Chats show the market's name by themselves (og:site_name).
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
  ]
}

/** "Browse Deals: grains, page 2": each part of a list has a title of its own. */
export function partTitle(
  i18n: I18n,
  title: string,
  { part, page = 1 }: { part?: string | undefined; page?: number | undefined },
): string {
  const named = part ? i18n.t('{title}: {part}', { title, part }) : title
  return page > 1 ? i18n.t('{title}, page {page}', { title: named, page }) : named
}

/** How much of a description search engines and chats show; they would cut the rest in the middle of a word. */
const SHOWN = 155

/** At most this many letters, ending with a whole word. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= SHOWN) return line
  return `${line.slice(0, SHOWN - 1).replace(/[\s,;:.]*\S*$/, '')}…`
}
