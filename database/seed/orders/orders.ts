import { koboToNaira } from '#domain/money.ts'
import { orderAmounts, settledAmounts } from '#domain/orders/amounts.ts'
import { type Chance, seededChance } from '../chance.ts'
import { isPerishableFood } from '../foods/foods.ts'
import { demoId } from '../ids.ts'
import { after, earlier } from '../lagos-time.ts'
import type { Buy, Order, OrderProgress, Participation } from '../model.ts'
import { REFERRER_KEYS } from '../people.ts'
import type { SeedRow } from '../rows.ts'

const SETTLED = ['confirmed', 'ready', 'collected', 'delivered', 'completed']
export const UNDER_WAY: OrderProgress = {
  status: 'pending',
  paidAt: null,
  readyAt: null,
  handedOverAt: null,
  completedAt: null,
  endedAt: null,
  endReason: null,
}

export function makeOrders(
  buy: Buy,
  participations: readonly Participation[],
  { now, round }: { now: Date; round: string },
): Order[] {
  const chance = seededChance(`orders ${buy.plan.key}`)
  return participations.map((participation) => {
    const fulfilment = pickFulfilment(buy, chance)
    const progress = orderProgress(buy, participation, { now, chance, fulfilment })
    const isSettled = SETTLED.includes(progress.status)
    const order = {
      ...progress,
      id: demoId('order', [buy.id, participation.person.key, participation.isSibling, round].join()),
      person: participation.person,
      buy,
      quantity: participation.quantity,
      unitPriceKobo: participation.unitPriceKobo,
      ceilingKobo: participation.ceilingKobo,
      createdAt: participation.joinedAt,
      settledAt: isSettled ? buy.settledAt : null,
      fulfilment,
      deliveryFeeKobo: fulfilment === 'delivery' ? BigInt(chance.integer(6, 14) * 25_000) : 0n,
    }
    return { ...order, ...orderPricing(order) }
  })
}

function pickFulfilment({ stage, food }: Buy, chance: Chance): string {
  if (!['completed', 'ready'].includes(stage)) return 'pickup'
  if (chance.happens(0.2)) return 'delivery'
  return food.stockpile && chance.happens(0.08) ? 'stockpile' : 'pickup'
}

function orderProgress(
  buy: Buy,
  participation: Participation,
  context: { now: Date; chance: Chance; fulfilment: string },
): OrderProgress {
  const { paidAt, leftAt } = participation
  if (leftAt) {
    const endReason = 'left by the buyer'
    return { ...UNDER_WAY, status: paidAt ? 'refunded' : 'cancelled', paidAt, endedAt: leftAt, endReason }
  }
  if (buy.endedEarlyAt) return endedEarlyProgress(buy, paidAt, buy.endedEarlyAt)
  if (!paidAt) {
    const isDue = ['settling', 'confirmed', 'ready', 'completed'].includes(buy.stage)
    const expired = { status: 'expired', endedAt: after(buy.dueAt, 0.003), endReason: 'not paid by the due time' }
    return isDue ? { ...UNDER_WAY, ...expired } : UNDER_WAY
  }
  if (!buy.settledAt) return { ...UNDER_WAY, status: 'paid', paidAt }
  if (!buy.readyAt) return { ...UNDER_WAY, status: 'confirmed', paidAt }
  const isPerishable = isPerishableFood(buy.food)
  const quality = buy.food.vendor.quality
  const progress = { ...UNDER_WAY, paidAt, readyAt: buy.readyAt }
  return progressToHandOver(progress, { ...context, isOver: buy.stage === 'completed', quality, isPerishable })
}

function endedEarlyProgress({ stage, dueAt, endReason }: Buy, paidAt: Date | null, endedEarlyAt: Date): OrderProgress {
  if (paidAt) return { ...UNDER_WAY, status: 'refunded', paidAt, endedAt: endedEarlyAt, endReason }
  if (stage === 'cancelled') return { ...UNDER_WAY, status: 'cancelled', endedAt: endedEarlyAt, endReason }
  return { ...UNDER_WAY, status: 'expired', endedAt: after(dueAt, 0.003), endReason: 'not paid by the due time' }
}

export interface HandOverContext {
  now: Date
  chance: Chance
  fulfilment: string
  /** All goods were collected and all claim periods have ended. */
  isOver: boolean
  /** The shop's mean rating in stars. */
  quality: number
  isPerishable: boolean
}

