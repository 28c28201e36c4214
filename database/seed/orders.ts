import { BUYER_FEE, fee, kobo, REFERRAL, VENDOR_FEE } from './amounts.ts'
import { type Chance, chanceOf } from './chance.ts'
import { isPerishableFood } from './foods.ts'
import type { Buy } from './group-buys.ts'
import { idOf } from './ids.ts'
import { after, earlier } from './lagos-time.ts'
import { type Person, REFERRER_KEYS } from './people.ts'
import type { Row } from './rows.ts'
import type { Share } from './shares.ts'

/** When and how an order went on; of both kinds. */
export interface Course {
  status: string
  paidAt: Date | null
  readyAt: Date | null
  handedOverAt: Date | null
  completedAt: Date | null
  endedAt: Date | null
  endReason: string | null
}

export interface Order extends Course {
  id: string
  person: Person
  buy: Buy
  quantity: number
  /** Naira. */
  unitPrice: number
  ceiling: number
  createdAt: Date
  /** Null before settlement, and for orders that never settled. */
  settledAt: Date | null
  feeKobo: number
  vendorFeeKobo: number
  referralKobo: number
  deliveryFeeKobo: number
  amountDueKobo: number
  returnedKobo: number
  fulfilment: string
}

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
    const unitPrice = isSettled && buy.finalPrice !== null ? buy.finalPrice : share.unitPrice
    const order = {
      ...course,
      id: idOf('order', [buy.id, share.person.key, share.isSibling, round].join()),
      person: share.person,
      buy,
      quantity: share.quantity,
      unitPrice,
      ceiling: share.ceiling,
      createdAt: share.joinedAt,
      settledAt: isSettled ? buy.settledAt : null,
      fulfilment,
      deliveryFeeKobo: fulfilment === 'delivery' ? chance.whole(6, 14) * 25_000 : 0,
    }
    return { ...order, ...amountsOf(order, isSettled) }
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

type Priced = Pick<Order, 'status' | 'unitPrice' | 'ceiling' | 'quantity' | 'deliveryFeeKobo' | 'person'>

function amountsOf(order: Priced, isSettled: boolean) {
  const goods = kobo(order.unitPrice) * order.quantity
  const chargedGoods = kobo(order.ceiling) * order.quantity
  const charged = chargedGoods + fee(chargedGoods, BUYER_FEE)
  const kept = goods + fee(goods, BUYER_FEE)
  return {
    feeKobo: fee(isSettled ? goods : chargedGoods, BUYER_FEE),
    vendorFeeKobo: isSettled ? fee(goods, VENDOR_FEE) : 0,
    referralKobo: isSettled && REFERRER_KEYS.has(order.person.key) ? fee(goods, REFERRAL) : 0,
    amountDueKobo: order.status === 'pending' ? charged + order.deliveryFeeKobo : 0,
    returnedKobo: isSettled ? charged - kept : order.status === 'refunded' ? charged + order.deliveryFeeKobo : 0,
  }
}

export function orderRow(order: Order): Row {
  return {
    id: order.id,
    group_buy_id: order.buy.id,
    user_id: order.person.id,
    vendor_id: order.buy.food.vendor.id,
    quantity: order.quantity,
    unit_price: order.unitPrice,
    total_amount: order.unitPrice * order.quantity,
    ceiling_unit_price: order.ceiling,
    peps_kobo: 0,
    ...sharedColumns(order),
  }
}

/** What the rows of both kinds of order have in common. */
export function sharedColumns(order: Omit<Order, 'buy' | 'quantity' | 'unitPrice' | 'ceiling' | 'settledAt'>): Row {
  return {
    buyer_name: order.person.name,
    fee_kobo: order.feeKobo,
    vendor_fee_kobo: order.vendorFeeKobo,
    referral_kobo: order.referralKobo,
    delivery_fee_kobo: order.deliveryFeeKobo,
    amount_due_kobo: order.amountDueKobo,
    returned_kobo: order.returnedKobo,
    fulfilment: order.fulfilment,
    status: order.status,
    paid_at: order.paidAt,
    ready_at: order.readyAt,
    handed_over_at: order.handedOverAt,
    completed_at: order.completedAt,
    ended_at: order.endedAt,
    end_reason: order.endReason,
    created_at: order.createdAt,
    updated_at:
      order.completedAt ?? order.endedAt ?? order.handedOverAt ?? order.readyAt ?? order.paidAt ?? order.createdAt,
  }
}
