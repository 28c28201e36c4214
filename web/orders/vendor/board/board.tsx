import { Link } from 'react-router'
import { ORDER_STAGES, type OrderStage, stageFilter, stageLabels } from '#domain/orders/shop/stages.ts'
import { countUnits } from '#domain/products/units.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { choiceParam, pathWithParams } from '#web/list-page.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { count } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import { OrderTabs } from '../order-tabs.tsx'
import type { Route } from './+types/board.ts'
import { type BoardColumn, type BoardOrder, COUNTED, readBoard } from './board-queries.ts'
import { cutOffText } from './cut-off-text.ts'

const HERE = '/vendor/orders/board'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const { columns, failure } = shop ? await readBoard(api) : { columns: [], failure: null }
  const asked = choiceParam(url.searchParams, 'show', ORDER_STAGES)
  // The first stage with work: a shop without unpaid orders begins with packing.
  const shown = asked || columns.find(({ amount }) => amount > 0)?.stage || 'unpaid'
  return { shop, columns, failure, shown }
}

/** Open orders by what is to be done; on a phone one stage at a time, with links between them. */
export default function OrderBoard({ loaderData: { shop, columns, failure, shown } }: Route.ComponentProps) {
  useLiveRows(shop && [{ table: 'orders', filter: `vendor_id=eq.${shop.id}` }])
  return (
    <>
      <PageHeading lead="Open orders by what comes next, the nearest cut-off first.">Orders</PageHeading>
      {shop ? <ShopNotice shop={shop} /> : <NoShop />}
      {shop && <OrderTabs current="board" />}
      {failure && <ErrorState message={failure} reload />}
      {shop && !failure && (
        <>
          <div className="lg:hidden">
            <Tabs
              label="Stages"
              tabs={columns.map(({ stage, amount }) => ({
                to: pathWithParams(HERE, { show: stage }),
                label: stageLabels[stage],
                current: stage === shown,
                amount: countText(amount),
              }))}
            />
          </div>
          <div className="grid items-start gap-6 lg:grid-cols-2 2xl:grid-cols-4">
            {columns.map((column) => (
              <Stage key={column.stage} column={column} isShown={column.stage === shown} />
            ))}
          </div>
        </>
      )}
    </>
  )
}

function Stage({ column: { stage, orders, amount, late }, isShown }: { column: BoardColumn; isShown: boolean }) {
  return (
    <section aria-labelledby={stage} className={cx('min-w-0', !isShown && 'max-lg:hidden')}>
      <h2 id={stage} className="mb-3 flex flex-wrap items-center gap-2 text-18">
        {stageLabels[stage]} <span className="font-normal text-soft tabular-nums">{countText(amount)}</span>
        {late > 0 && <Badge tone="urgent">{countText(late)} late</Badge>}
      </h2>
      {orders.length === 0 && <p className="text-soft">{NOTHING[stage]}</p>}
      <ul className="grid gap-3">
        {orders.map((one) => (
          <BoardCard key={one.order.id} stage={stage} one={one} />
        ))}
      </ul>
      {amount > orders.length && (
        <Link
          to={pathWithParams('/vendor/orders', { status: stageFilter(stage) })}
          className="mt-2 inline-flex min-h-11 items-center text-link"
        >
          All {countText(amount)} <span className="sr-only">in {stageLabels[stage]}</span>
        </Link>
      )}
    </section>
  )
}

function BoardCard({ stage, one }: { stage: OrderStage; one: BoardOrder }) {
  const { order, isLate, isPacked } = one
  return (
    <li className="rounded-card border border-grain bg-card p-3">
      <p className="flex flex-wrap items-center gap-x-2">
        <Link to={`/vendor/orders/${order.id}`} className="inline-flex min-h-11 items-center font-bold text-link">
          {order.order_no}
        </Link>
        {isLate && <Badge tone="urgent">Late</Badge>}
        {isPacked && <Badge tone="good">Packed</Badge>}
      </p>
      <p className="wrap-anywhere">
        {order.buyer_name || 'No name'}, {order.product_name}
        {order.unit && `, ${countUnits(order.quantity_left, order.unit)}`}
      </p>
      <p className="text-14 text-soft">{cutOffText(stage, one)}</p>
    </li>
  )
}

const countText = (amount: number): string => (amount >= COUNTED ? `${count(COUNTED - 1)}+` : count(amount))

const NOTHING: Record<OrderStage, string> = {
  unpaid: 'No order waits for payment.',
  'to-pack': 'Nothing is to be packed.',
  ready: 'Nothing waits to be handed over.',
  'handed-over': 'No money waits for the end of the time for claims.',
}

export const meta: Route.MetaFunction = () => pageMeta('Orders by stage', 'The open orders of your shop.')
