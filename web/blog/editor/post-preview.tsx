import { useEffect, useState } from 'react'
import { makeSlug } from '#domain/blog/slug.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import { useShell } from '#web/shell.ts'
import { PostCard } from '../card.tsx'
import { Cover } from '../cover.tsx'
import type { Post } from '../queries.ts'
import { readTagNames } from './tag-names.ts'

/** A text and its HTML, as the server rendered it. */
export interface RenderedText {
  content: string
  html: string
}

interface PostPreviewProps {
  typed: FormValues
  post: Post | null
  categories: readonly { id: string; name: string }[]
  known: RenderedText
}

/** The post's card in the list, then its page, as readers see them. */
export function PostPreview({ typed, post, categories, known }: PostPreviewProps) {
  const html = useHtml(typed.content ?? '', known)
  const { now } = useShell()
  const title = typed.title?.trim() || 'Your title'
  const slug = typed.slug?.trim() || makeSlug(title)
  const read = readTagNames(typed.tags ?? '')
  const name = typed.new_category?.trim() || categories.find(({ id }) => id === typed.category_id)?.name
  const shown = {
    id: post?.id ?? '',
    slug,
    title,
    excerpt: typed.excerpt?.trim() || null,
    featured_image: typed.featured_image || null,
    status: post?.status ?? 'draft',
    published_at: post?.published_at ?? null,
    created_at: post?.created_at ?? now,
    // The card of a post that was never saved has no name yet.
    author: post?.author ?? { full_name: '', role: 'visitor' },
    category: name ? { name, slug: makeSlug(name) } : null,
    tags: 'tags' in read ? read.tags.map((tag) => ({ id: tag.slug, name: tag.name, slug: tag.slug })) : [],
  }
  return (
    <div className="grid gap-6">
      <PostCard post={shown} editing={false} to={post ? `/blog/${post.slug}` : '/blog'} />
      <div className="border-t border-grain pt-5">
        <p className="mb-3 font-sign text-28 leading-tight font-extrabold break-words">{title}</p>
        <Cover post={shown} width={380} className="mb-4 rounded-card" />
        {html === '' && <p className="text-soft">There is no text yet.</p>}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered without HTML and filtered by markdown.server.ts. */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </div>
  )
}

const PAUSE_MS = 400

/** The HTML of a text, rendered by the server once typing pauses; until then the last one. */
function useHtml(content: string, known: RenderedText): string {
  const [last, setLast] = useState(known)
  const newest = known.content === content ? known : last
  const isRendered = newest.content === content
  useEffect(() => {
    if (isRendered) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const body = new URLSearchParams({ content })
      fetch('/content/posts/preview', { method: 'POST', body, signal: stop.signal })
        .then(async (response) => {
          if (!response.ok) return
          const { html } = (await response.json()) as { html: string }
          setLast({ content, html })
        })
        // Offline: the last preview stays, and the text is still in the form.
        .catch(() => {})
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [content, isRendered])
  return newest.html
}
