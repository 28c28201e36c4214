import type { Api } from '#api/api.ts'
import type { PostDraft } from '#domain/blog/post-draft.ts'
import { makeSlug } from '#domain/blog/slug.ts'
import type { Errors } from '#domain/forms/validation.ts'
import type { TagName } from './tag-names.ts'

interface PostToSave {
  id: string
  /**
   * The post's `updated_at`; null for a new post, whose `id` comes from the form, so that sending it twice creates one
   * post.
   */
  version: string | null
  draft: PostDraft
  /** Overrides the draft's category; created if it does not exist. */
  newCategory: string
  tags: readonly TagName[]
}

/**
 * Writes a post with its category and tags. Returns null, or the errors by field, or `stale` if its version has
 * changed.
 */
export async function savePost(
  api: Api,
  { id, version, draft, newCategory, tags }: PostToSave,
): Promise<Errors | 'stale' | null> {
  const category = newCategory ? await findOrAddCategory(api, newCategory) : { id: draft.category_id }
  if ('error' in category) return { new_category: category.error }
  const row = { ...draft, category_id: category.id }
  const { data, error } = version
    ? await api.tables.from('blog_posts').update(row).eq('id', id).eq('updated_at', version).select('id')
    : await api.tables
        .from('blog_posts')
        .insert({ id, ...row })
        .select('id')
  if (error?.code === DUPLICATE && error.message.includes('slug')) {
    return { slug: 'Another post has this address. Change the title or the address.' }
  }
  const sentBefore = error?.code === DUPLICATE
  if (error && !sentBefore) return { form: error.message }
  if (!sentBefore && data?.length === 0) return 'stale'
  return setTags(api, id, tags)
}

const DUPLICATE = '23505'

async function findOrAddCategory(api: Api, name: string): Promise<{ id: string } | { error: string }> {
  const category = { name, slug: makeSlug(name) }
  const { data: found } = await api.tables.from('blog_categories').select('id').eq('slug', category.slug).maybeSingle()
  if (found) return found
  const { data, error } = await api.tables.from('blog_categories').insert(category).select('id').single()
  return error ? { error: error.code === '23514' ? 'A category must have 2 to 60 characters.' : error.message } : data
}

async function setTags(api: Api, postId: string, tags: readonly TagName[]): Promise<Errors | null> {
  const slugs = tags.map(({ slug }) => slug)
  const known = await api.tables.from('blog_tags').select('id, slug').in('slug', slugs)
  if (known.error) return { tags: known.error.message }
  const missing = tags.filter(({ slug }) => !known.data.some((tag) => tag.slug === slug))
  const added =
    missing.length > 0
      ? await api.tables.from('blog_tags').insert(missing).select('id, slug')
      : { data: [], error: null }
  if (added.error) return { tags: added.error.message }

  const wanted = [...known.data, ...(added.data ?? [])].map(({ id }) => id)
  const before = await api.tables.from('blog_post_tags').select('tag_id').eq('post_id', postId)
  if (before.error) return { tags: before.error.message }
  // Only differences are written, because every write is recorded in the audit log.
  const previous = before.data.map(({ tag_id }) => tag_id)
  const removed = previous.filter((id) => !wanted.includes(id))
  const fresh = wanted.filter((id) => !previous.includes(id))
  if (removed.length > 0) {
    const { error } = await api.tables.from('blog_post_tags').delete().eq('post_id', postId).in('tag_id', removed)
    if (error) return { tags: error.message }
  }
  if (fresh.length === 0) return null
  const rows = fresh.map((tag_id) => ({ post_id: postId, tag_id }))
  const { error } = await api.tables.from('blog_post_tags').insert(rows)
  return error ? { tags: error.message } : null
}
