import { data } from 'react-router'
import { ALL_CATEGORIES } from '#domain/blog/listing.ts'
import { apiContext, siteContext } from '#web/context.ts'
import { xmlResponse } from '#web/xml.ts'
import type { Route } from './+types/feed.ts'
import { listPosts } from './queries.ts'
import { rssXml } from './rss-xml.ts'

/** `/blog/rss.xml` (RSS 2.0): the latest posts, for readers of feeds. */
export async function loader({ context }: Route.LoaderArgs) {
  const wanted = { category: ALL_CATEGORIES, categories: [], tag: null, page: 1, search: '' }
  const { posts, error } = await listPosts(context.get(apiContext), wanted)
  if (error) throw data(null, { status: 503 })
  return xmlResponse(rssXml(context.get(siteContext).origin, posts), 'application/rss+xml')
}
