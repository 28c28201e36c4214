import { escapedXml, XML_HEAD } from '#web/files/xml.ts'

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export interface SitemapEntry {
  /** Path on this site. */
  path: string
  /** ISO 8601 time of the page's last change, if known. */
  changed?: string | null
}

/** Pages in the sitemaps.org format. */
export function sitemapXml(origin: string, entries: readonly SitemapEntry[]): string {
  return `${XML_HEAD}\n<urlset ${NAMESPACE}>\n${entries.map((entry) => entryXml('url', origin, entry)).join('\n')}\n</urlset>\n`
}

/** The index of a sitemap's parts. */
export function sitemapIndexXml(origin: string, parts: readonly SitemapEntry[]): string {
  return `${XML_HEAD}\n<sitemapindex ${NAMESPACE}>\n${parts.map((part) => entryXml('sitemap', origin, part)).join('\n')}\n</sitemapindex>\n`
}

function entryXml(element: 'url' | 'sitemap', origin: string, { path, changed }: SitemapEntry): string {
  const when = changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : ''
  return `<${element}><loc>${escapedXml(new URL(path, origin).href)}</loc>${when}</${element}>`
}
