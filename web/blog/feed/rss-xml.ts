import { postCategoryName } from '#domain/blog/listing.ts'
import { brand } from '#domain/brand/brand.ts'
import { escapedXml, XML_HEAD } from '#web/files/xml.ts'
import type { PostCard } from '../queries.ts'

export const FEED_PATH = '/blog/rss.xml'

/** Posts as RSS 2.0, newest first, each with its excerpt. */
export function rssXml(origin: string, posts: readonly PostCard[]): string {
  const [newest] = posts
  return `${XML_HEAD}
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapedXml(brand.name)}: ${escapedXml(brand.tagline)}</title>
<link>${escapedXml(origin)}/blog</link>
<description>Prices, seasons, and how people save by buying together.</description>
<language>en-ng</language>
<atom:link href="${escapedXml(origin + FEED_PATH)}" rel="self" type="application/rss+xml"/>
${newest ? `<lastBuildDate>${dateOf(newest)}</lastBuildDate>` : ''}
${posts.map((post) => itemXml(origin, post)).join('\n')}
</channel>
</rss>
`
}

function itemXml(origin: string, post: PostCard): string {
  const address = escapedXml(`${origin}/blog/${post.slug}`)
  return `<item>
<title>${escapedXml(post.title)}</title>
<link>${address}</link>
<guid isPermaLink="true">${address}</guid>
<pubDate>${dateOf(post)}</pubDate>
<category>${escapedXml(postCategoryName(post))}</category>
${post.excerpt ? `<description>${escapedXml(post.excerpt)}</description>` : ''}
</item>`
}

/** The date in the format of RFC 822, as RSS requires. */
function dateOf({ published_at, created_at }: Pick<PostCard, 'published_at' | 'created_at'>): string {
  return new Date(published_at ?? created_at).toUTCString()
}
