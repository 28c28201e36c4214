import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideLeave } from '#domain/group-buys/participants/leaving.ts'
import { ceilingPriceKobo } from '#domain/group-buys/price/ceiling.ts'
import type { Prices } from '#domain/group-buys/price/price-tiers.ts'
import { feeKobo, maxKobo } from '#domain/money.ts'
import { isRefusal } from '#domain/refusal.ts'
import { costOfLeaving, type LateLeaver, maxPromiseCostKobo, type PricePromise } from './late-leaves.ts'
import { finalPriceKobo, settleOrder } from './settling.ts'

const NAIRA = 100n
const prices: Prices = {
  basePriceKobo: 80_000n * NAIRA,
  tiers: [
    { participants: 2, priceKobo: 76_000n * NAIRA },
    { participants: 6, priceKobo: 72_000n * NAIRA },
    { participants: 10, priceKobo: 68_000n * NAIRA },
  ],
}
const minParticipants = 2
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1) + minute * 60_000)
const withFee = (goods: bigint) => goods + feeKobo(goods, 250)

const promise = (changes: Partial<PricePromise> = {}): PricePromise => ({
  ceilingKobo: 72_000n * NAIRA,
  quantity: 10,
  buyerBasisPoints: 250,
  promisedAt: at(10),
  isCounted: true,
  ...changes,
})
const leaver = (name: string, changes: Partial<LateLeaver> = {}): LateLeaver => ({
  orderId: name,
  personId: name,
  goodsKobo: 76_000n * NAIRA,
  mostKobo: 76_000n * NAIRA,
  leftAt: at(20),
  ...changes,
})

describe('the charge for leaving late', () => {
  const buy = { ...prices, minParticipants, staying: 3 }

  test('is the difference between the promise and the price of those who stay, with its fee', () => {
    const leavers = [leaver('a'), leaver('b'), leaver('c', { goodsKobo: 152_000n * NAIRA, mostKobo: 152_000n * NAIRA })]
    const { shares, uncoveredKobo } = costOfLeaving({ ...buy, promises: [promise()], leavers })
    expect(uncoveredKobo).toBe(0n)
    expect([...shares].sort()).toEqual([
      ['a', 10_250n * NAIRA],
      ['b', 10_250n * NAIRA],
      ['c', 20_500n * NAIRA],
    ])
  })

  test('does not cover promises made after the leave', () => {
    const late = promise({ promisedAt: at(21) })
    expect(costOfLeaving({ ...buy, promises: [late], leavers: [leaver('a'), leaver('b'), leaver('c')] })).toEqual({
      shares: new Map(),
      uncoveredKobo: 0n,
    })
  })

  test('is zero if the price is above the promise regardless of the leavers', () => {
    expect(costOfLeaving({ ...buy, promises: [promise()], leavers: [leaver('a')] }).shares).toEqual(new Map())
  })

  test('never exceeds the announced maximum; other leavers bear the rest', () => {
    const leavers = [leaver('a', { mostKobo: 1_000n * NAIRA }), leaver('b'), leaver('c')]
    const { shares, uncoveredKobo } = costOfLeaving({ ...buy, promises: [promise()], leavers })
    expect(uncoveredKobo).toBe(0n)
    expect(shares.get('a')).toBe(1_000n * NAIRA)
    expect([...shares.values()].reduce((all, kobo) => all + kobo, 0n)).toBe(41_000n * NAIRA)
    const poor = leavers.map((one) => ({ ...one, mostKobo: 100n }))
    expect(costOfLeaving({ ...buy, promises: [promise()], leavers: poor }).uncoveredKobo).toBe(41_000n * NAIRA - 300n)
  })
})

interface Act {
  person: number
  quantity: number
  act: 'join' | 'leave'
  minutes: number
}
interface Order {
  id: string
  person: number
  quantity: number
  ceilingKobo: bigint
  paidAt: Date
  left: { at: Date; leastKobo: bigint; mostKobo: bigint } | null
  isLeftFree: boolean
}

// Joins in the last 72 hours; every buyer pays at once. The coalition is all accounts that leave; the others always
// stay.
const END = 3 * 24 * 60
const buyTimes = { endDate: at(END), paymentDueAt: at(END + 2 * 24 * 60), extendedAt: null }
const isOpen = (order: Order) => order.left === null && !order.isLeftFree
const isLate = ({ paidAt }: Order, now: Date) =>
  now >= buyTimes.endDate || now.getTime() >= paidAt.getTime() + 3_600_000
