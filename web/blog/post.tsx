import { useLingui } from '@lingui/react'
import { data, Link } from 'react-router'
import { isContentStaff, parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { postCategoryName, postDate } from '#domain/blog/listing.ts'
import { brand } from '#domain/brand/brand.ts'
import { apiContext, siteContext, structuredContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta, shortened } from '#web/page-meta.ts'
import type { PageHandle } from '#web/shell.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/post.ts'
import { blogPath } from './blog-params.ts'
import { Tags } from './card.tsx'
import { categoryName } from './category-name.ts'
import { Cover, coverPath } from './cover.tsx'
import { renderMarkdown } from './markdown.server.ts'
import { postStructuredData } from './post-structured-data.server.ts'
import { readPost } from './queries.ts'
import { previewImageSize, previewImageUrl } from './shared-picture.ts'

/** Scripts only for content staff. */
export const handle: PageHandle = {
  scripts: (loaderData) => (loaderData as Route.ComponentProps['loaderData'] | undefined)?.editing ?? false,
  hasPreviewImage: (loaderData) => Boolean((loaderData as Route.ComponentProps['loaderData'] | undefined)?.post),
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { post, error } = await readPost(context.get(apiContext), { slug: params.slug })
  if (!post && !error) throw data(null, 404)
  const { origin } = context.get(siteContext)
  if (post) context.set(structuredContext, postStructuredData(post, origin))
  return {
    post,
    html: await renderMarkdown(post?.content ?? ''),
    failure: error?.message ?? null,
    editing: isContentStaff(parseRole(context.get(viewerContext).role)),
    origin,
  }
}

export default function Post({ loaderData: { post, html, failure, editing } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  if (!post) {
    return (
      <>
        <PageHeading>{i18n.t('Blog')}</PageHeading>
        <ErrorState message={failure ?? ''}>
          <Link to="/blog" className="text-link">
            {i18n.t('All posts')}
          </Link>
        </ErrorState>
      </>
    )
  }
  const { title, author, excerpt } = post
  return (
    <article className="mx-auto max-w-measure">
      {post.status !== 'published' && (
        <Notice tone="warning" className="mb-5">
          {post.status === 'draft'
            ? i18n.t('Only content staff can see this post: it is a draft.')
            : i18n.t('Only content staff can see this post: it is scheduled.')}
        </Notice>
      )}
      <p className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Link to={blogPath({ category: postCategoryName(post) })} className="no-underline">
          <Badge>{categoryName(i18n, postCategoryName(post))}</Badge>
        </Link>
        {editing && (
          <LinkButton to={`/blog/edit/${post.id}`} tone="plain" size="small">
            {i18n.t('Edit post')}
          </LinkButton>
        )}
      </p>
      <PageHeading lead={excerpt}>{title}</PageHeading>
      <p className="mb-6 text-soft">
        <time dateTime={post.published_at ?? post.created_at}>{postDate(post)}</time>
        {author?.full_name && ` · ${author.full_name}, ${i18n.t(roleLabels[parseRole(author.role)])}`}
      </p>
      <Cover post={post} width={680} eager className="mb-6 rounded-card" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered without HTML and filtered by markdown.server.ts. */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      <footer className="mt-8 grid gap-4 border-t border-grain pt-5">
        <Tags tags={post.tags} />
        <p className="text-link">
          <Link to="/blog">{i18n.t('All posts')}</Link>
        </p>
      </footer>
    </article>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { post, origin = '' } = loaderData ?? {}
  if (!post) return [{ title: `${i18nFromMatches(matches).t('Blog')} · ${brand.name}` }]
  const picture = previewImageUrl(coverPath(post), origin)
  return [
    ...pageMeta(post.title, shortened(post.excerpt ?? `${brand.name}: ${post.title}`)),
    { property: 'og:type', content: 'article' },
    { property: 'og:image', content: picture },
    ...previewImageSize(picture),
    ...(post.published_at ? [{ property: 'article:published_time', content: post.published_at }] : []),
    ...(post.author?.full_name ? [{ property: 'article:author', content: post.author.full_name }] : []),
    ...(post.status === 'published' ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
