import { ALL_CATEGORIES } from '#domain/blog/listing.ts'
import { cleanSearchText } from '#domain/search/search-text.ts'

/** The state of the blog list in the URL. */
interface BlogParams {
  category: string
  /** Slug of a tag. */
  tag: string | null
  /** The search text; empty for all posts. */
  search: string
  /** From 1. */
  page: number
}

export function readBlogParams(search: URLSearchParams): BlogParams {
  const page = Number(search.get('page') ?? '1')
  return {
    category: search.get('category') || ALL_CATEGORIES,
    tag: search.get('tag') || null,
    search: cleanSearchText(search.get('search')),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

/** "/blog?category=Prices&page=2"; omits defaults. */
export function blogPath({
  category = ALL_CATEGORIES,
  tag = null,
  search: sought = '',
  page = 1,
}: Partial<BlogParams>): string {
  const search = new URLSearchParams()
  if (sought) search.set('search', sought)
  if (category !== ALL_CATEGORIES) search.set('category', category)
  if (tag) search.set('tag', tag)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `/blog?${search}` : '/blog'
}
