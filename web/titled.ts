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
