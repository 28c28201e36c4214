import { koboToNaira } from '#domain/money.ts'
import { orderAmounts, settledAmounts } from '#domain/orders/amounts.ts'
import { type Chance, chanceOf } from './chance.ts'
import { isPerishableFood } from './foods.ts'
import { idOf } from './ids.ts'
import { after, earlier } from './lagos-time.ts'
import type { Buy, Course, Order, Share } from './life.ts'
import { REFERRER_KEYS } from './people.ts'
import type { Row } from './rows.ts'

const SETTLED = ['confirmed', 'ready', 'collected', 'delivered', 'completed']
export const UNDER_WAY: Course = {
  status: 'pending',
  paidAt: null,
  readyAt: null,
  handedOverAt: null,
  completedAt: null,
  endedAt: null,
  endReason: null,
}

export function ordersOf(buy: Buy, shares: readonly Share[], { now, round }: { now: Date; round: string }): Order[] {
  const chance = chanceOf(`orders ${buy.plan.key}`)
  return shares.map((share) => {
    const fulfilment = fulfilmentOf(buy, chance)
    const course = courseOf(buy, share, { now, chance, fulfilment })
    const isSettled = SETTLED.includes(course.status)
    const order = {
      ...course,
      id: idOf('order', [buy.id, share.person.key, share.isSibling, round].join()),
      person: share.person,
      buy,
      quantity: share.quantity,
      unitPriceKobo: share.unitPriceKobo,
      ceilingKobo: share.ceilingKobo,
      createdAt: share.joinedAt,
      settledAt: isSettled ? buy.settledAt : null,
      fulfilment,
      deliveryFeeKobo: fulfilment === 'delivery' ? BigInt(chance.whole(6, 14) * 25_000) : 0n,
    }
    return { ...order, ...amountsOf(order) }
  })
}

function fulfilmentOf({ stage, food }: Buy, chance: Chance): string {
  if (!['completed', 'ready'].includes(stage)) return 'pickup'
  if (chance.happens(0.2)) return 'delivery'
  return food.stockpile && chance.happens(0.08) ? 'stockpile' : 'pickup'
}

function courseOf(buy: Buy, share: Share, turn: { now: Date; chance: Chance; fulfilment: string }): Course {
  const { paidAt, leftAt } = share
  if (leftAt) {
    const endReason = 'left by the buyer'
    return { ...UNDER_WAY, status: paidAt ? 'refunded' : 'cancelled', paidAt, endedAt: leftAt, endReason }
  }
  if (buy.brokenAt) return brokenCourse(buy, paidAt, buy.brokenAt)
  if (!paidAt) {
    const isDue = ['settling', 'confirmed', 'ready', 'completed'].includes(buy.stage)
    const expired = { status: 'expired', endedAt: after(buy.dueAt, 0.003), endReason: 'not paid by the due time' }
    return isDue ? { ...UNDER_WAY, ...expired } : UNDER_WAY
  }
  if (!buy.settledAt) return { ...UNDER_WAY, status: 'paid', paidAt }
  if (!buy.readyAt) return { ...UNDER_WAY, status: 'confirmed', paidAt }
  const isPerishable = isPerishableFood(buy.food)
  const quality = buy.food.vendor.quality
  const course = { ...UNDER_WAY, paidAt, readyAt: buy.readyAt }
  return handOver(course, { ...turn, isOver: buy.stage === 'completed', quality, isPerishable })
}

function brokenCourse({ stage, dueAt, endReason }: Buy, paidAt: Date | null, brokenAt: Date): Course {
  if (paidAt) return { ...UNDER_WAY, status: 'refunded', paidAt, endedAt: brokenAt, endReason }
  if (stage === 'cancelled') return { ...UNDER_WAY, status: 'cancelled', endedAt: brokenAt, endReason }
  return { ...UNDER_WAY, status: 'expired', endedAt: after(dueAt, 0.003), endReason: 'not paid by the due time' }
}

export interface HandOver {
  now: Date
  chance: Chance
  fulfilment: string
  /** Everybody has come and no claim is open any more. */
  isOver: boolean
  /** Mean stars of the shop. */
  quality: number
  isPerishable: boolean
}

/** Shops with better stars keep fewer people waiting; claims may be made for 12 hours (perishables) or 72 hours. */
export function handOver(course: Course, { now, chance, fulfilment, isOver, quality, isPerishable }: HandOver): Course {
  if (!course.readyAt) return course
  const isOnTime = chance.happens(0.88 + (quality - 3.9) * 0.12)
  const hours =
    fulfilment === 'stockpile' ? chance.whole(48, 200) : isOnTime ? 1 + chance.next() * 10 : 25 + chance.next() * 9
  const handedOverAt = isOver
    ? after(course.readyAt, hours)
    : earlier(after(course.readyAt, hours / 5), after(now, -0.2))
  if (!isOver && chance.happens(0.45)) return { ...course, status: 'ready' }
  const status = fulfilment === 'delivery' ? 'delivered' : 'collected'
  if (!isOver) return { ...course, status, handedOverAt }
  const completedAt = earlier(after(handedOverAt, isPerishable ? 12 : 72), after(now, -0.05))
  return { ...course, status: 'completed', handedOverAt, completedAt }
}

type Priced = Omit<Order, 'feeKobo' | 'amountDueKobo' | 'settlement' | 'referralKobo' | 'returnedKobo'>

function amountsOf(order: Priced) {
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

/** As the buyer's join writes it. */
export function orderRow(order: Order): Row {
  return {
    group_buy_id: order.buy.id,
    vendor_id: order.buy.food.vendor.id,
    quantity: order.quantity,
    unit_price: koboToNaira(order.unitPriceKobo),
    total_amount: koboToNaira(order.unitPriceKobo * BigInt(order.quantity)),
    ceiling_unit_price: koboToNaira(order.ceilingKobo),
    // Published: the draft's version, and that of its opening.
    terms_version: 1,
    ...sharedColumns(order),
  }
}

/** What the rows of both kinds of order begin with. */
export function sharedColumns(
  order: Pick<Order, 'id' | 'person' | 'feeKobo' | 'deliveryFeeKobo' | 'amountDueKobo' | 'fulfilment' | 'createdAt'>,
): Row {
  return {
    id: order.id,
    user_id: order.person.id,
    buyer_name: order.person.name,
    fee_kobo: Number(order.feeKobo),
    delivery_fee_kobo: Number(order.deliveryFeeKobo),
    amount_due_kobo: Number(order.amountDueKobo),
    fulfilment: order.fulfilment,
    created_at: order.createdAt,
    // The price was promised with the join, and not when the demo is filled.
    promised_at: order.createdAt,
  }
}
