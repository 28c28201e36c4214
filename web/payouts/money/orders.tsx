import { data, Link } from 'react-router'
import { isMoneyPart, type MoneyPart, moneyPartHints, moneyPartTexts } from '#domain/payouts/money-parts.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { PagedTable } from '#web/desk/lists/paged-table.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop } from '#web/desk/shop/shop-notice.tsx'
import { idParam, pageParam, textParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { day, kobo, moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { payoutText } from '../payout-text.ts'
import type { Route } from './+types/orders.ts'
import { listOrderParts, type OrderPart, readOwnPayout } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  if (!shop) return null
  const [part, payoutId] = [textParam(url.searchParams, 'part'), idParam(url.searchParams, 'payout')]
  const payout = payoutId === '' ? null : await readOwnPayout(api, { shopId: shop.id, id: payoutId })
  if (payout === null && !isMoneyPart(part)) throw data(NOT_FOUND, { status: 404 })
  const shown: MoneyPart | '' = isMoneyPart(part) ? part : ''
  const page = pageParam(url.searchParams)
  const list = await listOrderParts(api, { shopId: shop.id, part: shown, payoutId: payout?.id ?? '', page })
  return { part: shown, payout, page, list }
}

const NOT_FOUND = 'Payout not found'

/** The orders of a payout, or those that wait for one thing. */
export default function PayoutOrders({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NoShop title="Orders of a payout" />
  const { payout, page, list } = loaderData
  const part: MoneyPart | '' = loaderData.part
  return (
    <>
      <PageHeading
        lead={payout ? payoutLead(payout) : part && moneyPartHints[part]}
        action={
          <LinkButton to="/vendor/payouts" tone="plain">
            Payouts
          </LinkButton>
        }
      >
        {payout ? `Payout of ${kobo(payout.amount_kobo)}` : part && moneyPartTexts[part]}
      </PageHeading>
      <PagedTable
        caption="Orders"
        noun={{ one: 'order', many: 'orders' }}
        list={list}
        columns={columns}
        rowKey={({ order_id: id }) => id}
        query={{ part, payout: payout?.id ?? '', page }}
        empty={<EmptyState title="No orders here." />}
      />
    </>
  )
}

type ShownPayout = NonNullable<Awaited<ReturnType<typeof readOwnPayout>>>

function payoutLead(payout: ShownPayout): string {
  const { account, created_at: begun, arrived_at: arrived } = payout
  const when = arrived ? `arrived ${moment(arrived)}` : `begun ${moment(begun)}`
  return `${payoutText(payout).text}, ${when}: ${account?.bank_name}, account ending in ${account?.last_four}.`
}

const columns: Column<OrderPart>[] = [
  {
    header: 'Order',
    cell: ({ order_id: id, order_no: number, product_name: name }) =>
      number ? (
        <Link to={`/vendor/orders/${id}`} className="text-link">
          {number}, {name}
        </Link>
      ) : (
        'An order before this list'
      ),
    heading: true,
  },
  { header: 'Sharing day', cell: ({ share_day: date }) => (date ? day(date) : '–') },
  { header: 'When', cell: (row) => whenText(row) },
  { header: 'You get', cell: ({ amount_kobo }) => kobo(amount_kobo), numeric: true },
]

const WHEN: Partial<Record<MoneyPart, string>> = {
  not_handed_over: 'to be collected by',
  claim_time: 'yours from',
  claim_open: 'claim time until',
  ready: 'since',
}

function whenText({ part, at }: OrderPart): string {
  if (!at) return '–'
  const word = isMoneyPart(part) ? WHEN[part] : undefined
  return word ? `${word} ${moment(at)}` : moment(at)
}

export const meta: Route.MetaFunction = () => pageMeta('Orders of a payout', 'Which orders are in a payout, or wait.')

export const ErrorBoundary = notFoundBoundary({
  title: NOT_FOUND,
  lead: 'The address may be mistyped.',
  back: 'Payouts',
  to: '/vendor/payouts',
})
