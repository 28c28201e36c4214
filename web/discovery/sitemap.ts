import { data } from 'react-router'
import { apiContext, siteContext } from '#web/context.ts'
import type { Route } from './+types/sitemap.ts'
import { sitemapXml } from './sitemap-xml.ts'

const PAGES = ['/', '/group-buys', '/products', '/vendors', '/leaderboard', '/blog', '/about', '/faq', '/contact']
const SMALL_PRINT = ['/vendor-signup', '/privacy-policy', '/terms', '/vendor-terms']

/** `/sitemap.xml`: what search engines may index, including open buys, shops and posts. */
export async function loader({ context }: Route.LoaderArgs) {
  const { tables } = context.get(apiContext)
  const now = new Date().toISOString()
  const [buys, shops, posts] = await Promise.all([
    tables.from('group_buys').select('id').eq('status', 'active').gt('end_date', now).order('end_date'),
    tables.from('vendors').select('id').eq('status', 'active').order('id'),
    tables
      .from('blog_posts')
      .select('slug')
      .eq('status', 'published')
      .lte('published_at', now)
      .order('published_at', { ascending: false }),
  ])
  // A map without its entries would have search engines forget them.
  if (buys.error || shops.error || posts.error) throw data(null, { status: 503 })
  const paths = [
    ...PAGES,
    ...SMALL_PRINT,
    ...(buys.data ?? []).map(({ id }) => `/group-buys/${id}`),
    ...(shops.data ?? []).map(({ id }) => `/shop/${id}`),
    ...(posts.data ?? []).map(({ slug }) => `/blog/${slug}`),
  ]
  return new Response(sitemapXml(context.get(siteContext).origin, paths), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
}
