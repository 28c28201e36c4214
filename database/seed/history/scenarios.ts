import type { Cause } from '#domain/moves.ts'
import { personId } from '../ids.ts'
import { after, earlier } from '../lagos-time.ts'
import type { Buy, Order } from '../model.ts'
import { type BulkOrder, bulkOrderRow, type Checkout, checkoutRow, lineRows } from '../orders/bulk-orders.ts'
import { draftRow } from '../orders/group-buys.ts'
import { orderRow } from '../orders/orders.ts'
import { paymentColumns, paymentScenarios } from '../orders/payments.ts'
import type { SeedRow } from '../rows.ts'
import type { Scenario, Step } from './scenario.ts'

/** The manager who suspended the shop of the cancelled buy. */
const SUSPENDED_BY = personId('manager3')

/**
 * The scenarios of each buy and its orders. A buy gets an end after the real time, which the guards compare with;
 * `backdateBuys` sets the planned one. `numbers` are the orders' numbers by id; without it the sequence assigns
 * them.
 */
export function buyScenarios(buys: readonly Buy[], { now, numbers }: { now: Date; numbers?: Numbers }): Scenario[] {
  return buys.flatMap((buy) => [
    ...paymentScenarios(buy.orders, now),
    makeScenario('group_buy', { ...draftRow(buy), id: buy.id, end_date: after(new Date(), 20 * 24) }, buySteps(buy)),
    ...buy.orders.map((order) =>
      makeScenario(
        'order',
        { ...orderRow(order), id: order.id, ...orderNumberColumn(order, numbers) },
        orderSteps(
          { ...order, paymentColumns: paymentColumns(order), endedBy: buy.stage === 'cancelled' ? 'manager' : 'clock' },
          owner(buy),
          now,
        ),
      ),
    ),
  ])
}

type Numbers = ReadonlyMap<string, number>

export function cartScenarios(
  { checkouts, orders }: { checkouts: readonly Checkout[]; orders: readonly BulkOrder[] },
  { now, numbers }: { now: Date; numbers: Numbers },
): Scenario[] {
  return [
    ...paymentScenarios(orders, now),
    ...checkouts.map((checkout) => {
      const { id, status, person, createdAt, endedAt } = checkout
      const opened: Step = { to: 'open', at: createdAt, cause: 'buyer', actor: person.id }
      const cause = status === 'paid' ? 'gateway' : status === 'expired' ? 'clock' : 'buyer'
      const ended: Step = {
        to: status,
        at: endedAt ?? createdAt,
        cause,
        actor: status === 'cancelled' ? person.id : null,
      }
      return makeScenario('checkout', { ...checkoutRow(checkout), id }, status === 'open' ? [opened] : [opened, ended])
    }),
    ...orders.map((order) => {
      const initialRow = { ...bulkOrderRow(order), id: order.id, ...orderNumberColumn(order, numbers) }
      const steps = orderSteps(
        { ...order, paymentColumns: paymentColumns(order), settledAt: null, endedBy: 'clock' },
        order.vendor.ownerId,
        now,
      )
      return { ...makeScenario('order', initialRow, steps), lines: lineRows(order) }
    }),
  ]
}

function orderNumberColumn({ id }: { id: string }, numbers: Numbers | undefined): SeedRow {
  return numbers ? { order_no: numbers.get(id) } : {}
}

const owner = (buy: Buy) => buy.food.vendor.ownerId

/** Times of the steps are made ascending. */
function makeScenario(
  subject: Scenario['subject'],
  initialRow: Scenario['initialRow'],
  steps: readonly Step[],
): Scenario {
  let last = new Date(0)
  const inOrder = steps.map((step) => {
    last = step.at > last ? step.at : last
    return { ...step, at: last }
  })
  return { subject, initialRow, steps: inOrder }
}