const peopleOf = (orders: readonly Order[]) => new Set(orders.map(({ person }) => person))
const promiseOf = (order: Order, isCounted: boolean): PricePromise => ({
  ceilingKobo: order.ceilingKobo,
  quantity: order.quantity,
  buyerBasisPoints: 250,
  isCounted,
  promisedAt: order.paidAt,
})
const leaversOf = (orders: readonly Order[]): LateLeaver[] => {
  const staying = peopleOf(orders.filter(isOpen))
  return orders.flatMap(({ id, person, quantity, ceilingKobo, left }) =>
    left && !staying.has(person)
      ? [
          {
            orderId: id,
            personId: String(person),
            goodsKobo: ceilingKobo * BigInt(quantity),
            mostKobo: left.mostKobo,
            leftAt: left.at,
          },
        ]
      : [],
  )
}

function leave(orders: readonly Order[], order: Order, now: Date): void {
  const goodsKobo = order.ceilingKobo * BigInt(order.quantity)
  const others = orders.filter((one) => isOpen(one) && one.person !== order.person)
  const locked = peopleOf(others.filter((one) => isLate(one, now)))
  const keepsPlace = orders.some((one) => one !== order && isOpen(one) && one.person === order.person)
  const promises = others.map((one) => promiseOf(one, locked.has(one.person)))
  const promisesKobo = keepsPlace ? 0n : maxPromiseCostKobo({ ...prices, minParticipants, promises })
  const decision = decideLeave(
    {
      status: 'paid',
      paidAt: order.paidAt,
      buy: buyTimes,
      chargedGoodsKobo: goodsKobo,
      chargedKobo: withFee(goodsKobo),
    },
    { now, promisesKobo },
  )
  if (isRefusal(decision)) return
  if (decision.free) {
    order.isLeftFree = true
    return
  }
  const before = costOfLeaving({
    ...prices,
    minParticipants,
    promises,
    staying: locked.size + 1,
    leavers: leaversOf(orders),
  })
  order.left = { at: now, leastKobo: decision.chargeKobo, mostKobo: decision.mostChargeKobo }
  const after = costOfLeaving({
    ...prices,
    minParticipants,
    promises,
    staying: locked.size + (keepsPlace ? 1 : 0),
    leavers: leaversOf(orders),
  })
  if (after.uncoveredKobo > before.uncoveredKobo) order.left = null
}

function run(acts: readonly Act[]) {
  const orders: Order[] = []
  let minute = 0
  for (const { person, quantity, act, minutes } of acts) {
    minute += minutes
    const now = at(minute)
    const own = orders.filter((one) => one.person === person && isOpen(one))
    if (act === 'leave') for (const order of own) leave(orders, order, now)
    else if (now < buyTimes.endDate) {
      const lockedParticipants = peopleOf(orders.filter((one) => isOpen(one) && isLate(one, now))).size
      const hasPaid = own.length > 0
      const ceilingKobo = ceilingPriceKobo({ ...prices, minParticipants, lockedParticipants, hasPaid })
      const id = `${orders.length}`
      orders.push({ id, person, quantity, ceilingKobo, paidAt: now, left: null, isLeftFree: false })
    }
  }
  return settle(orders)
}

