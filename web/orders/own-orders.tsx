import { Link, useLocation } from 'react-router'
import { countUnits } from '#domain/catalogue/units.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/layouts/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { longDay, naira } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/own-orders.ts'
import { nextStep, stateLabel, stateTone } from './order-words.ts'
import { listOwnOrders, type OwnBulkOrder, type OwnOrder } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return listOwnOrders(context.get(apiContext), context.get(viewerContext).userId ?? '')
}

export default function OwnOrders({ loaderData: { orders, bulkOrders, error } }: Route.ComponentProps) {
  const base = useLocation().pathname.replace(/\/$/, '')
  return (
    <>
      <PageHeading lead="What you joined and bought, the newest first.">Orders</PageHeading>
      {error && <ErrorState message={error}>Your orders are safe. Please load the page again.</ErrorState>}
      {!error && orders.length === 0 && bulkOrders.length === 0 && (
        <EmptyState title="No orders yet." action={<LinkButton to="/group-buys">See the group buys</LinkButton>}>
          Join a group buy, and its order stands here with its price, its due date and its code.
        </EmptyState>
      )}
      {orders.length > 0 && (
        <section aria-labelledby="group-orders" className="mb-10">
          <SectionHeading id="group-orders">Group buys</SectionHeading>
          <ul className="divide-y divide-grain border-y border-grain">
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} to={`${base}/${order.id}`} />
            ))}
          </ul>
        </section>
      )}
      {bulkOrders.length > 0 && (
        <section aria-labelledby="bulk-orders">
          <SectionHeading id="bulk-orders">Bulk orders</SectionHeading>
          <ul className="divide-y divide-grain border-y border-grain">
            {bulkOrders.map((order) => (
              <BulkRow key={order.id} order={order} to={`${base}/${order.id}`} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function OrderRow({ order, to }: { order: OwnOrder; to: string }) {
  const { group_buy: buy } = order
  return (
    <Row to={to} picture={buy.image_url} name={buy.product_name} status={order.status} number={order.order_no}>
      <p>
        {countUnits(order.quantity, buy.unit)} at {naira(order.unit_price)}:{' '}
        <strong className="tabular-nums">{naira(order.total_amount)}</strong>
      </p>
      <p className="text-14 text-soft">{nextStep(order, buy)}</p>
      <p className="text-14 text-soft">
        {order.vendor.business_name}, joined {longDay(order.created_at)}
      </p>
    </Row>
  )
}

function BulkRow({ order, to }: { order: OwnBulkOrder; to: string }) {
  const [first, ...more] = order.items
  const name = first ? `${first.product_name}${more.length > 0 ? ` and ${more.length} more` : ''}` : 'Order'
  return (
    <Row to={to} picture={first?.image_url ?? null} name={name} status={order.status} number={order.order_no}>
      <p>
        <strong className="tabular-nums">{naira(order.total_amount)}</strong>
      </p>
      <p className="text-14 text-soft">
        {order.vendor.business_name}, ordered {longDay(order.created_at)}
      </p>
    </Row>
  )
}

interface RowProps {
  to: string
  picture: string | null
  name: string
  status: string
  number: number
  children: React.ReactNode
}

function Row({ to, picture, name, status, number, children }: RowProps) {
  return (
    <li className="flex gap-4 py-4">
      <img
        src={picture ?? '/basins/empty.svg'}
        alt=""
        width={72}
        height={72}
        loading="lazy"
        className="size-18 shrink-0"
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h3 className="text-18">
            <Link to={to} className="text-link">
              {name}
            </Link>
          </h3>
          <Badge tone={stateTone(status)}>{stateLabel(status)}</Badge>
        </div>
        {children}
        <p className="text-14 text-soft">Order {number}</p>
      </div>
    </li>
  )
}

export const meta: Route.MetaFunction = () => titled('Orders', 'Your group buys and bulk orders.')
