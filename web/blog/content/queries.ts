import type { Api } from '#api/api.ts'
import type { PostState } from '#domain/blog/states.ts'
import { type ContentFilters, contentPage } from '#web/content/content-page.ts'

/** Each with an index. */
export const POST_SORTS = { title: 'title', made: 'created_at' }
export const POST_ORDER = '-made'

/** Posts in one state or in every state that were begun on these days, newest first. */
export function listAllPosts(api: Api, filters: ContentFilters & { status: PostState | null }) {
  const query = api.tables
    .from('blog_posts')
    .select('id, slug, title, status, published_at, created_at, author:profiles(full_name)', { count: 'exact' })
  return contentPage(filters.status ? query.eq('status', filters.status) : query, filters, {
    searched: 'title',
    dated: 'created_at',
    sorts: POST_SORTS,
    order: POST_ORDER,
  })
}

export type ContentPost = NonNullable<Awaited<ReturnType<typeof listAllPosts>>['data']>[number]

export function removePost(api: Api, id: string) {
  return api.tables.from('blog_posts').delete().eq('id', id).select('id')
}
