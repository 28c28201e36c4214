import { brand } from '#domain/brand.ts'

/** Title and description of a page, for the tab, for search and for shared links. */
export function titled(title: string, description: string) {
  const full = `${title} · ${brand.name}`
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: brand.name },
  ]
}
