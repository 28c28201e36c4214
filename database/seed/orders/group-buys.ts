import { type PriceTier, priceAt, writePriceTiers } from '#domain/group-buys/price/price-tiers.ts'
import { nairaToKobo } from '#domain/money.ts'
import { paymentDueAt } from '#domain/time/calendar.ts'
import { type Food, findFood } from '../foods/foods.ts'
import type { BuyPlan } from '../history/buy-table.ts'
import { makeParticipations } from '../history/participations.ts'
import { demoId } from '../ids.ts'
import { after, earlier, lagosDay, lagosTime } from '../lagos-time.ts'
import type { Buy } from '../model.ts'
import type { Person } from '../people.ts'
import type { SeedRow } from '../rows.ts'
import { makeOrders } from './orders.ts'

const SETTLED = ['confirmed', 'ready', 'completed']

/** `round` distinguishes the ids of different refreshes of the market. */
export function makeBuy(
  plan: BuyPlan,
  { now, people, round = '' }: { now: Date; people: readonly Person[]; round?: string },
): Buy {
  const food = findFood(plan.food)
  const dates = buyDates(plan, now)
  const prices = { basePriceKobo: nairaToKobo(food.price), tiers: buyTiers(plan, food) }
  const window = { ...dates, plan, food, prices, minParticipants: plan.minParticipants }
  const participations = plan.joined > 0 ? makeParticipations(window, people) : []
  const staying = participations.filter((participation) => !participation.leftAt)
  const paid = new Set(staying.filter((participation) => participation.paidAt).map(({ person }) => person.id)).size
  const buy: Buy = {
    ...window,
    id: demoId('group buy', plan.key + round),
    stage: plan.stage,
    finalPriceKobo: SETTLED.includes(plan.stage) ? priceAt(prices, paid) : null,
    settledAt: settledAt(plan, dates, { allPaid: paid === plan.joined }),
    orders: [],
  }
  return { ...buy, orders: makeOrders(buy, participations, { now, round }) }
}

type Dates = Pick<
  Buy,
  'opensAt' | 'endsAt' | 'shareDay' | 'dueAt' | 'joinsUntil' | 'paysUntil' | 'readyAt' | 'endedEarlyAt' | 'endReason'
>

function buyDates(plan: BuyPlan, now: Date): Dates {
  const shareDay = lagosDay(now, plan.shareInDays)
  const dueAt = paymentDueAt(shareDay)
  const endsAt = plan.flags.has('t') ? tonight(now, plan.endsInHours) : after(now, plan.endsInHours)
  const endedEarlyAt = plan.stage === 'failed' ? after(dueAt, 10) : plan.stage === 'cancelled' ? after(now, -215) : null
  const lately = after(now, -0.1)
  const readyAt = earlier(lagosTime(shareDay, '07:30'), after(now, -0.5))
  return {
    shareDay,
    dueAt,
    endsAt,
    opensAt: after(now, -plan.openedDaysAgo * 24),
    joinsUntil: [lately, endsAt, ...(plan.stage === 'cancelled' && endedEarlyAt ? [endedEarlyAt] : [])].reduce(earlier),
    // A buy that settles when its window closes was fully paid before.
    paysUntil: [lately, plan.stage === 'confirmed' ? endsAt : dueAt, ...(endedEarlyAt ? [endedEarlyAt] : [])].reduce(
      earlier,
    ),
    readyAt: ['ready', 'completed'].includes(plan.stage) ? readyAt : null,
    endedEarlyAt,
    endReason:
      plan.stage === 'failed'
        ? 'the minimum was not reached'
        : plan.stage === 'cancelled'
          ? 'the shop was suspended after a fault in its cold chain'
          : null,
  }
}

/** 21:00 in Lagos, or `hours` from now if that is less than two hours away or past. */
function tonight(now: Date, hours: number): Date {
  const nine = lagosTime(lagosDay(now), '21:00')
  return nine > after(now, 2) ? nine : after(now, hours)
}

/** Prices are rounded to 10 naira. */
function buyTiers(plan: BuyPlan, food: Food): PriceTier[] {
  return plan.tiers.map(({ participants, percentOff }) => ({
    participants,
    priceKobo: nairaToKobo(Math.round((food.price * (100 - percentOff)) / 1000) * 10),
  }))
}

function settledAt(plan: BuyPlan, { endsAt, dueAt }: Dates, { allPaid }: { allPaid: boolean }): Date | null {
  if (!SETTLED.includes(plan.stage)) return null
  return after(allPaid ? endsAt : dueAt, 0.005)
}

/** The columns that its vendor writes; triggers set product facts, price and counters. */
export function draftRow(buy: Buy): SeedRow {
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
    pack_size: plan.packSize,
    pack_unit: plan.packSize && 'bag',
    created_at: after(buy.opensAt, -2),
  }
}
