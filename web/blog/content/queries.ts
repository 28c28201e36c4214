import type { Api } from '#api/api.ts'
import type { PostState } from '#domain/blog/states.ts'
import { rowRange } from '#web/list-page.ts'

/** Posts in one state or in every state, newest first. */
export function listAllPosts(api: Api, { status, page }: { status: PostState | null; page: number }) {
  const query = api.tables
    .from('blog_posts')
    .select('id, slug, title, status, published_at, created_at, author:profiles(full_name)', { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id')
    .range(...rowRange(page))
  return status ? query.eq('status', status) : query
}

export type ContentPost = NonNullable<Awaited<ReturnType<typeof listAllPosts>>['data']>[number]

export function removePost(api: Api, id: string) {
  return api.tables.from('blog_posts').delete().eq('id', id).select('id')
}
