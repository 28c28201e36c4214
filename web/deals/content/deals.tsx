import { Link } from 'react-router'
import type { ListedState } from '#domain/content/states.ts'
import { deletionQuestions } from '#domain/texts/deletions.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { emptyTexts } from '#domain/texts/screens.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { PictureAndName, UnitPrice } from '#web/content/cells.tsx'
import { listFailure } from '#web/content/desk.ts'
import { DeskList, NothingMatches } from '#web/content/desk-list.tsx'
import { changeStatus, ListedTabs, ListedTools, readListedState, savedOutcome } from '#web/content/soft-deletion.tsx'
import { apiContext } from '#web/context.ts'
import { bulkOffer } from '#web/desk/lists/bulk/bulk-bar.tsx'
import { UndoableOutcome } from '#web/desk/lists/bulk/undoable-outcome.tsx'
import { ListFilters } from '#web/desk/lists/list-filters.tsx'
import { DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { readWaiting } from '#web/desk/read-waiting.ts'
import { Tasks } from '#web/desk/tasks.tsx'
import { waitingTasks } from '#web/desk/waiting-tasks.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { countPages } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useShell } from '#web/shell.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { datedMoment, longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { dealTarget } from '../deal-target.ts'
import type { Route } from './+types/deals.ts'
import { dealBulk } from './bulk.ts'
import { DEAL_ORDER, DEAL_SORTS, type Deal, listDeals } from './queries.ts'

const PATH = '/content/deals'
const FILTERS = {
  search: { label: 'Name' },
  from: { ...DAYS.from, label: 'Made from' },
  until: { ...DAYS.until, label: 'Made until' },
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(url.searchParams, FILTERS, DEAL_SORTS)
  const status = readListedState(url.searchParams)
  const api = context.get(apiContext)
  const [result, waiting] = await Promise.all([listDeals(api, { ...query, status }), readWaiting(api)])
  return {
    status,
    query,
    today: lagosDate(new Date()),
    deals: result.data ?? [],
    count: result.count,
    pageCount: countPages(result.count),
    failure: listFailure(result),
    tasks: waitingTasks(waiting, 'content').filter(({ amount }) => amount > 0),
    done: savedOutcome(url.searchParams, 'The deal is saved.'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeStatus(context.get(apiContext), await readForm(request), {
    list: dealBulk,
    path: PATH,
    texts: {
      delete: { done: 'The deal was deleted. You can find it under Deleted.', failed: errorTexts.dealNotDeleted },
      restore: { done: 'The deal is listed again.', failed: errorTexts.dealNotUpdated },
    },
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Deals({ loaderData, actionData }: Route.ComponentProps) {
  const { status, query, today, deals, done, tasks } = loaderData
  return (
    <>
      <PageHeading action={<LinkButton to={`${PATH}/new`}>New deal</LinkButton>}>Featured deals</PageHeading>
      <UndoableOutcome outcome={actionData ?? done} />
      {tasks.length > 0 && <Tasks tasks={tasks} calm="" />}
      <ListedTabs label="Deals by status" path={PATH} active="Listed" status={status} />
      <ViewTabs />
      <ListFilters filters={FILTERS} query={query} today={today} stays={['show']} />
      <DeskList
        {...loaderData}
        caption="Featured deals"
        noun={{ one: 'deal', many: 'deals' }}
        sort={DEAL_ORDER}
        page={query.page}
        bulk={{
          ...bulkOffer(`${PATH}/bulk`, dealBulk, [status === 'deleted' ? 'restore' : 'delete']),
          name: ({ name }) => name,
        }}
        columns={dealColumns(useShell().now)}
        rows={deals}
        empty={query.search || query.from || query.until ? <NothingMatches what="deal" /> : <NoDeals status={status} />}
        filters={{ show: status === 'deleted' ? status : '' }}
      />
    </>
  )
}

const dealColumns = (now: string): Column<Deal>[] => [
  {
    header: 'Deal',
    heading: true,
    sort: 'name',
    cell: ({ id, name, image_url: picture }) => (
      <Link to={`${PATH}/${id}`} className="text-link">
        <PictureAndName name={name} picture={picture} />
      </Link>
    ),
  },
  {
    header: 'Price',
    numeric: true,
    cell: (deal) => {
      const { price, unit } = dealTarget(deal, now)
      return <UnitPrice naira={price} unit={unit} />
    },
  },
  {
    header: 'Opens',
    cell: ({ product, group_buy: buy }) => (
      <span className="block min-w-36">{product?.name ?? (buy ? `Group buy: ${buy.product_name}` : 'Nothing')}</span>
    ),
  },
  { header: 'Days', cell: (deal) => <span className="block min-w-28">{daysText(deal, now)}</span> },
  {
    header: 'Made',
    sort: 'made',
    cell: ({ created_at: at }) => <span className="whitespace-nowrap">{longDay(at)}</span>,
  },
  {
    header: 'Tools',
    hideHeader: true,
    cell: ({ id, name, status }) => (
      <ListedTools
        id={id}
        name={name}
        status={status}
        path={PATH}
        question={deletionQuestions.deal}
        detail="It leaves the home page at once. You can restore it later."
        confirmLabel="Delete deal"
      />
    ),
  },
]

/** Why a deal is not on the home page yet or any more, or until when it is. */
function daysText({ starts_at: from, ends_at: to }: Deal, now: string): string {
  if (from && Date.parse(from) > Date.parse(now)) return `From ${datedMoment(from)}`
  if (!to) return 'Until deleted'
  return Date.parse(to) < Date.parse(now) ? `Over since ${datedMoment(to)}` : `Until ${datedMoment(to)}`
}

function NoDeals({ status }: { status: ListedState }) {
  if (status === 'deleted')
    return <EmptyState title="No deleted deals.">Deleted deals stay here and can be restored.</EmptyState>
  return (
    <EmptyState title={emptyTexts.deals} action={<LinkButton to={`${PATH}/new`}>New deal</LinkButton>}>
      Deals made here appear on the home page, newest first.
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Featured deals', 'Deals on the home page.')
