import { Link } from 'react-router'
import { POST_STATES, type PostState } from '#domain/blog/states.ts'
import { deletionQuestions, POST_DELETED } from '#domain/texts/deletions.ts'
import { emptyTexts } from '#domain/texts/screens.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { writeOutcome } from '#web/content/desk.ts'
import { DeskList, NothingMatches } from '#web/content/desk-list.tsx'
import { DeleteTool, EditTool, RowTools } from '#web/content/row-tools.tsx'
import { apiContext } from '#web/context.ts'
import { bulkOffer } from '#web/desk/lists/bulk/bulk-bar.tsx'
import { ListFilters } from '#web/desk/lists/list-filters.tsx'
import { DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { countPages } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { datedMoment, longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import type { Route } from './+types/posts.ts'
import { postBulk } from './bulk.ts'
import { type ContentPost, listAllPosts, POST_ORDER, POST_SORTS, removePost } from './queries.ts'

const FILTERS = {
  search: { label: 'Title' },
  from: { ...DAYS.from, label: 'Made from' },
  until: { ...DAYS.until, label: 'Made until' },
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const status = POST_STATES.find((state) => state === url.searchParams.get('state')) ?? null
  const query = readListQuery(url.searchParams, FILTERS, POST_SORTS)
  const { data, count, error } = await listAllPosts(context.get(apiContext), { ...query, status })
  const failure = error ? { ok: false, text: error.message } : null
  const today = lagosDate(new Date())
  return { status, query, today, posts: data ?? [], count, pageCount: countPages(count), failure }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { field } = await readForm(request)
  const answer = await removePost(context.get(apiContext), field('id'))
  return writeOutcome(answer, { done: POST_DELETED, failed: 'The post was not deleted.' })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Posts({ loaderData, actionData }: Route.ComponentProps) {
  const { status, query, today, posts } = loaderData
  return (
    <>
      <PageHeading action={<LinkButton to="/blog/new">New Post</LinkButton>}>Blog posts</PageHeading>
      <OutcomeNotice outcome={actionData} />
      <Tabs
        label="Posts by status"
        tabs={[
          { to: '/content/posts', label: 'All', current: status === null },
          ...POST_STATES.map((state) => ({
            to: `/content/posts?state=${state}`,
            label: stateLabels[state],
            current: status === state,
          })),
        ]}
      />
      <ViewTabs />
      <ListFilters filters={FILTERS} query={query} today={today} stays={['state']} />
      <DeskList
        {...loaderData}
        caption="Blog posts"
        noun={{ one: 'post', many: 'posts' }}
        sort={POST_ORDER}
        page={query.page}
        bulk={{ ...bulkOffer('/content/posts/bulk', postBulk), name: ({ title }) => title }}
        columns={columns}
        rows={posts}
        empty={query.search || query.from || query.until ? <NothingMatches what="post" /> : <NoPosts />}
        filters={{ state: status ?? '' }}
      />
    </>
  )
}

const stateLabels: Record<PostState, string> = { draft: 'Draft', scheduled: 'Scheduled', published: 'Published' }
const tones: Record<PostState, BadgeTone> = { draft: 'plain', scheduled: 'info', published: 'good' }

const columns: Column<ContentPost>[] = [
  {
    header: 'Post',
    heading: true,
    sort: 'title',
    cell: ({ id, title, slug, status }) => (
      <span className="block min-w-48 break-words">
        <Link to={`/blog/edit/${id}`} className="text-link">
          {title}
        </Link>
        {status === 'published' && (
          <Link to={`/blog/${slug}`} className="text-link block py-1 text-14">
            See it in the shop <span className="sr-only">: {title}</span>
          </Link>
        )}
      </span>
    ),
  },
  {
    header: 'Status',
    cell: ({ status }) => <Badge tone={tones[status as PostState]}>{stateLabels[status as PostState]}</Badge>,
  },
  { header: 'When', cell: (post) => <span className="whitespace-nowrap">{whenText(post)}</span> },
  {
    header: 'Made',
    sort: 'made',
    cell: ({ created_at: at }) => <span className="whitespace-nowrap">{longDay(at)}</span>,
  },
  { header: 'Author', cell: ({ author }) => <span className="block min-w-28">{author?.full_name ?? ''}</span> },
  {
    header: 'Tools',
    hideHeader: true,
    cell: ({ id, title }) => (
      <RowTools>
        <EditTool to={`/blog/edit/${id}`} name={title} />
        <DeleteTool
          id={id}
          name={title}
          question={deletionQuestions.post}
          detail={`“${title}” will be deleted permanently.`}
          confirmLabel="Delete post"
        />
      </RowTools>
    ),
  },
]

function whenText({ status, published_at: at, created_at: made }: ContentPost): string {
  if (status === 'scheduled' && at) return `Scheduled for ${datedMoment(at)}`
  return longDay(status === 'published' ? (at ?? made) : made)
}

function NoPosts() {
  return (
    <EmptyState title={emptyTexts.posts} action={<LinkButton to="/blog/new">New Post</LinkButton>}>
      Drafts, scheduled and published posts appear here.
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Blog posts', 'Drafts, scheduled and published posts.')
