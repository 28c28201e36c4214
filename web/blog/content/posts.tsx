import { Link } from 'react-router'
import { POST_STATES, type PostState } from '#domain/blog/states.ts'
import { deletionQuestions, POST_DELETED } from '#domain/texts/deletions.ts'
import { emptyTexts } from '#domain/texts/screens.ts'
import { writeOutcome } from '#web/content/desk.ts'
import { DeskList } from '#web/content/desk-list.tsx'
import { DeleteTool, EditTool, RowTools } from '#web/content/row-tools.tsx'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { countPages, pageParam } from '#web/list-page.ts'
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
import { type ContentPost, listAllPosts, removePost } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const status = POST_STATES.find((state) => state === url.searchParams.get('state')) ?? null
  const page = pageParam(url.searchParams)
  const { data, count, error } = await listAllPosts(context.get(apiContext), { status, page })
  const failure = error ? { ok: false, text: error.message } : null
  return { status, page, posts: data ?? [], pageCount: countPages(count), failure }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { field } = await readForm(request)
  const answer = await removePost(context.get(apiContext), field('id'))
  return writeOutcome(answer, { done: POST_DELETED, failed: 'The post was not deleted.' })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Posts({ loaderData, actionData }: Route.ComponentProps) {
  const { status, posts } = loaderData
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
      <DeskList
        {...loaderData}
        caption="Blog posts"
        columns={columns}
        rows={posts}
        empty={<NoPosts />}
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
