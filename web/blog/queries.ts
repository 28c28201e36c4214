import type { Api } from '#api/api.ts'
import { readSearchWords, SEARCH_ENTRY, SEARCH_ENTRY_WORDS } from '#api/search.ts'
import { ALL_CATEGORIES, UNCATEGORIZED } from '#domain/blog/listing.ts'
import { PAGE_SIZE } from '#domain/limits.ts'

/** The columns of a card (specification, section 7). */
const CARD = `id, slug, title, excerpt, featured_image, status, published_at, created_at,
  author:profiles(full_name, role), category:blog_categories(name, slug), tags:blog_tags(id, name, slug)`

interface ListedCategory {
  id: string | null
  category: { name: string } | null
}

/** The categories of published posts, one entry per post. */
export async function listPostCategories(api: Api) {
  const { data, error } = await api.tables
    .from('blog_posts')
    .select('id:category_id, category:blog_categories(name)')
    .eq('status', 'published')
  return { categories: (data ?? []) satisfies ListedCategory[], error }
}

interface PostQuery {
  /** A chip's text. */
  category: string
  categories: readonly ListedCategory[]
  /** Slug of a tag, or null for all posts. */
  tag: string | null
  /** The search text; empty for all posts. */
  search: string
  /** From 1. */
  page: number
}

/** Published posts, latest publication first, 12 a page, with the number of all matches. */
export async function listPosts(api: Api, { category, categories, tag, search, page }: PostQuery) {
  const { words, error: unread } = search ? await readSearchWords(api, search, 'post') : { words: '', error: null }
  if (words === null) return { posts: [], count: 0, error: unread === null ? null : { message: unread } }
  const tagged = [CARD, tag && 'chosen:blog_tags!inner(slug)', words && SEARCH_ENTRY].filter(Boolean).join(', ')
  let query = api.tables
    .from('blog_posts')
    .select(tagged as typeof CARD, { count: 'exact' })
    .eq('status', 'published')
    .order('published_at', { ascending: false })
    .order('id')
    .range((page - 1) * PAGE_SIZE, page * PAGE_SIZE - 1)
  if (words) query = query.textSearch(SEARCH_ENTRY_WORDS, words, { config: 'simple' })
  if (tag) query = query.eq('chosen.slug' as 'slug', tag)
  if (category === UNCATEGORIZED) query = query.is('category_id', null)
  else if (category !== ALL_CATEGORIES) query = query.in('category_id', idsOf(category, categories))
  const { data, count, error } = await query
  return { posts: data ?? [], count: count ?? 0, error }
}

export type Post = NonNullable<Awaited<ReturnType<typeof readPost>>['post']>
export type PostCard = Awaited<ReturnType<typeof listPosts>>['posts'][number]

/** One post with its Markdown; null if there is none that the viewer may read. */
export async function readPost(api: Api, by: { slug: string } | { id: string }) {
  const [column, value] = 'slug' in by ? (['slug', by.slug] as const) : (['id', by.id] as const)
  const { data, error } = await api.tables
    .from('blog_posts')
    .select(`${CARD}, content, category_id, updated_at`)
    .eq(column, value)
    .maybeSingle()
  return { post: data, error }
}

/** Deletes a post. `deleted` is false if there was none or row-level security forbids it. */
export async function deletePost(api: Api, id: string) {
  const { data, error } = await api.tables.from('blog_posts').delete().eq('id', id).select('id')
  return { deleted: (data ?? []).length > 0, error }
}

function idsOf(category: string, categories: readonly ListedCategory[]): string[] {
  const ids = categories.filter((entry) => entry.category?.name === category).map(({ id }) => id)
  return [...new Set(ids)].filter((id) => id !== null)
}
