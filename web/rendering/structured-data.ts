import { createContext } from 'react'
import type { BreadcrumbList, Organization, Thing, WithContext } from 'schema-dts'
import { brand } from '#domain/brand/brand.ts'

/** A page's structured data for search engines: schema.org objects without `@context`. */
export type StructuredData = readonly Exclude<Thing, string>[]

/** The structured data as JSON during server rendering; never rendered in the browser. */
export const Structured = createContext('')

/** The market, as the organisation around the sellers and the publisher of posts. */
export function organization(origin: string): Exclude<Organization, string> {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#market`,
    name: brand.name,
    url: `${origin}/`,
    logo: `${origin}/icons/any-512.png`,
    email: brand.supportEmail,
    telephone: brand.phone,
    sameAs: brand.social.map(({ url }) => url),
    address: {
      '@type': 'PostalAddress',
      streetAddress: `${brand.address.street}, ${brand.address.district}`,
      addressLocality: brand.address.city,
      addressRegion: brand.address.state,
      addressCountry: 'NG',
    },
  }
}

/** The breadcrumb trail of a page: names with their paths, after the home page. */
export function breadcrumbs(origin: string, steps: readonly (readonly [name: string, path: string])[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [[brand.name, '/'] as const, ...steps].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

/** The data as JSON-LD that cannot close the surrounding script element; empty for no data. */
export function structuredText(data: StructuredData): string {
  if (data.length === 0) return ''
  const graph: WithContext<Thing> | object = { '@context': 'https://schema.org', '@graph': data }
  return inertJson(graph)
}

/** JSON that cannot close the surrounding script element. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
