import { data } from 'react-router'
import { apiContext, siteContext } from '#web/context.ts'
import { xmlResponse } from '#web/files/xml.ts'
import type { Route } from './+types/sitemap.ts'
import { PART_KINDS, PART_SIZE, readPart } from './sitemap-queries.ts'
import { sitemapIndexXml } from './sitemap-xml.ts'

/**
 * `/sitemap.xml`: the index of the sitemap's parts with a thousand pages each, so that a site of any size is listed
 * completely.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const counts = await Promise.all(PART_KINDS.map((kind) => readPart(api, kind, 'count')))
  // An incomplete sitemap would make search engines drop pages.
  if (counts.includes(null)) throw data(null, { status: 503 })
  const parts = PART_KINDS.flatMap((kind, index) =>
    Array.from({ length: Math.ceil((counts[index]?.count ?? 0) / PART_SIZE) }, (_, part) => ({
      path: `/sitemaps/${kind}-${part + 1}.xml`,
    })),
  )
  return xmlResponse(sitemapIndexXml(context.get(siteContext).origin, [{ path: '/sitemaps/pages.xml' }, ...parts]))
}
