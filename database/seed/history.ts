import type { BulkOrder, Checkout } from './bulk-orders.ts'
import type { Buy } from './group-buys.ts'
import { personId } from './ids.ts'
import { after, earlier } from './lagos-time.ts'
import type { Order } from './orders.ts'
import type { Row } from './rows.ts'
import { decisionOn, VENDORS } from './vendors.ts'

/** One move to be written down; the actor is null when the clock or a payment caused it. */
interface Step {
  to: string
  at: Date | null
  actor?: string | null
  reason?: string | null
}

/** Every move of every thing, in the order in which they happened: rows of `status_changes`. */
export function historyRows(
  market: { buys: readonly Buy[]; bulkOrders: readonly BulkOrder[]; checkouts: readonly Checkout[] },
  now: Date,
): Row[] {
  const rows = [
    ...VENDORS.flatMap((vendor, index) => {
      const opened = after(now, vendor.status === 'pending' ? -30 : -24 * (206 - index * 3))
      const decision = decisionOn(vendor)
      const actor = decision && personId(decision.manager)
      return path('vendor', vendor.id, [
        { to: 'pending', at: opened, actor: vendor.ownerId },
        ...(decision ? [{ to: 'active', at: after(opened, 26), actor }] : []),
        ...(vendor.status === 'suspended' ? [{ to: 'suspended', at: after(now, -9 * 24), actor }] : []),
      ])
    }),
    ...market.buys.flatMap((buy) => path('group_buy', buy.id, stepsOfBuy(buy))),
    ...market.buys.flatMap((buy) =>
      buy.orders.flatMap((order) => path('order', order.id, stepsOfOrder(order, buy.food.vendor.ownerId, now))),
    ),
    ...market.checkouts.flatMap(({ id, status, person, createdAt, endedAt }) =>
      path('checkout', id, [
        { to: 'open', at: createdAt, actor: person.id },
        ...(status === 'open' ? [] : [{ to: status, at: endedAt, actor: status === 'cancelled' ? person.id : null }]),
      ]),
    ),
    ...market.bulkOrders.flatMap((order) =>
      path('bulk_order', order.id, stepsOfOrder({ ...order, settledAt: null }, order.vendor.ownerId, now)),
    ),
  ]
  return rows.sort((a, b) => a.at.getTime() - b.at.getTime())
}

function path(subject: string, id: string, steps: readonly Step[]) {
  let from: string | null = null
  let last = new Date(0)
  return steps.map(({ to, at, actor = null, reason = null }) => {
    last = at && at > last ? at : last
    const row = { subject, subject_id: id, from_status: from, to_status: to, actor_id: actor, reason, at: last }
    from = to
    return row
  })
}

function stepsOfBuy(buy: Buy): Step[] {
  const owner = buy.food.vendor.ownerId
  const opened: Step[] = [{ to: 'draft', at: after(buy.opensAt, -2), actor: owner }]
  if (buy.stage === 'draft') return opened
  opened.push({ to: 'active', at: buy.opensAt, actor: owner })
  if (buy.stage === 'active') return opened
  if (buy.stage === 'cancelled') {
    return [...opened, { to: 'cancelled', at: buy.brokenAt, actor: personId('manager3'), reason: buy.endReason }]
  }
  const closed: Step[] = [...opened, { to: 'closed', at: after(buy.endsAt, 0.002) }]
  if (buy.stage === 'closed') return closed
  closed.push({ to: 'settling', at: buy.settledAt ?? after(buy.dueAt, 0.003) })
  if (buy.stage === 'settling') return closed
  if (buy.stage === 'failed') return [...closed, { to: 'failed', at: buy.brokenAt, reason: buy.endReason }]
  closed.push({ to: 'confirmed', at: buy.settledAt })
  if (buy.readyAt) closed.push({ to: 'ready', at: buy.readyAt, actor: owner })
  if (buy.stage === 'completed') closed.push({ to: 'completed', at: lastEndOf(buy) })
  return closed
}

function lastEndOf({ orders, readyAt }: Buy): Date | null {
  return orders.reduce(
    (last, { completedAt }) => (completedAt && last && completedAt > last ? completedAt : last),
    readyAt,
  )
}

type Told = Pick<Order, 'person' | 'createdAt' | 'settledAt' | 'fulfilment' | 'endReason'> &
  Pick<Order, 'status' | 'paidAt' | 'readyAt' | 'handedOverAt' | 'completedAt' | 'endedAt'>

function stepsOfOrder(order: Told, owner: string, now: Date): Step[] {
  const steps: Step[] = [{ to: 'pending', at: order.createdAt, actor: order.person.id }]
  if (order.paidAt) steps.push({ to: 'paid', at: order.paidAt })
  if (order.settledAt) steps.push({ to: 'confirmed', at: order.settledAt })
  if (order.readyAt) steps.push({ to: 'ready', at: order.readyAt, actor: owner })
  const handOver = order.fulfilment === 'delivery' ? 'delivered' : 'collected'
  if (order.handedOverAt) steps.push({ to: handOver, at: order.handedOverAt, actor: owner })
  if (order.completedAt) steps.push({ to: 'completed', at: order.completedAt })
  if (!order.endedAt) return steps
  const byBuyer = order.endReason?.endsWith('by the buyer') ? order.person.id : null
  const reason = order.endReason
  if (!order.paidAt) return [...steps, { to: order.status, at: order.endedAt, actor: byBuyer, reason }]
  steps.push({ to: 'refunding', at: order.endedAt, actor: byBuyer, reason })
  if (order.status === 'refunded')
    steps.push({ to: 'refunded', at: earlier(after(order.endedAt, 50), after(now, -0.1)) })
  return steps
}