/**
 * Better-rated shops are late less often. The claim period is 12 hours for perishables and 72 hours for other goods.
 */
export function progressToHandOver(
  progress: OrderProgress,
  { now, chance, fulfilment, isOver, quality, isPerishable }: HandOverContext,
): OrderProgress {
  if (!progress.readyAt) return progress
  const isOnTime = chance.happens(0.88 + (quality - 3.9) * 0.12)
  const hours =
    fulfilment === 'stockpile' ? chance.integer(48, 200) : isOnTime ? 1 + chance.next() * 10 : 25 + chance.next() * 9
  const handedOverAt = isOver
    ? after(progress.readyAt, hours)
    : earlier(after(progress.readyAt, hours / 5), after(now, -0.2))
  if (!isOver && chance.happens(0.45)) return { ...progress, status: 'ready' }
  const status = fulfilment === 'delivery' ? 'delivered' : 'collected'
  if (!isOver) return { ...progress, status, handedOverAt }
  const completedAt = earlier(after(handedOverAt, isPerishable ? 12 : 72), after(now, -0.05))
  return { ...progress, status: 'completed', handedOverAt, completedAt }
}

type UnpricedOrder = Omit<Order, 'feeKobo' | 'amountDueKobo' | 'settlement' | 'referralKobo' | 'returnedKobo'>

function orderPricing(order: UnpricedOrder) {
  const { unitPriceKobo, ceilingKobo: ceilingUnitPriceKobo, quantity, deliveryFeeKobo, buy } = order
  const { feeKobo, amountDueKobo } = orderAmounts({ unitPriceKobo, ceilingUnitPriceKobo, quantity, deliveryFeeKobo })
  if (order.settledAt === null || buy.finalPriceKobo === null) {
    const returnedKobo = order.status === 'refunded' ? amountDueKobo : 0n
    return { feeKobo, amountDueKobo, settlement: null, referralKobo: 0n, returnedKobo }
  }
  const settled = settledAmounts({
    finalUnitPriceKobo: buy.finalPriceKobo,
    ceilingUnitPriceKobo,
    quantity,
    hasReferrer: REFERRER_KEYS.has(order.person.key),
  })
  const settlement = {
    settled_at: order.settledAt,
    unit_price: koboToNaira(buy.finalPriceKobo),
    total_amount: koboToNaira(settled.goodsKobo),
    fee_kobo: Number(settled.feeKobo),
    vendor_fee_kobo: Number(settled.vendorFeeKobo),
    referral_kobo: Number(settled.referralKobo),
    returned_kobo: Number(settled.comesBackKobo),
  }
  const { referralKobo, comesBackKobo: returnedKobo } = settled
  return { feeKobo, amountDueKobo, settlement, referralKobo, returnedKobo }
}

/** The columns that the join command writes. */
export function orderRow(order: Order): SeedRow {
  return {
    group_buy_id: order.buy.id,
    vendor_id: order.buy.food.vendor.id,
    quantity: order.quantity,
    // Some buyers would take one more to fill a bag.
    sure_quantity: order.buy.plan.packSize && order.quantity % 2 === 0 ? order.quantity - 1 : null,
    unit_price: koboToNaira(order.unitPriceKobo),
    total_amount: koboToNaira(order.unitPriceKobo * BigInt(order.quantity)),
    ceiling_unit_price: koboToNaira(order.ceilingKobo),
    // Opening the draft increments its version to 1.
    terms_version: 1,
    ...sharedColumns(order),
  }
}

/** Columns that orders from buys and from the cart have in common. */
export function sharedColumns(
  order: Pick<Order, 'id' | 'person' | 'feeKobo' | 'deliveryFeeKobo' | 'amountDueKobo' | 'fulfilment' | 'createdAt'>,
): SeedRow {
  return {
    id: order.id,
    user_id: order.person.id,
    buyer_name: order.person.name,
    fee_kobo: Number(order.feeKobo),
    delivery_fee_kobo: Number(order.deliveryFeeKobo),
    amount_due_kobo: Number(order.amountDueKobo),
    fulfilment: order.fulfilment,
    created_at: order.createdAt,
    // The price was promised at the join, not when the demo is seeded.
    promised_at: order.createdAt,
  }
}
