import { useLingui } from '@lingui/react'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { Link } from 'react-router'
import { postCategoryName, postDate } from '#domain/blog/listing.ts'
import { deletionQuestions } from '#domain/texts/deletions.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { blogPath } from './blog-params.ts'
import { categoryName } from './category-name.ts'
import { Cover } from './cover.tsx'
import type { PostCard as Post } from './queries.ts'

/** One post in the list, with edit and delete for content staff. */
interface PostCardProps {
  post: Post
  editing: boolean
  /** The post's page by default; a post that was never saved has none. */
  to?: string
}

export function PostCard({ post, editing, to = `/blog/${post.slug}` }: PostCardProps) {
  const { i18n } = useLingui()
  const { title, excerpt, author, tags } = post
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-grain bg-card">
      <Cover post={post} width={400} />
      <div className="flex flex-1 flex-col gap-2 p-4 md:p-5">
        <div className="flex items-center justify-between gap-2">
          <Badge>{categoryName(i18n, postCategoryName(post))}</Badge>
          {editing && <PostTools post={post} />}
        </div>
        <h2 className="text-18 break-words">
          <Link to={to} className="text-ink no-underline hover:underline">
            {title}
          </Link>
        </h2>
        {excerpt && <p className="line-clamp-4">{excerpt}</p>}
        <p className="mt-auto pt-2 text-14 text-soft">
          <time dateTime={post.published_at ?? post.created_at}>{postDate(post)}</time>
          {author?.full_name && ` · ${author.full_name}`}
        </p>
        <Tags tags={tags} />
      </div>
    </article>
  )
}

/** Chips that link to other posts with the tag. */
export function Tags({ tags }: { tags: Post['tags'] }) {
  const { i18n } = useLingui()
  if (tags.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-3" aria-label={i18n.t('Tags')}>
      {tags.map(({ id, name, slug }) => (
        <li key={id}>
          <Link
            to={blogPath({ tag: slug })}
            className="inline-flex min-h-8 items-center rounded-chip bg-grain-wash px-3 text-14 text-ink no-underline hover:underline"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function PostTools({ post: { id, title } }: { post: Post }) {
  const { i18n } = useLingui()
  return (
    <div className="flex">
      <Link
        to={`/blog/edit/${id}`}
        className={ICON}
        aria-label={i18n.t('Edit {name}', { name: title })}
        title={i18n.t('Edit')}
      >
        <Pencil aria-hidden size={18} />
      </Link>
      <ConfirmForm
        label={i18n.t('Delete {name}', { name: title })}
        className={ICON}
        question={i18n.t(deletionQuestions.post)}
        detail={i18n.t('“{name}” will be deleted permanently.', { name: title })}
        confirmLabel={i18n.t('Delete post')}
        fields={{ intent: 'delete', id }}
      >
        <Trash aria-hidden size={18} />
      </ConfirmForm>
    </div>
  )
}

const ICON = `${buttonClass({ tone: 'quiet', size: 'small' })} min-w-11`
