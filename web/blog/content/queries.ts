import type { Api } from '#api/api.ts'
import type { PostState } from '#domain/blog/states.ts'
import { sortedBy, withinDays } from '#web/desk/lists/list-query.ts'
import { likeText, rowRange } from '#web/list-page.ts'

/** Each with an index. */
export const POST_SORTS = { title: 'title', made: 'created_at' }
export const POST_ORDER = '-made'

interface PostFilters {
  status: PostState | null
  search: string
  /** Lagos days on which posts were begun. */
  from: string
  until: string
  sort: string
  page: number
}

/** Posts in one state or in every state, newest first. */
export function listAllPosts(api: Api, { status, search, page, sort, from, until }: PostFilters) {
  let query = api.tables
    .from('blog_posts')
    .select('id, slug, title, status, published_at, created_at, author:profiles(full_name)', { count: 'exact' })
  if (status) query = query.eq('status', status)
  if (search) query = query.ilike('title', likeText(search))
  return sortedBy(withinDays(query, 'created_at', { from, until }), POST_SORTS, { sort, fallback: POST_ORDER })
    .order('id')
    .range(...rowRange(page))
}

export type ContentPost = NonNullable<Awaited<ReturnType<typeof listAllPosts>>['data']>[number]

export function removePost(api: Api, id: string) {
  return api.tables.from('blog_posts').delete().eq('id', id).select('id')
}
