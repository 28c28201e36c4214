import { priceAt, type Tier } from './amounts.ts'
import type { BuyPlan } from './buy-table.ts'
import { type Food, foodOf } from './foods.ts'
import { idOf } from './ids.ts'
import { after, earlier, lagosDay, lagosTime, paymentDueAt } from './lagos-time.ts'
import { type Order, ordersOf } from './orders.ts'
import type { Person } from './people.ts'
import type { Row } from './rows.ts'
import { sharesOf, type Window } from './shares.ts'

/** A buy with its dates and orders. */
export interface Buy extends Window {
  id: string
  stage: string
  shareDay: string
  dueAt: Date
  /** When the final price was written; null before settlement and for buys that never settled. */
  settledAt: Date | null
  /** Naira per unit. */
  finalPrice: number | null
  /** When goods could be handed over. */
  readyAt: Date | null
  /** When a failed or cancelled buy ended. */
  brokenAt: Date | null
  endReason: string | null
  orders: Order[]
}

const SETTLED = ['confirmed', 'ready', 'completed']
const LIVE = ['pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered', 'completed']

/** `round` tells one refreshment of the market from another. */
export function buyOf(
  plan: BuyPlan,
  { now, people, round = '' }: { now: Date; people: readonly Person[]; round?: string },
): Buy {
  const food = foodOf(plan.food)
  const dates = datesOf(plan, now)
  const tiers = tiersOf(plan, food)
  const window = { ...dates, plan, food, tiers, basePrice: food.price, minParticipants: plan.minParticipants }
  const shares = plan.joined > 0 ? sharesOf(window, people) : []
  const staying = shares.filter((share) => !share.leftAt)
  const paid = new Set(staying.filter((share) => share.paidAt).map(({ person }) => person.id)).size
  const buy: Buy = {
    ...window,
    id: idOf('group buy', plan.key + round),
    stage: plan.stage,
    finalPrice: SETTLED.includes(plan.stage) ? priceAt(window, paid) : null,
    settledAt: settledAt(plan, dates, { allPaid: paid === plan.joined }),
    orders: [],
  }
  return { ...buy, orders: ordersOf(buy, shares, { now, round }) }
}

type Dates = Pick<
  Buy,
  'opensAt' | 'endsAt' | 'shareDay' | 'dueAt' | 'joinsUntil' | 'paysUntil' | 'readyAt' | 'brokenAt' | 'endReason'
>

function datesOf(plan: BuyPlan, now: Date): Dates {
  const shareDay = lagosDay(now, plan.shareInDays)
  const dueAt = paymentDueAt(shareDay)
  const endsAt = plan.flags.has('t') ? tonight(now, plan.endsInHours) : after(now, plan.endsInHours)
  const brokenAt = plan.stage === 'failed' ? after(dueAt, 10) : plan.stage === 'cancelled' ? after(now, -215) : null
  const lately = after(now, -0.1)
  const readyAt = earlier(lagosTime(shareDay, '07:30'), after(now, -0.5))
  return {
    shareDay,
    dueAt,
    endsAt,
    opensAt: after(now, -plan.openedDaysAgo * 24),
    joinsUntil: [lately, endsAt, ...(plan.stage === 'cancelled' && brokenAt ? [brokenAt] : [])].reduce(earlier),
    // What is settled as soon as the window closes was paid before.
    paysUntil: [lately, plan.stage === 'confirmed' ? endsAt : dueAt, ...(brokenAt ? [brokenAt] : [])].reduce(earlier),
    readyAt: ['ready', 'completed'].includes(plan.stage) ? readyAt : null,
    brokenAt,
    endReason:
      plan.stage === 'failed'
        ? 'the minimum was not reached'
        : plan.stage === 'cancelled'
          ? 'the shop was suspended after a fault in its cold chain'
          : null,
  }
}

/** Nine in the evening, or later when that is near or past. */
function tonight(now: Date, hours: number): Date {
  const nine = lagosTime(lagosDay(now), '21:00')
  return nine > after(now, 2) ? nine : after(now, hours)
}

/** Prices on whole tens of naira. */
function tiersOf(plan: BuyPlan, food: Food): Tier[] {
  return plan.tiers.map(({ participants, percentOff }) => ({
    participants,
    price: Math.round((food.price * (100 - percentOff)) / 1000) * 10,
  }))
}

function settledAt(plan: BuyPlan, { endsAt, dueAt }: Dates, { allPaid }: { allPaid: boolean }): Date | null {
  if (!SETTLED.includes(plan.stage)) return null
  return after(allPaid ? endsAt : dueAt, 0.005)
}

export function isLive({ status }: { status: string }): boolean {
  return LIVE.includes(status)
}

export function buyRow(buy: Buy): Row {
  const { plan, food } = buy
  const live = buy.orders.filter(isLive)
  const paid = live.filter(({ status }) => status !== 'pending')
  const quantity = unitsOf(live)
  const target = plan.flags.has('f') ? quantity : plan.target
  const isPublished = buy.stage !== 'draft'
  const hasClosed = isPublished && !['active', 'cancelled'].includes(buy.stage)
  const kept = ['draft', 'failed', 'cancelled'].includes(buy.stage) ? 0 : quantity
  return {
    id: buy.id,
    product_id: food.id,
    vendor_id: food.vendor.id,
    status: buy.stage,
    product_name: food.name,
    product_description: food.description,
    category: food.category,
    unit: food.unit,
    image_url: food.image,
    vendor_location: food.vendor.location,
    min_quantity: food.minQuantity,
    max_quantity: food.maxQuantity,
    base_price: food.price,
    price_tiers: JSON.stringify(buy.tiers),
    share_date: buy.shareDay,
    payment_due_at: buy.dueAt,
    starts_at: buy.opensAt,
    end_date: buy.endsAt,
    target_quantity: target,
    current_quantity: quantity,
    min_participants: plan.minParticipants,
    max_participants: plan.maxParticipants,
    current_participants: peopleIn(live),
    paid_quantity: unitsOf(paid),
    paid_participants: peopleIn(paid),
    set_aside: buy.stage === 'active' ? target : kept,
    payment_mode: plan.flags.has('p') ? 'pay_to_join' : 'reserve',
    allow_extension: plan.flags.has('x'),
    buyer_fee_bps: 250,
    vendor_fee_bps: 500,
    referral_bps: 50,
    final_price: buy.finalPrice,
    end_reason: buy.endReason,
    published_at: isPublished ? buy.opensAt : null,
    closed_at: hasClosed ? after(buy.endsAt, 0.002) : null,
    settled_at: buy.settledAt,
    created_at: after(buy.opensAt, -2),
    updated_at: buy.brokenAt ?? buy.readyAt ?? buy.settledAt ?? buy.opensAt,
  }
}

function unitsOf(orders: readonly Order[]): number {
  return orders.reduce((sum, { quantity }) => sum + quantity, 0)
}

function peopleIn(orders: readonly Order[]): number {
  return new Set(orders.map(({ person }) => person.id)).size
}
