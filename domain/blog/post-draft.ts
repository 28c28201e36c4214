// Input for a blog post: Markdown, saved as a draft, published at once, or scheduled.
import { picture } from '#domain/forms/addresses.ts'
import { moment } from '#domain/forms/times.ts'
import { type Checked, checkAlso, checkFields, isBlank, oneOf, optional, text } from '#domain/forms/validation.ts'
import { isSlug, MAX_SLUG_LENGTH, makeSlug } from './slug.ts'
import { POST_STATES, type PostState } from './states.ts'

/** A row of `blog_posts` in wire format. */
export interface PostDraft {
  title: string
  slug: string
  excerpt: string | null
  /** Markdown. */
  content: string
  featured_image: string | null
  status: PostState
  /** ISO timestamp in UTC of past or scheduled publication. */
  published_at: string | null
  category_id: string | null
}

/** Generates the slug from the title if it is blank. */
export function checkPost(input: Readonly<Record<string, unknown>>, options: { now: Date }): Checked<PostDraft> {
  const title = typeof input.title === 'string' ? input.title : ''
  const checked = checkFields<PostDraft>(input, {
    title: text({ label: 'Title', min: 3, max: 160 }),
    slug: (raw) => {
      if (isBlank(raw)) return { value: makeSlug(title) }
      const slug = typeof raw === 'string' ? raw.trim() : ''
      if (isSlug(slug)) return { value: slug }
      return { error: `Address must be lower-case words joined by hyphens, at most ${MAX_SLUG_LENGTH} characters.` }
    },
    excerpt: optional(text({ label: 'Excerpt', max: 400, lines: true })),
    content: text({ label: 'Text', min: 0, max: 100_000, lines: true }),
    featured_image: optional(picture({ label: 'Picture' })),
    status: oneOf({ label: 'status', among: POST_STATES }),
    published_at: optional(moment({ label: 'Publishing time' })),
    category_id: optional(text({ label: 'Category', max: 60 })),
  })
  return checkAlso(checked, (post) => ({
    ...(post.status === 'scheduled' &&
    (post.published_at === null || Date.parse(post.published_at) <= options.now.getTime())
      ? { published_at: 'Choose a time in the future for a scheduled post.' }
      : {}),
    ...(post.status !== 'draft' && post.content === '' ? { content: 'Text is required.' } : {}),
  }))
}
