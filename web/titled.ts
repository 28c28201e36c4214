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
