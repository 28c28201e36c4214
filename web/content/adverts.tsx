import type { ListedState } from '#domain/catalogue/states.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext } from '#web/context.ts'
import { useShell } from '#web/layouts/frame.tsx'
import { titled } from '#web/layouts/titled.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/adverts.ts'
import { type Advert, listAdverts, setAdvertStatus } from './advert-queries.ts'
import { placeText, runText } from './advert-words.ts'
import { listFailure, offlineOutcome, pageCountOf, pageOf, writeOutcome } from './desk.ts'
import { ListFailure, OutcomeNotice } from './outcome-notice.tsx'
import { DeleteTool, EditTool, RestoreTool, RowTools } from './row-tools.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const status: ListedState = url.searchParams.get('show') === 'deleted' ? 'deleted' : 'active'
  const page = pageOf(url.searchParams)
  const answer = await listAdverts(context.get(apiContext), { status, page })
  const done = url.searchParams.get('done') === 'saved' ? { ok: true, text: 'The advert is saved.' } : null
  return {
    status,
    page,
    adverts: answer.data ?? [],
    pageCount: pageCountOf(answer.count),
    failure: listFailure(answer),
    done,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const restores = form.get('intent') === 'restore'
  const id = String(form.get('id') ?? '')
  const answer = await setAdvertStatus(context.get(apiContext), id, restores ? 'active' : 'deleted')
  return writeOutcome(
    answer,
    restores
      ? { done: 'The advert runs again between its dates.', failed: errorTexts.advertNotUpdated }
      : { done: 'The advert was deleted. You find it under Deleted.', failed: errorTexts.advertNotDeleted },
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orOffline(serverAction, offlineOutcome)

export const shouldRevalidate = keepWhenOffline

export default function Adverts({ loaderData, actionData }: Route.ComponentProps) {
  const { status, page, pageCount, adverts, failure, done } = loaderData
  const now = new Date(useShell().now)
  return (
    <>
      <PageHeading action={<LinkButton to="/content/adverts/new">New advert</LinkButton>}>Adverts</PageHeading>
      <OutcomeNotice outcome={actionData ?? done} />
      <Tabs
        label="Adverts by state"
        tabs={[
          { to: '/content/adverts', label: 'Active', current: status === 'active' },
          { to: '/content/adverts?show=deleted', label: 'Deleted', current: status === 'deleted' },
        ]}
      />
      {failure ? (
        <ListFailure failure={failure} />
      ) : (
        <Table
          caption="Adverts"
          columns={columnsAt(now)}
          rows={adverts}
          rowKey={({ id }) => id}
          empty={<NoAdverts status={status} />}
        />
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        linkTo={(to) => `/content/adverts?page=${to}${status === 'deleted' ? '&show=deleted' : ''}`}
        label="adverts"
      />
    </>
  )
}

function columnsAt(now: Date): Column<Advert>[] {
  return [
    {
      header: 'Advert',
      heading: true,
      cell: ({ title }) => <span className="block min-w-40 break-words">{title}</span>,
    },
    { header: 'Place', cell: (advert) => <span className="whitespace-nowrap">{placeText(advert)}</span> },
    {
      header: 'From and to',
      cell: ({ start_date: start, end_date: end }) => (
        <span className="whitespace-nowrap">
          {moment(start)}
          <br />
          {moment(end)}
        </span>
      ),
    },
    {
      header: 'Now',
      cell: (advert) => {
        const run = advert.status === 'deleted' ? { text: 'Deleted', tone: 'plain' as const } : runText(advert, now)
        return <Badge tone={run.tone}>{run.text}</Badge>
      },
    },
    { header: 'Tools', hideHeader: true, cell: (advert) => <Tools {...advert} /> },
  ]
}

function Tools({ id, title, status }: Advert) {
  return (
    <RowTools>
      <EditTool to={`/content/adverts/${id}`} name={title} />
      {status === 'deleted' ? (
        <RestoreTool id={id} name={title} />
      ) : (
        <DeleteTool
          id={id}
          name={title}
          question="Are you sure you want to delete this ad?"
          detail="It leaves its page at once. You can put it back later."
          confirmLabel="Delete ad"
        />
      )}
    </RowTools>
  )
}

function NoAdverts({ status }: { status: ListedState }) {
  if (status === 'deleted')
    return <EmptyState title="No deleted adverts.">Deleted adverts stay here and can be put back.</EmptyState>
  return (
    <EmptyState title="No adverts yet." action={<LinkButton to="/content/adverts/new">New advert</LinkButton>}>
      An advert stands at the top, in the middle or at the bottom of a page, between two dates.
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = () => titled('Adverts', 'Banners on the pages of the market.')
