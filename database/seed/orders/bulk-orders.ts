import { BUYER_FEE_BASIS_POINTS, REFERRAL_BASIS_POINTS, VENDOR_FEE_BASIS_POINTS } from '#domain/limits.ts'
import { feeKobo, nairaToKobo } from '#domain/money.ts'
import { type Chance, seededChance } from '../chance.ts'
import { FOODS, type Food, isPerishableFood } from '../foods/foods.ts'
import { STORED_ORDERS, storedCheckoutId } from '../history/stored-orders-table.ts'
import { demoId } from '../ids.ts'
import { after, lagosDay, lagosTime } from '../lagos-time.ts'
import type { Order, OrderProgress } from '../model.ts'
import { type Person, REFERRER_KEYS } from '../people.ts'
import type { SeedRow } from '../rows.ts'
import { VENDORS, type Vendor } from '../vendors.ts'
import { type HandOverContext, progressToHandOver, sharedColumns, UNDER_WAY } from './orders.ts'

export interface BulkOrder extends Omit<Order, 'buy' | 'quantity' | 'unitPriceKobo' | 'ceilingKobo'> {
  checkoutId: string
  vendor: Vendor
  items: { food: Food; unitPrice: number; quantity: number }[]
  /** Naira of goods. */
  total: number
  pepsKobo: number
}

/** A caterer for offices in Yaba, who buys twice a week: the market's Power Buyer. */
const CATERER = 'buyer7'
const CATERER_CHECKOUTS = 53

/** Unfinished bulk orders, so that the demo shows every status. */
const RECENT: [person: string, vendor: string, status: string, hoursAgo: number, requestedFulfilment?: 'delivery'][] = [
  ['customer', 'sade', 'ready', 40],
  ['customer', 'oyingbo', 'paid', 20],
  ['buyer3', 'sade', 'paid', 9],
  ['buyer14', 'sade', 'ready', 30],
  ['buyer22', 'sade', 'collected', 34],
  ['buyer31', 'bodija', 'paid', 26],
  ['buyer9', 'zuba', 'ready', 50],
  ['buyer18', 'wuse', 'delivered', 46],
  ['buyer40', 'mileone', 'collected', 52],
  ['buyer27', 'dawanau', 'paid', 5],
  ['buyer5', 'epe', 'pending', 0.2],
  ['customer', 'bodija', 'pending', 0.3],
  ['buyer33', 'sade', 'refunding', 15],
  ['buyer44', 'oyingbo', 'ready', 29, 'delivery'],
  ['buyer45', 'sade', 'ready', 28, 'delivery'],
  ['buyer46', 'sade', 'ready', 27, 'delivery'],
]

export function makeBulkOrders(now: Date, people: readonly Person[]): BulkOrder[] {
  const buyers = people.filter(({ key }) => /^(buyer\d+|customer)$/.test(key))
  const cities = [...new Set(VENDORS.map(({ location }) => location))]
  const past = buyers.flatMap((person) => {
    const chance = seededChance(`bulk ${person.key}`)
    const city = ['customer', CATERER].includes(person.key) || chance.happens(0.45) ? 'Lagos' : chance.pick(cities)
    const checkouts = person.key === CATERER ? CATERER_CHECKOUTS : chance.integer(1, 5)
    return Array.from({ length: checkouts }, (_, index) => {
      const at = chance.between(after(person.joinedAt, 20), after(now, -15 * 24))
      const shops = VENDORS.filter(({ location, status }) => status === 'active' && location === city)
      const count = person.key === CATERER ? 2 : chance.integer(1, 2)
      const status =
        person.key === CATERER || chance.happens(0.92) ? 'completed' : chance.pick(['expired', 'cancelled', 'refunded'])
      const checkoutId = demoId('checkout', `${person.key} ${index}`)
      const paidAt = after(at, 0.05 + chance.next() * 0.35)
      return chance
        .sample(shops, count)
        .map((vendor) => makeBulkOrder({ person, vendor, status, at, paidAt, checkoutId, now }, chance))
    }).flat()
  })
  const chance = seededChance('recent bulk orders')
  const recent = RECENT.flatMap(([key, vendorKey, status, hoursAgo, requestedFulfilment], index) => {
    const person = buyers.find((buyer) => buyer.key === key)
    const vendor = VENDORS.find((shop) => shop.key === vendorKey)
    if (!person || !vendor) return []
    const checkoutId = demoId('checkout', `recent ${index}`)
    const at = after(now, -hoursAgo)
    return [
      makeBulkOrder(
        { person, vendor, status, at, paidAt: after(at, 0.1), checkoutId, now, requestedFulfilment },
        chance,
      ),
    ]
  })
  return [...past, ...recent, ...makeStoredOrders(buyers, now)]
}

/** Ready orders stored at the hub: stockpiles and uncollected goods (stored-orders.ts adds their history). */
function makeStoredOrders(buyers: readonly Person[], now: Date): BulkOrder[] {
  return STORED_ORDERS.flatMap(({ buyer, food: key, units, readyDaysAgo }) => {
    const person = buyers.find((one) => one.key === buyer)
    const food = FOODS.find((one) => one.key === key)
    if (!person || !food) return []
    const checkoutId = storedCheckoutId(buyer, key)
    const paidAt = after(now, -24 * readyDaysAgo - 18)
    const plan = { person, vendor: food.vendor, status: 'ready', at: after(paidAt, -0.1), paidAt, checkoutId, now }
    return [
      makeBulkOrder({ ...plan, items: [{ food, unitPrice: food.price, quantity: units }] }, seededChance(checkoutId)),
    ]
  })
}

