import type { BlogPosting } from 'schema-dts'
import { postCategoryName } from '#domain/blog/listing.ts'
import { breadcrumbs, organization, type StructuredData } from '#web/rendering/structured-data.ts'
import { coverPath } from './cover.tsx'
import type { Post } from './queries.ts'
import { previewImageUrl } from './shared-picture.ts'

/** The structured data of a published post; none for drafts and scheduled posts. */
export function postStructuredData(post: Post, origin: string): StructuredData {
  if (post.status !== 'published') return []
  const path = `/blog/${post.slug}`
  const article: BlogPosting = {
    '@type': 'BlogPosting',
    '@id': `${origin}${path}#post`,
    mainEntityOfPage: origin + path,
    url: origin + path,
    headline: post.title,
    ...(post.excerpt && { description: post.excerpt }),
    image: previewImageUrl(coverPath(post), origin),
    datePublished: post.published_at ?? post.created_at,
    dateModified: post.updated_at,
    articleSection: postCategoryName(post),
    keywords: post.tags.map(({ name }) => name),
    inLanguage: 'en-NG',
    author: post.author?.full_name ? { '@type': 'Person', name: post.author.full_name } : organization(origin),
    publisher: organization(origin),
  }
  const trail = breadcrumbs(origin, [
    ['Blog', '/blog'],
    [post.title, path],
  ])
  return [article, trail]
}