function settle(orders: readonly Order[]) {
  const stayers = orders.filter(isOpen)
  const staying = peopleOf(stayers).size
  const isHappening = staying >= minParticipants
  const highestCeilingKobo = stayers.reduce((all, { ceilingKobo }) => maxKobo(ceilingKobo, all), 0n)
  const finalUnitPriceKobo = finalPriceKobo({ ...prices, paidParticipants: staying, highestCeilingKobo })
  const promises = stayers.map((order) => promiseOf(order, true))
  const leavers = leaversOf(orders)
  const { shares, uncoveredKobo } = isHappening
    ? costOfLeaving({ ...prices, minParticipants, staying, promises, leavers })
    : { shares: new Map<string, bigint>(), uncoveredKobo: 0n }
  const costs = new Map<number, bigint>()
  const add = (person: number, kobo: bigint) => costs.set(person, (costs.get(person) ?? 0n) + kobo)
  let goodsKobo = 0n
  let chargesKobo = 0n
  for (const order of orders) {
    const { left, quantity, ceilingKobo } = order
    if (left) {
      const share = shares.get(order.id) ?? 0n
      const charge = maxKobo(share, left.leastKobo)
      expect(charge <= left.mostKobo).toBe(true)
      expect(left.mostKobo <= ceilingKobo * BigInt(quantity)).toBe(true)
      add(order.person, charge)
      chargesKobo += charge
    } else if (isHappening && isOpen(order)) {
      const settled = settleOrder(
        {
          orderId: order.id,
          buyerId: 'b',
          quantity,
          ceilingUnitPriceKobo: ceilingKobo,
          hasReferrer: false,
          pepsKobo: 0n,
          nairaKobo: withFee(ceilingKobo * BigInt(quantity)),
          returnTo: null,
          returnedPepsKobo: 0n,
          returnedNairaKobo: 0n,
          rates: { buyerBasisPoints: 250, vendorBasisPoints: 500, referralBasisPoints: 50 },
        },
        { finalUnitPriceKobo, refundId: 'r' },
      )
      expect(settled.unitPriceKobo <= ceilingKobo).toBe(true)
      expect(settled.comesBackKobo + settled.goodsKobo + settled.feeKobo).toBe(withFee(ceilingKobo * BigInt(quantity)))
      add(order.person, settled.goodsKobo + settled.feeKobo)
      goodsKobo += settled.goodsKobo
    }
  }
  return { orders, costs, uncoveredKobo, goodsKobo, chargesKobo, isHappening }
}

const acts = fc.array(
  fc.record({
    person: fc.integer({ min: 0, max: 13 }),
    quantity: fc.oneof(
      { arbitrary: fc.integer({ min: 1, max: 3 }), weight: 4 },
      { arbitrary: fc.constant(60), weight: 1 },
    ),
    act: fc.constantFrom<Act['act'][]>('join', 'join', 'join', 'leave'),
    minutes: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 400 })),
  }),
  { minLength: 4, maxLength: 60 },
)

const sum = (of: ReadonlyMap<number, bigint>) => [...of.values()].reduce((all, kobo) => all + kobo, 0n)

test('no strategy of joining and leaving gains a kobo, and none costs the vendor one (T21)', () => {
  let moved = 0
  fc.assert(
    fc.property(acts, (strategy) => {
      const played = run(strategy)
      expect(played.uncoveredKobo).toBe(0n)
      const removed = new Set(
        played.orders.filter((order) => !isOpen(order)).map(({ person, paidAt }) => `${person} ${paidAt.getTime()}`),
      )
      if (removed.size === 0) return
      // The same market without the orders that were left, as if those accounts had never existed.
      let minute = 0
      const plain = run(
        strategy.map((act) => {
          minute += act.minutes
          const hasLeft = act.act === 'leave' || removed.has(`${act.person} ${at(minute).getTime()}`)
          return hasLeft ? { ...act, person: 99, act: 'leave' as const } : act
        }),
      )
      if (!played.isHappening) return
      if (played.chargesKobo > 0n) moved += 1
      expect(sum(played.costs) >= sum(plain.costs)).toBe(true)
      expect(played.goodsKobo + played.chargesKobo >= plain.goodsKobo).toBe(true)
    }),
    { numRuns: 3_000 },
  )
  expect(moved).toBeGreaterThan(50)
})

test('sixteen accounts that reach a tier and leave are charged for it', () => {
  const joins = Array.from({ length: 16 }, (_, person) => ({ person, quantity: 1, act: 'join' as const, minutes: 1 }))
  const leaves = joins.map((join) => ({ ...join, act: 'leave' as const }))
  const neighbours = [20, 21].map((person) => ({ person, quantity: 1, act: 'join' as const, minutes: 1 }))
  const large = { person: 22, quantity: 60, act: 'join' as const, minutes: 90 }
  const early = run([
    ...neighbours,
    { ...large, minutes: 0 },
    ...joins,
    { ...large, person: 98, act: 'leave' },
    ...leaves,
  ])
  const late = run([...neighbours, ...joins, large, ...leaves])
  const without = run([...neighbours, large])
  for (const attack of [early, late]) {
    expect(sum(attack.costs) >= sum(without.costs)).toBe(true)
    expect(attack.goodsKobo + attack.chargesKobo >= without.goodsKobo).toBe(true)
  }
})