interface BulkOrderPlan {
  /** By default random products of the shop. */
  items?: BulkOrder['items']
  person: Person
  vendor: Vendor
  status: string
  at: Date
  /** For the whole checkout; ignored unless it was paid. */
  paidAt: Date
  checkoutId: string
  now: Date
  requestedFulfilment?: 'delivery' | undefined
}

function makeBulkOrder(plan: BulkOrderPlan, chance: Chance): BulkOrder {
  const { person, vendor, status, at, paidAt, checkoutId, now, requestedFulfilment } = plan
  const onSale = FOODS.filter((food) => food.vendor.key === vendor.key && food.stock > 0)
  const randomItems = () =>
    chance.sample(onSale, chance.integer(1, 3)).map((food) => ({
      food,
      unitPrice: Math.max(50, Math.round((food.price * (0.91 + chance.next() * 0.1)) / 50) * 50),
      quantity: chance.integer(food.minQuantity, Math.min(food.maxQuantity ?? 99, food.minQuantity + 2)),
    }))
  const items = plan.items ?? randomItems()
  const defaultFulfilment = () =>
    !plan.items && (chance.happens(0.3) || status === 'delivered') ? 'delivery' : 'pickup'
  const fulfilment = requestedFulfilment ?? defaultFulfilment()
  const course = bulkOrderProgress(status, {
    at,
    paidAt,
    now,
    chance,
    fulfilment,
    quality: vendor.quality,
    isPerishable: items.some(({ food }) => isPerishableFood(food)),
  })
  const total = items.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
  const goods = nairaToKobo(total)
  const fee = feeKobo(goods, BUYER_FEE_BASIS_POINTS)
  const deliveryFeeKobo = fulfilment === 'delivery' ? BigInt(chance.integer(6, 14) * 25_000) : 0n
  const charged = goods + fee + deliveryFeeKobo
  const hasReferrer = REFERRER_KEYS.has(person.key)
  const referralKobo = course.readyAt && hasReferrer ? feeKobo(goods, REFERRAL_BASIS_POINTS) : 0n
  const vendorFeeKobo = feeKobo(goods, VENDOR_FEE_BASIS_POINTS)
  return {
    ...course,
    id: demoId('bulk order', `${checkoutId} ${vendor.key}`),
    checkoutId,
    person,
    vendor,
    items,
    total,
    createdAt: at,
    settledAt: course.readyAt && after(course.readyAt, -2),
    feeKobo: fee,
    deliveryFeeKobo,
    amountDueKobo: charged,
    settlement: course.readyAt ? { vendor_fee_kobo: Number(vendorFeeKobo), referral_kobo: Number(referralKobo) } : null,
    referralKobo,
    returnedKobo: status === 'refunded' ? charged : 0n,
    pepsKobo: 0,
    fulfilment,
  }
}

type ProgressContext = Omit<HandOverContext, 'isOver'> & { at: Date; paidAt: Date }

function bulkOrderProgress(status: string, context: ProgressContext): OrderProgress {
  const { at, paidAt, chance } = context
  if (status === 'pending') return UNDER_WAY
  if (status === 'paid') return { ...UNDER_WAY, status, paidAt }
  if (status === 'expired') return { ...UNDER_WAY, status, endedAt: after(at, 0.5), endReason: 'not paid in time' }
  if (status === 'cancelled')
    return { ...UNDER_WAY, status, endedAt: after(at, 0.3), endReason: 'cancelled by the buyer' }
  if (status === 'refunded' || status === 'refunding') {
    return { ...UNDER_WAY, status, paidAt, endedAt: after(paidAt, 9), endReason: 'cancelled by the buyer' }
  }
  if (status === 'completed') {
    const readyAt = lagosTime(lagosDay(paidAt, chance.integer(1, 4)), '08:00')
    return progressToHandOver({ ...UNDER_WAY, paidAt, readyAt }, { ...context, isOver: true })
  }
  const readyAt = after(paidAt, 18)
  const handedOverAt = status === 'ready' ? null : after(readyAt, chance.integer(2, 9))
  return { ...UNDER_WAY, status, paidAt, readyAt, handedOverAt }
}

const CHECKOUT_STATES: Record<string, string> = { pending: 'open', expired: 'expired', cancelled: 'cancelled' }

export interface Checkout {
  id: string
  person: Person
  status: string
  createdAt: Date
  endedAt: Date | null
}

export function makeCheckouts(orders: readonly BulkOrder[]): Checkout[] {
  return [...new Map(orders.map((order) => [order.checkoutId, order])).values()].map((order) => ({
    id: order.checkoutId,
    person: order.person,
    status: CHECKOUT_STATES[order.status] ?? 'paid',
    createdAt: order.createdAt,
    endedAt: order.paidAt ?? order.endedAt,
  }))
}

export function checkoutRow(checkout: Checkout): SeedRow {
  return {
    id: checkout.id,
    user_id: checkout.person.id,
    hold_expires_at: after(checkout.createdAt, 0.5),
    created_at: checkout.createdAt,
  }
}

export function bulkOrderRow(order: BulkOrder): SeedRow {
  return {
    checkout_id: order.checkoutId,
    vendor_id: order.vendor.id,
    quantity: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
    total_amount: order.total,
    ...sharedColumns(order),
    peps_kobo: order.pepsKobo,
    amount_due_kobo: Number(order.amountDueKobo) - order.pepsKobo,
  }
}

export function lineRows(order: BulkOrder): SeedRow[] {
  return order.items.map(({ food, unitPrice, quantity }) => ({
    order_id: order.id,
    product_id: food.id,
    product_name: food.name,
    unit: food.unit,
    image_url: food.image,
    base_price: unitPrice,
    unit_price: unitPrice,
    quantity,
    packed_at: order.settledAt,
  }))
}
