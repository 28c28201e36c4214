import { useLingui } from '@lingui/react'
import { data, Link, useNavigation } from 'react-router'
import { isContentStaff, parseRole } from '#domain/accounts/roles.ts'
import { ALL_CATEGORIES, categoryChips } from '#domain/blog/listing.ts'
import { brand } from '#domain/brand/brand.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { POST_DELETED } from '#domain/texts/deletions.ts'
import { emptyTexts } from '#domain/texts/screens.ts'
import { listAdverts } from '#web/adverts/queries.ts'
import { BetweenAdverts, cardsWithAdvert } from '#web/adverts/with-adverts.tsx'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta, partTitle } from '#web/page-meta.ts'
import { Chip, ChipRow } from '#web/ui/browse/chip.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState, Spinner } from '#web/ui/states.tsx'
import type { Route } from './+types/list.ts'
import { blogPath, readBlogParams } from './blog-params.ts'
import { PostCard } from './card.tsx'
import { categoryName } from './category-name.ts'
import { FEED_PATH } from './feed/rss-xml.ts'
import { deletePost, listPostCategories, listPosts } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const address = readBlogParams(url.searchParams)
  const [{ categories, error: notCounted }, adverts] = await Promise.all([
    listPostCategories(api),
    listAdverts(api, 'blog', new Date().toISOString()),
  ])
  const { posts, count, error } = await listPosts(api, { ...address, categories })
  return {
    ...address,
    posts,
    adverts,
    chips: categoryChips(categories),
    pageCount: Math.ceil(count / PAGE_SIZE),
    failure: (error ?? notCounted)?.message ?? null,
    editing: isContentStaff(parseRole(context.get(viewerContext).role)),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { field } = await readForm(request)
  const { deleted, error } = await deletePost(context.get(apiContext), field('id'))
  if (deleted) return { ok: true, text: POST_DELETED }
  return data(
    { ok: false, text: error?.message ?? /*i18n*/ 'This post no longer exists, or you may not delete it.' },
    409,
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Blog({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { chips, category, tag, search, editing } = loaderData
  return (
    <>
      <PageHeading
        lead={i18n.t('Food prices, food seasons, and how people save by buying together.')}
        action={editing && <LinkButton to="/blog/new">{i18n.t('New Post')}</LinkButton>}
      >
        {i18n.t('Blog')}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      <ChipRow label={i18n.t('Categories')}>
        {chips.map((chip) => (
          <Chip key={chip} to={blogPath({ category: chip })} chosen={chip === category && !tag}>
            {categoryName(i18n, chip)}
          </Chip>
        ))}
        {tag && (
          <Chip to={blogPath({ category })} chosen removes>
            {i18n.t('Tag: {tag}', { tag })}
          </Chip>
        )}
        {search && (
          <Chip to={blogPath({ category, tag })} chosen removes>
            {i18n.t('Search: {search}', { search })}
          </Chip>
        )}
      </ChipRow>
      <div className="mt-6">
        <Posts {...loaderData} />
      </div>
    </>
  )
}

function Posts({
  posts,
  adverts,
  failure,
  editing,
  category,
  tag,
  search,
  page,
  pageCount,
}: Route.ComponentProps['loaderData']) {
  const { i18n } = useLingui()
  const { state, location } = useNavigation()
  if (state === 'loading' && location.pathname === '/blog') return <Spinner label={i18n.t('Loading posts')} />
  if (failure) {
    return (
      <ErrorState message={failure}>
        <Link to={blogPath({ category, tag, search, page })} reloadDocument className="text-link">
          {i18n.t('Try again')}
        </Link>
      </ErrorState>
    )
  }
  if (posts.length === 0) {
    return (
      <EmptyState title={i18n.t(emptyTexts.posts)}>
        {category !== ALL_CATEGORIES || tag || search || page > 1 ? (
          <Link to="/blog" className="text-link">
            {i18n.t('Show all posts')}
          </Link>
        ) : (
          i18n.t('New posts will appear here.')
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <BetweenAdverts adverts={adverts}>
        <ul className="grid grid-cols-1 gap-6 md:grid-cols-2 lg:grid-cols-3">
          {cardsWithAdvert(
            posts.map((post) => (
              <li key={post.id}>
                <PostCard post={post} editing={editing} />
              </li>
            )),
            adverts,
          )}
        </ul>
      </BetweenAdverts>
      <Pagination
        page={page}
        pageCount={pageCount}
        linkTo={(to) => blogPath({ category, tag, search, page: to })}
        label={i18n.t('posts')}
      />
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData: { category, tag, page } = {}, matches }) => {
  const i18n = i18nFromMatches(matches)
  const chosen = category && category !== ALL_CATEGORIES ? categoryName(i18n, category) : undefined
  return [
    ...pageMeta(
      partTitle(i18n, i18n.t('Blog'), { part: tag ?? chosen, page }),
      i18n.t('Food prices, food seasons, and how people save by buying together, from the people who run the market.'),
    ),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      href: FEED_PATH,
      title: /*as is*/ `${brand.name} blog`,
    },
  ]
}
