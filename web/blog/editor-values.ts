import type { FormValues } from '#domain/edits.ts'
import { VERSION_FIELD } from '#web/desk/version-field.tsx'
import { lagosFieldValue } from '#web/ui/lagos-field.ts'
import { readPicture } from '#web/ui/picture-field.tsx'

/** The contents of the editor's fields. */
export interface EditorValues {
  title: string
  slug: string
  excerpt: string
  content: string
  featured_image: string
  /** A datetime-local value in Lagos time. */
  published_at: string
  category_id: string
  new_category: string
  /** Names separated by commas. */
  tags: string
  /** The version of a saved post (`saveEdits`). */
  as_read?: string
}

/** The fields that are columns or tags of a saved post. */
export function postFields(post: StoredPost): FormValues {
  const { new_category: _, as_read: __, ...fields } = editorValues(post)
  return fields
}

export function readEditor(form: FormData): EditorValues {
  const text = (name: string) => String(form.get(name) ?? '')
  const read = form.get(VERSION_FIELD)
  return {
    ...(typeof read === 'string' && { as_read: read }),
    title: text('title'),
    slug: text('slug'),
    excerpt: text('excerpt'),
    content: text('content'),
    featured_image: readPicture(form),
    published_at: text('published_at'),
    category_id: text('category_id'),
    new_category: text('new_category'),
    tags: text('tags'),
  }
}

interface StoredPost {
  title: string
  slug: string
  excerpt: string | null
  content: string
  featured_image: string | null
  status: string
  published_at: string | null
  category_id: string | null
  tags: { name: string }[]
}

export function editorValues(post: StoredPost | null): EditorValues {
  return {
    title: post?.title ?? '',
    slug: post?.slug ?? '',
    excerpt: post?.excerpt ?? '',
    content: post?.content ?? '',
    featured_image: post?.featured_image ?? '',
    published_at: post?.status === 'scheduled' ? lagosFieldValue(post.published_at) : '',
    category_id: post?.category_id ?? '',
    new_category: '',
    tags: (post?.tags ?? []).map(({ name }) => name).join(', '),
  }
}
