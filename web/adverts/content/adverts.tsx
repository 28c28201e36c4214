import { Link } from 'react-router'
import type { ListedState } from '#domain/content/states.ts'
import { deletionQuestions } from '#domain/texts/deletions.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { listFailure } from '#web/content/desk.ts'
import { DeskList, NothingMatches } from '#web/content/desk-list.tsx'
import { changeStatus, ListedTabs, ListedTools, readListedState, savedOutcome } from '#web/content/soft-deletion.tsx'
import { apiContext } from '#web/context.ts'
import { bulkOffer } from '#web/desk/lists/bulk/bulk-bar.tsx'
import { UndoableOutcome } from '#web/desk/lists/bulk/undoable-outcome.tsx'
import { ListFilters } from '#web/desk/lists/list-filters.tsx'
import { DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { countPages } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useShell } from '#web/shell.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/adverts.ts'
import { periodText, positionText } from './advert-texts.ts'
import { advertBulk } from './bulk.ts'
import { ADVERT_ORDER, ADVERT_SORTS, type Advert, listAdverts, listRunningAdverts } from './queries.ts'

const PATH = '/content/adverts'
const FILTERS = {
  search: { label: 'Title' },
  from: { ...DAYS.from, label: 'Ends from' },
  until: { ...DAYS.until, label: 'Ends until' },
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(url.searchParams, FILTERS, ADVERT_SORTS)
  const status = readListedState(url.searchParams)
  const api = context.get(apiContext)
  const [result, running] = await Promise.all([
    listAdverts(api, { ...query, status }),
    listRunningAdverts(api, new Date()),
  ])
  return {
    status,
    query,
    today: lagosDate(new Date()),
    adverts: result.data ?? [],
    running,
    count: result.count,
    pageCount: countPages(result.count),
    failure: listFailure(result),
    done: savedOutcome(url.searchParams, 'The advert is saved.'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeStatus(context.get(apiContext), await readForm(request), {
    list: advertBulk,
    path: PATH,
    texts: {
      delete: { done: 'The advert was deleted. You can find it under Deleted.', failed: errorTexts.advertNotDeleted },
      restore: { done: 'The advert will run again between its dates.', failed: errorTexts.advertNotUpdated },
    },
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Adverts({ loaderData, actionData }: Route.ComponentProps) {
  const { status, query, today, adverts, running, done } = loaderData
  const now = new Date(useShell().now)
  return (
    <>
      <PageHeading action={<LinkButton to={`${PATH}/new`}>New advert</LinkButton>}>Adverts</PageHeading>
      <UndoableOutcome outcome={actionData ?? done} />
      <ListedTabs label="Adverts by status" path={PATH} active="Active" status={status} />
      <ViewTabs />
      <ListFilters filters={FILTERS} query={query} today={today} stays={['show']} />
      <DeskList
        {...loaderData}
        caption="Adverts"
        noun={{ one: 'advert', many: 'adverts' }}
        sort={ADVERT_ORDER}
        page={query.page}
        bulk={{
          ...bulkOffer(`${PATH}/bulk`, advertBulk, [status === 'deleted' ? 'restore' : 'delete']),
          name: ({ title }) => title,
        }}
        columns={advertColumns({ now, running })}
        rows={adverts}
        empty={
          query.search || query.from || query.until ? <NothingMatches what="advert" /> : <NoAdverts status={status} />
        }
        filters={{ show: status === 'deleted' ? status : '' }}
      />
    </>
  )
}

function advertColumns(at: Parameters<typeof periodText>[1]): Column<Advert>[] {
  return [
    {
      header: 'Advert',
      heading: true,
      sort: 'title',
      cell: ({ id, title }) => (
        <Link to={`${PATH}/${id}`} className="text-link block break-words sm:min-w-40">
          {title}
        </Link>
      ),
    },
    { header: 'Place', cell: (advert) => <span className="whitespace-nowrap">{positionText(advert)}</span> },
    {
      header: 'From',
      sort: 'start',
      cell: ({ start_date: start }) => <span className="whitespace-nowrap">{datedMoment(start)}</span>,
    },
    {
      header: 'Until',
      sort: 'end',
      cell: ({ end_date: end }) => <span className="whitespace-nowrap">{datedMoment(end)}</span>,
    },
    {
      header: 'Now',
      cell: (advert) => {
        if (advert.status === 'deleted') return <Badge>Deleted</Badge>
        const { text, tone, instead } = periodText(advert, at)
        return (
          <>
            <Badge tone={tone}>{text}</Badge>
            {instead && (
              <span className="block max-w-48 text-14 break-words text-soft">
                “{instead}” began later and is shown in its place.
              </span>
            )}
          </>
        )
      },
    },
    {
      header: 'Tools',
      hideHeader: true,
      cell: ({ id, title, status }) => (
        <ListedTools
          id={id}
          name={title}
          status={status}
          path={PATH}
          question={deletionQuestions.advert}
          detail="It leaves its page at once. You can restore it later."
          confirmLabel="Delete ad"
        />
      ),
    },
  ]
}

function NoAdverts({ status }: { status: ListedState }) {
  if (status === 'deleted')
    return <EmptyState title="No deleted adverts.">Deleted adverts stay here and can be restored.</EmptyState>
  return (
    <EmptyState title="No adverts yet." action={<LinkButton to={`${PATH}/new`}>New advert</LinkButton>}>
      An advert appears at the top, in the middle or at the bottom of a page, between two dates.
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Adverts', 'Banners on the pages of the market.')
