import { brand } from '#domain/brand.ts'

/** A page's title and description, for the tab, search engines and shared links. */
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
