import type { FormValues } from '#domain/forms/edits.ts'
import { readPicture } from '#web/files/pictures/picture-field.tsx'
import { formValues } from '#web/forms/form.ts'
import { lagosFieldValue } from '#web/ui/fields/lagos-field.ts'

/** The submitted fields of a post. */
export function readEditor(form: FormData): Record<string, string> {
  return { ...formValues(form), featured_image: readPicture(form) }
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

/** The fields that are columns or tags of a saved post, in the form's format. */
export function postFields(post: StoredPost): FormValues {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt ?? '',
    content: post.content,
    featured_image: post.featured_image ?? '',
    published_at: post.status === 'scheduled' ? lagosFieldValue(post.published_at) : '',
    category_id: post.category_id ?? '',
    tags: post.tags.map(({ name }) => name).join(', '),
  }
}
