import { data } from 'react-router'
import { ALL_CATEGORIES } from '#domain/blog/listing.ts'
import { apiContext, siteContext } from '#web/context.ts'
import { xmlResponse } from '#web/files/xml.ts'
import { listPosts } from '../queries.ts'
import type { Route } from './+types/feed.ts'
import { rssXml } from './rss-xml.ts'

/** `/blog/rss.xml`: the latest posts as RSS 2.0. */
export async function loader({ context }: Route.LoaderArgs) {
  const query = { category: ALL_CATEGORIES, categories: [], tag: null, page: 1, search: '' }
  const { posts, error } = await listPosts(context.get(apiContext), query)
  if (error) throw data(null, { status: 503 })
  return xmlResponse(rssXml(context.get(siteContext).origin, posts), 'application/rss+xml')
}