function buySteps(buy: Buy): Step[] {
  const vendor = { cause: 'vendor', actor: owner(buy) } as const
  const clock = { cause: 'clock', actor: null } as const
  const opened: Step[] = [{ to: 'draft', at: after(buy.opensAt, -2), ...vendor }]
  if (buy.stage === 'draft') return opened
  opened.push({ to: 'active', at: buy.opensAt, ...vendor })
  if (buy.stage === 'active') return opened
  const endedEarlyAt = buy.endedEarlyAt ?? buy.endsAt
  const set = { end_reason: buy.endReason }
  if (buy.stage === 'cancelled')
    return [...opened, { to: 'cancelled', at: endedEarlyAt, cause: 'manager', actor: SUSPENDED_BY, set }]
  const closedAt = after(buy.endsAt, 0.002)
  const closed: Step[] = [...opened, { to: 'closed', at: closedAt, ...clock, set: { closed_at: closedAt } }]
  if (buy.stage === 'closed') return closed
  closed.push({ to: 'settling', at: buy.settledAt ?? after(buy.dueAt, 0.003), ...clock })
  if (buy.stage === 'settling') return closed
  if (buy.stage === 'failed') return [...closed, { to: 'failed', at: endedEarlyAt, ...clock, set }]
  const finalPrice = buy.finalPriceKobo === null ? null : Number(buy.finalPriceKobo) / 100
  const settledAt = buy.settledAt ?? closedAt
  closed.push({
    to: 'confirmed',
    at: settledAt,
    ...clock,
    set: { final_price: finalPrice, settled_at: settledAt },
  })
  if (buy.readyAt) closed.push({ to: 'ready', at: buy.readyAt, ...vendor })
  if (buy.stage === 'completed') closed.push({ to: 'completed', at: lastCompletion(buy, settledAt), ...clock })
  return closed
}

function lastCompletion({ orders, readyAt }: Buy, settledAt: Date): Date {
  return orders.reduce(
    (last, { completedAt }) => (completedAt && completedAt > last ? completedAt : last),
    readyAt ?? settledAt,
  )
}

type ScenarioOrder = Omit<Order, 'buy' | 'quantity' | 'unitPriceKobo' | 'ceilingKobo'> & {
  /** Columns that its payment writes. */
  paymentColumns: SeedRow
  /** The cause of its end, unless its buyer ended it. */
  endedBy: Cause
}

function orderSteps(order: ScenarioOrder, vendorOwner: string, now: Date): Step[] {
  const clock = { cause: 'clock', actor: null } as const
  const steps: Step[] = [{ to: 'pending', at: order.createdAt, cause: 'buyer', actor: order.person.id }]
  const step = (to: string, at: Date | null, by: Pick<Step, 'cause' | 'actor'>, set: SeedRow) => {
    if (at) steps.push({ to, at, ...by, set })
  }
  step(
    'paid',
    order.paidAt,
    { cause: 'gateway', actor: null },
    { paid_at: order.paidAt, amount_due_kobo: 0, ...order.paymentColumns },
  )
  step('confirmed', order.settledAt, clock, order.settlement ?? {})
  const priced = order.settledAt ? {} : order.settlement
  step('ready', order.readyAt, { cause: 'vendor', actor: vendorOwner }, { ready_at: order.readyAt, ...priced })
  // Later steps are hand-overs (hand-overs.ts).
  return [...steps, ...endingSteps(order, now)]
}

function endingSteps(
  { status, paidAt, endedAt, endReason, person, endedBy, amountDueKobo }: ScenarioOrder,
  now: Date,
): Step[] {
  if (!endedAt) return []
  const byBuyer = endReason?.endsWith('by the buyer')
  const by: Pick<Step, 'cause' | 'actor'> = byBuyer
    ? { cause: 'buyer', actor: person.id }
    : { cause: endedBy, actor: endedBy === 'manager' ? SUSPENDED_BY : null }
  const set = { ended_at: endedAt, end_reason: endReason }
  if (!paidAt) return [{ to: status, at: endedAt, ...by, set: { ...set, amount_due_kobo: 0 } }]
  const refunding: Step = {
    to: 'refunding',
    at: endedAt,
    ...by,
    set: { ...set, returned_kobo: Number(amountDueKobo) },
  }
  if (status !== 'refunded') return [refunding]
  const at = earlier(after(endedAt, 50), after(now, -0.1))
  return [refunding, { to: 'refunded', at, cause: 'gateway', actor: null }]
}
