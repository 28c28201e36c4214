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
  title: string,
  { part, page = 1 }: { part?: string | undefined; page?: number | undefined },
): string {
  return `${title}${part ? `: ${part}` : ''}${page > 1 ? `, page ${page}` : ''}`
}

/** How much of a description search engines and chats show; they would cut the rest in the middle of a word. */
const SHOWN = 155

/** At most this many letters, ending with a whole word. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= SHOWN) return line
  return `${line.slice(0, SHOWN - 1).replace(/[\s,;:.]*\S*$/, '')}…`
}
