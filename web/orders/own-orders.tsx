import { Link, useLocation } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { kobo, longDay, naira } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { addressOf, pageOf } from '../list-page.ts'
import { useLiveRows } from '../live-rows.ts'
import type { Route } from './+types/own-orders.ts'
import { orderMoney } from './order-money.ts'
import { nextStep, stateLabel, stateTone } from './order-words.ts'
import { listOwnOrders, type OwnRow } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const userId = context.get(viewerContext).userId ?? ''
  const show: 'open' | 'past' = url.searchParams.get('show') === 'past' ? 'past' : 'open'
  const page = pageOf(url.searchParams)
  const found = await listOwnOrders(context.get(apiContext), { userId, show, page })
  return { userId, show, page, now: new Date().toISOString(), ...found }
}

export default function OwnOrders({ loaderData }: Route.ComponentProps) {
  const { userId, show, page, now, rows, pageCount, amounts, failure } = loaderData
  const base = useLocation().pathname.replace(/\/$/, '')
  useLiveRows([{ table: 'orders', filter: `user_id=eq.${userId}` }])
  return (
    <>
      <PageHeading lead="What you joined and bought, newest first.">Orders</PageHeading>
      <Tabs
        label="Orders"
        tabs={[
          { to: base, label: 'Open', current: show === 'open', amount: amounts.open },
          { to: `${base}?show=past`, label: 'Past', current: show === 'past', amount: amounts.past },
        ]}
      />
      {failure && <ErrorState message={failure} reload="Your orders are safe." />}
      {!failure && rows.length === 0 && <NoOrders show={show} />}
      {rows.some(({ status }) => status === 'ready') && (
        <p className="my-4">
          <LinkButton to="/account/codes">Codes to collect with</LinkButton>
        </p>
      )}
      {rows.length > 0 && (
        <ul className="divide-y divide-grain border-b border-grain">
          {rows.map((order) => (
            <OrderRow key={order.id} order={order} to={`${base}/${order.id}`} now={now} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageCount={rows.length > 0 ? pageCount : 0}
        linkTo={(wanted) => addressOf(base, { show: show === 'past' ? 'past' : '', page: wanted })}
        label="orders"
      />
    </>
  )
}

function NoOrders({ show }: { show: 'open' | 'past' }) {
  if (show === 'past') return <EmptyState title="No past orders yet.">Finished orders appear here.</EmptyState>
  return (
    <EmptyState title="No open orders." action={<LinkButton to="/group-buys">See the group buys</LinkButton>}>
      Join a group buy and your order appears here with its price and due date.
    </EmptyState>
  )
}

function OrderRow({ order, to, now }: { order: OwnRow; to: string; now: string }) {
  const picture = order.kind === 'group' ? order.group_buy.image_url : order.lines[0]?.image_url
  return (
    <li className="relative flex gap-4 py-4">
      <Picture src={picture} alt="" width={72} height={72} className="size-18 shrink-0 rounded-field bg-kraft" />
      <div className="min-w-0 flex-1">
        <h2 className="text-18 break-words">
          <Link to={to} className="deal-link">
            {nameOf(order)}
          </Link>
        </h2>
        <p className="text-14 text-soft">
          Order {order.order_no}
          {order.vendor && `, ${order.vendor.business_name}`}, {longDay(order.created_at)}
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={stateTone(order.status)}>{stateLabel(order.status)}</Badge>
          <span className="tabular-nums">{figures(order)}</span>
        </p>
        <p className="mt-1 max-w-measure text-14">{nextStep(order, order.group_buy, now)}</p>
        {order.status !== 'pending' && (
          <Link
            to={`/account/orders/${order.id}/again`}
            className="relative z-10 inline-flex min-h-11 items-center text-link"
          >
            Buy again<span className="sr-only">: order {order.order_no}</span>
          </Link>
        )}
      </div>
    </li>
  )
}

function nameOf(order: OwnRow): string {
  if (order.kind === 'group') return order.group_buy.product_name
  const [first, ...more] = order.lines
  return `${first?.product_name ?? 'Bulk order'}${more.length > 0 ? ` and ${more.length} more` : ''}`
}

function figures(order: OwnRow) {
  if (order.kind === 'bulk') {
    return (
      <>
        Bulk order: <strong>{naira(order.total_amount)}</strong>
      </>
    )
  }
  const { stage, unitKobo, goodsKobo } = orderMoney({ ...order, final_price: order.group_buy.final_price })
  const units = countUnits(order.quantity, order.group_buy.unit)
  // The sentence below has the amount due, with its fee and date.
  if (stage === 'due' || stage === 'none') return <strong>{units}</strong>
  return (
    <>
      {units} at {kobo(unitKobo)}: <strong>{kobo(goodsKobo)}</strong>
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('Orders', 'Your group buys and bulk orders.')
