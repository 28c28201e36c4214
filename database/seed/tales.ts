import type { Cause } from '#domain/moves.ts'
import { type BulkOrder, bulkOrderRow, type Checkout, checkoutRow, lineRows } from './bulk-orders.ts'
import { draftRow } from './group-buys.ts'
import { personId } from './ids.ts'
import { after, earlier } from './lagos-time.ts'
import type { Buy, Order } from './life.ts'
import { paidColumns, talesOfMoney } from './money.ts'
import { orderRow } from './orders.ts'
import type { Row } from './rows.ts'
import type { Step, Tale } from './tale.ts'

/** The manager who stopped the shop of the cancelled buy. */
const STOPPED_BY = personId('manager3')

/** Each buy with its orders. `numbers` are the orders' numbers, by id; without it the sequence gives them. */
export function talesOfBuys(buys: readonly Buy[], { now, numbers }: { now: Date; numbers?: Numbers }): Tale[] {
  return buys.flatMap((buy) => [
    ...talesOfMoney(buy.orders, now),
    taleOf('group_buy', { ...draftRow(buy), id: buy.id, end_date: after(new Date(), 20 * 24) }, stepsOfBuy(buy)),
    ...buy.orders.map((order) =>
      taleOf(
        'order',
        { ...orderRow(order), id: order.id, ...numberOf(order, numbers) },
        stepsOfOrder(
          { ...order, paid: paidColumns(order), brokenBy: buy.stage === 'cancelled' ? 'manager' : 'clock' },
          owner(buy),
          now,
        ),
      ),
    ),
  ])
}

type Numbers = ReadonlyMap<string, number>

export function talesOfCarts(
  { checkouts, orders }: { checkouts: readonly Checkout[]; orders: readonly BulkOrder[] },
  { now, numbers }: { now: Date; numbers: Numbers },
): Tale[] {
  return [
    ...talesOfMoney(orders, now),
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
      return taleOf('checkout', { ...checkoutRow(checkout), id }, status === 'open' ? [opened] : [opened, ended])
    }),
    ...orders.map((order) => {
      const born = { ...bulkOrderRow(order), id: order.id, ...numberOf(order, numbers) }
      const steps = stepsOfOrder(
        { ...order, paid: paidColumns(order), settledAt: null, brokenBy: 'clock' },
        order.vendor.ownerId,
        now,
      )
      return { ...taleOf('order', born, steps), lines: lineRows(order) }
    }),
  ]
}

function numberOf({ id }: { id: string }, numbers: Numbers | undefined): Row {
  return numbers ? { order_no: numbers.get(id) } : {}
}

const owner = (buy: Buy) => buy.food.vendor.ownerId

/** Nothing happens before what led to it. */
function taleOf(subject: Tale['subject'], born: Tale['born'], steps: readonly Step[]): Tale {
  let last = new Date(0)
  const inOrder = steps.map((step) => {
    last = step.at > last ? step.at : last
    return { ...step, at: last }
  })
  return { subject, born, steps: inOrder }
}

function stepsOfBuy(buy: Buy): Step[] {
  const vendor = { cause: 'vendor', actor: owner(buy) } as const
  const clock = { cause: 'clock', actor: null } as const
  const opened: Step[] = [{ to: 'draft', at: after(buy.opensAt, -2), ...vendor }]
  if (buy.stage === 'draft') return opened
  opened.push({ to: 'active', at: buy.opensAt, ...vendor })
  if (buy.stage === 'active') return opened
  const brokenAt = buy.brokenAt ?? buy.endsAt
  const set = { end_reason: buy.endReason }
  if (buy.stage === 'cancelled')
    return [...opened, { to: 'cancelled', at: brokenAt, cause: 'manager', actor: STOPPED_BY, set }]
  const closedAt = after(buy.endsAt, 0.002)
  const closed: Step[] = [...opened, { to: 'closed', at: closedAt, ...clock, set: { closed_at: closedAt } }]
  if (buy.stage === 'closed') return closed
  closed.push({ to: 'settling', at: buy.settledAt ?? after(buy.dueAt, 0.003), ...clock })
  if (buy.stage === 'settling') return closed
  if (buy.stage === 'failed') return [...closed, { to: 'failed', at: brokenAt, ...clock, set }]
  const finalPrice = buy.finalPriceKobo === null ? null : Number(buy.finalPriceKobo) / 100
  const settledAt = buy.settledAt ?? closedAt
  closed.push({
    to: 'confirmed',
    at: settledAt,
    ...clock,
    set: { final_price: finalPrice, settled_at: settledAt },
  })
  if (buy.readyAt) closed.push({ to: 'ready', at: buy.readyAt, ...vendor })
  if (buy.stage === 'completed') closed.push({ to: 'completed', at: lastEndOf(buy, settledAt), ...clock })
  return closed
}

function lastEndOf({ orders, readyAt }: Buy, settledAt: Date): Date {
  return orders.reduce(
    (last, { completedAt }) => (completedAt && completedAt > last ? completedAt : last),
    readyAt ?? settledAt,
  )
}

type Told = Omit<Order, 'buy' | 'quantity' | 'unitPriceKobo' | 'ceilingKobo'> & {
  /** What its payment writes. */
  paid: Row
  /** Who ended it where its buyer did not. */
  brokenBy: Cause
}

function stepsOfOrder(order: Told, vendorOwner: string, now: Date): Step[] {
  const clock = { cause: 'clock', actor: null } as const
  const steps: Step[] = [{ to: 'pending', at: order.createdAt, cause: 'buyer', actor: order.person.id }]
  const step = (to: string, at: Date | null, by: Pick<Step, 'cause' | 'actor'>, set: Row) => {
    if (at) steps.push({ to, at, ...by, set })
  }
  step(
    'paid',
    order.paidAt,
    { cause: 'gateway', actor: null },
    { paid_at: order.paidAt, amount_due_kobo: 0, ...order.paid },
  )
  step('confirmed', order.settledAt, clock, order.settlement ?? {})
  const priced = order.settledAt ? {} : order.settlement
  step('ready', order.readyAt, { cause: 'vendor', actor: vendorOwner }, { ready_at: order.readyAt, ...priced })
  // What follows are hand-overs (hand-overs.ts).
  return [...steps, ...ending(order, now)]
}

function ending({ status, paidAt, endedAt, endReason, person, brokenBy, amountDueKobo }: Told, now: Date): Step[] {
  if (!endedAt) return []
  const byBuyer = endReason?.endsWith('by the buyer')
  const by: Pick<Step, 'cause' | 'actor'> = byBuyer
    ? { cause: 'buyer', actor: person.id }
    : { cause: brokenBy, actor: brokenBy === 'manager' ? STOPPED_BY : null }
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
