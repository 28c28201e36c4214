import { data } from 'react-router'
import { apiContext, siteContext } from '#web/context.ts'
import { xmlResponse } from '#web/files/xml.ts'
import { PAGES } from '#web/routing/pages.ts'
import type { Route } from './+types/sitemap-part.ts'
import { PART_KINDS, readPart } from './sitemap-queries.ts'
import { sitemapXml } from './sitemap-xml.ts'

/**
 * `/sitemaps/pages.xml`, `/sitemaps/products-1.xml` and so on: up to a thousand pages that search engines may index.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext)
  if (params.part === 'pages')
    return xmlResponse(
      sitemapXml(
        origin,
        PAGES.filter(({ isInSitemap }) => isInSitemap),
      ),
    )
  const [, name, number] = /^([a-z]+)-([1-9]\d{0,4})$/.exec(params.part) ?? []
  const kind = PART_KINDS.find((known) => known === name)
  if (!kind) throw data(null, { status: 404 })
  const found = await readPart(context.get(apiContext), kind, Number(number))
  if (!found) throw data(null, { status: 503 })
  if (found.entries.length === 0) throw data(null, { status: 404 })
  return xmlResponse(sitemapXml(origin, found.entries))
}
