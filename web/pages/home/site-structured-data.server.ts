import type { SearchAction } from 'schema-dts'
import { brand } from '#domain/brand/brand.ts'
import { organization, type StructuredData } from '#web/rendering/structured-data.ts'

/** The structured data of the site and its search. */
export function siteStructuredData(origin: string): StructuredData {
  // `query-input` is Google's extension of schema.org.
  const search: SearchAction & { 'query-input': string } = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return [
    organization(origin),
    {
      '@type': 'WebSite',
      '@id': `${origin}/#site`,
      name: brand.name,
      url: `${origin}/`,
      description: brand.tagline,
      inLanguage: 'en-NG',
      publisher: { '@id': `${origin}/#market` },
      potentialAction: search,
    },
  ]
}
