import type { ListedState } from '#domain/catalogue/states.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext } from '#web/context.ts'
import { titled } from '#web/layouts/titled.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Price } from '#web/ui/price.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/deals.ts'
import { type Deal, listDeals, setDealStatus } from './deal-queries.ts'
import { listFailure, offlineOutcome, pageCountOf, pageOf, writeOutcome } from './desk.ts'
import { ListFailure, OutcomeNotice } from './outcome-notice.tsx'
import { DeleteTool, EditTool, RestoreTool, RowTools } from './row-tools.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const status: ListedState = url.searchParams.get('show') === 'deleted' ? 'deleted' : 'active'
  const page = pageOf(url.searchParams)
  const answer = await listDeals(context.get(apiContext), { status, page })
  const done = url.searchParams.get('done') === 'saved' ? { ok: true, text: 'The deal is saved.' } : null
  return {
    status,
    page,
    deals: answer.data ?? [],
    pageCount: pageCountOf(answer.count),
    failure: listFailure(answer),
    done,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const restores = form.get('intent') === 'restore'
  const id = String(form.get('id') ?? '')
  const answer = await setDealStatus(context.get(apiContext), id, restores ? 'active' : 'deleted')
  return writeOutcome(
    answer,
    restores
      ? { done: 'The deal is listed again.', failed: errorTexts.dealNotUpdated }
      : { done: 'The deal was deleted. You find it under Deleted.', failed: errorTexts.dealNotDeleted },
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orOffline(serverAction, offlineOutcome)

export const shouldRevalidate = keepWhenOffline

export default function Deals({ loaderData, actionData }: Route.ComponentProps) {
  const { status, page, pageCount, deals, failure, done } = loaderData
  return (
    <>
      <PageHeading action={<LinkButton to="/content/deals/new">New deal</LinkButton>}>Featured deals</PageHeading>
      <OutcomeNotice outcome={actionData ?? done} />
      <Tabs
        label="Deals by state"
        tabs={[
          { to: '/content/deals', label: 'Listed', current: status === 'active' },
          { to: '/content/deals?show=deleted', label: 'Deleted', current: status === 'deleted' },
        ]}
      />
      {failure ? (
        <ListFailure failure={failure} />
      ) : (
        <Table
          caption="Featured deals"
          columns={columns}
          rows={deals}
          rowKey={({ id }) => id}
          empty={<NoDeals status={status} />}
        />
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        linkTo={(to) => `/content/deals?page=${to}${status === 'deleted' ? '&show=deleted' : ''}`}
        label="deals"
      />
    </>
  )
}

const columns: Column<Deal>[] = [
  {
    header: 'Deal',
    heading: true,
    cell: ({ name, image_url: picture }) => (
      <span className="flex min-w-48 items-center gap-3">
        <img
          src={picture ?? '/basins/empty.svg'}
          alt=""
          width={44}
          height={44}
          className="size-11 shrink-0 object-contain"
        />
        <span className="break-words">{name}</span>
      </span>
    ),
  },
  {
    header: 'Price',
    numeric: true,
    cell: ({ base_price: price, unit }) => (
      <span className="whitespace-nowrap">
        <Price naira={price} />
        <span className="block text-14 text-soft">a {unit}</span>
      </span>
    ),
  },
  {
    header: 'Opens',
    cell: ({ product, group_buy: buy }) => (
      <span className="block min-w-36">{product?.name ?? (buy ? `Group buy: ${buy.product_name}` : 'Nothing')}</span>
    ),
  },
  { header: 'Made', cell: ({ created_at: at }) => <span className="whitespace-nowrap">{longDay(at)}</span> },
  { header: 'Tools', hideHeader: true, cell: (deal) => <Tools {...deal} /> },
]

function Tools({ id, name, status }: Deal) {
  return (
    <RowTools>
      <EditTool to={`/content/deals/${id}`} name={name} />
      {status === 'deleted' ? (
        <RestoreTool id={id} name={name} />
      ) : (
        <DeleteTool
          id={id}
          name={name}
          question="Are you sure you want to delete this deal?"
          detail="It leaves the home page at once. You can put it back later."
          confirmLabel="Delete deal"
        />
      )}
    </RowTools>
  )
}

function NoDeals({ status }: { status: ListedState }) {
  if (status === 'deleted')
    return <EmptyState title="No deleted deals.">Deleted deals stay here and can be put back.</EmptyState>
  return (
    <EmptyState
      title="No featured deals available at the moment."
      action={<LinkButton to="/content/deals/new">New deal</LinkButton>}
    >
      Deals made here stand on the home page, the newest first.
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = () => titled('Featured deals', 'Deals on the home page.')
