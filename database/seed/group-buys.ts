import { paymentDueAt } from '#domain/calendar.ts'
import { type PriceTier, priceAt, writePriceTiers } from '#domain/group-buys/price-tiers.ts'
import { nairaToKobo } from '#domain/money.ts'
import type { BuyPlan } from './buy-table.ts'
import { type Food, foodOf } from './foods.ts'
import { idOf } from './ids.ts'
import { after, earlier, lagosDay, lagosTime } from './lagos-time.ts'
import type { Buy } from './life.ts'
import { ordersOf } from './orders.ts'
import type { Person } from './people.ts'
import type { Row } from './rows.ts'
import { sharesOf } from './shares.ts'

const SETTLED = ['confirmed', 'ready', 'completed']

/** `round` tells one refreshment of the market from another. */
export function buyOf(
  plan: BuyPlan,
  { now, people, round = '' }: { now: Date; people: readonly Person[]; round?: string },
): Buy {
  const food = foodOf(plan.food)
  const dates = datesOf(plan, now)
  const prices = { basePriceKobo: nairaToKobo(food.price), tiers: tiersOf(plan, food) }
  const window = { ...dates, plan, food, prices, minParticipants: plan.minParticipants }
  const shares = plan.joined > 0 ? sharesOf(window, people) : []
  const staying = shares.filter((share) => !share.leftAt)
  const paid = new Set(staying.filter((share) => share.paidAt).map(({ person }) => person.id)).size
  const buy: Buy = {
    ...window,
    id: idOf('group buy', plan.key + round),
    stage: plan.stage,
    finalPriceKobo: SETTLED.includes(plan.stage) ? priceAt(prices, paid) : null,
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
function tiersOf(plan: BuyPlan, food: Food): PriceTier[] {
  return plan.tiers.map(({ participants, percentOff }) => ({
    participants,
    priceKobo: nairaToKobo(Math.round((food.price * (100 - percentOff)) / 1000) * 10),
  }))
}

function settledAt(plan: BuyPlan, { endsAt, dueAt }: Dates, { allPaid }: { allPaid: boolean }): Date | null {
  if (!SETTLED.includes(plan.stage)) return null
  return after(allPaid ? endsAt : dueAt, 0.005)
}

/** As its vendor writes it; product facts, price and counters follow by the market's own rules. */
export function draftRow(buy: Buy): Row {
  const { plan, food } = buy
  const taken = buy.orders.reduce((sum, order) => sum + order.quantity, 0)
  return {
    id: buy.id,
    product_id: food.id,
    status: 'draft',
    price_tiers: writePriceTiers(buy.prices.tiers),
    target_quantity: plan.flags.has('f') ? taken : plan.target,
    min_participants: plan.minParticipants,
    max_participants: plan.maxParticipants,
    payment_mode: plan.flags.has('p') ? 'pay_to_join' : 'reserve',
    allow_extension: plan.flags.has('x'),
    created_at: after(buy.opensAt, -2),
  }
}
