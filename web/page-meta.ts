import type { I18n } from '@lingui/core'
import { brand } from '#domain/brand/brand.ts'

/** A page's title and description, for the tab, search engines and shared links. */
export function pageMeta(title: string, description: string) {
  return [
    { title: `${title} · ${brand.name}` },
    { name: 'description', content: description },
    // Without the site's name, which previews take from og:site_name.
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
  ]
}

/** "Browse Deals: grains, page 2": each filter and page of a list has its own title. */
export function partTitle(
  i18n: I18n,
  title: string,
  { part, page = 1 }: { part?: string | undefined; page?: number | undefined },
): string {
  const named = part ? i18n.t('{title}: {part}', { title, part }) : title
  return page > 1 ? i18n.t('{title}, page {page}', { title: named, page }) : named
}

/** Maximum length of a description; search engines and previews cut longer ones in the middle of a word. */
const MAX_LENGTH = 155

/** The text on one line, shortened at a word to `MAX_LENGTH` characters. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= MAX_LENGTH) return line
  return `${line.slice(0, MAX_LENGTH - 1).replace(/[\s,;:.]*\S*$/, '')}…`
}
