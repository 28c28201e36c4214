import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '#domain/refusal.ts'
import { priceAt } from '../price/price-tiers.ts'
import { arbitraryPrices } from '../testing.ts'
import { decideJoin, type JoinedBuy, type Joiner } from './joining.ts'
import { impliedQuantity, sentTotalFault } from './sent-total.ts'

const now = new Date('2026-03-10T12:00:00Z')
const buy: JoinedBuy = {
  status: 'active',
  endDate: new Date('2026-03-14T16:00:00Z'),
  unit: 'bag',
  basePriceKobo: 8_000_000n,
  tiers: [
    { participants: 5, priceKobo: 7_600_000n },
    { participants: 10, priceKobo: 7_200_000n },
  ],
  targetQuantity: 40,
  currentQuantity: 8,
  currentParticipants: 4,
  minParticipants: 5,
  maxParticipants: 20,
  minQuantity: 2,
  maxQuantity: 6,
  lockedParticipants: 0,
  vendorOwnerId: 'vendor',
}
const joiner: Joiner = { id: 'ada', confirmed: true }
const join = (changes: Partial<JoinedBuy> = {}, quantity = 2, who: Joiner = joiner) =>
  decideJoin({ ...buy, ...changes }, { quantity, joiner: who, now })

describe('a join “up to” a quantity of goods in packs', () => {
  const packed = { packSize: 20, maxQuantity: null }
  const upTo = (most: number, { quantity = 2, changes = {} as Partial<JoinedBuy>, who = joiner } = {}) =>
    decideJoin({ ...buy, ...packed, ...changes }, { quantity, upTo: most, joiner: who, now })

  it('reserves and charges the most', () =>
    expect(upTo(5)).toMatchObject({
      quantity: 5,
      sureQuantity: 2,
      addedQuantity: 5,
      newQuantity: 13,
      chargedGoodsKobo: 38_000_000n,
    }))

  it('adds both to an unpaid order', () => {
    const pending = { quantity: 6, sureQuantity: 4, ceilingUnitPriceKobo: 7_600_000n, amountDueKobo: 1n, isHeld: false }
    const who = { ...joiner, liveQuantity: 6, pending }
    expect(upTo(3, { who })).toMatchObject({ kind: 'grown', quantity: 9, sureQuantity: 6 })
    expect(upTo(2, { who: { ...who, pending: { ...pending, sureQuantity: null } } })).toMatchObject({
      quantity: 8,
      sureQuantity: null,
    })
  })

  it.each([
    ['less than is wanted', () => upTo(1), 'up_to_not_possible'],
    ['no whole number', () => upTo(2.5), 'up_to_not_possible'],
    ['of other goods', () => upTo(3, { changes: { packSize: null } }), 'up_to_not_possible'],
    ['in the top-up time', () => upTo(3, { changes: { formerTargetQuantity: 80 } }), 'up_to_not_possible'],
    ['more than is left', () => upTo(33), 'quantity_exceeds_spots'],
    ['more than one person may take', () => upTo(7, { changes: { maxQuantity: 6 } }), 'quantity_above_maximum'],
    ['with too little wanted', () => upTo(4, { quantity: 1 }), 'quantity_below_minimum'],
  ])('is refused if it is %s', (_, decide, code) => expect(decide()).toMatchObject({ code }))
})

describe('a join', () => {
  it('counts the joiner in the price, charges the ceiling and its fee', () => {
    expect(join()).toEqual({
      kind: 'new',
      quantity: 2,
      sureQuantity: null,
      addedQuantity: 2,
      addedParticipants: 1,
      newQuantity: 10,
      newParticipants: 5,
      unitPriceKobo: 7_600_000n,
      ceilingUnitPriceKobo: 7_600_000n,
      totalKobo: 15_200_000n,
      chargedGoodsKobo: 15_200_000n,
      feeKobo: 380_000n,
      amountDueKobo: 15_580_000n,
    })
  })

  it('shows the base price but charges at most the price at the minimum', () =>
    expect(join({ currentParticipants: 0 })).toMatchObject({
      unitPriceKobo: 8_000_000n,
      ceilingUnitPriceKobo: 7_600_000n,
    }))

  it('charges late joiners the tier already locked', () =>
    expect(join({ currentParticipants: 12, lockedParticipants: 9 })).toMatchObject({
      ceilingUnitPriceKobo: 7_200_000n,
    }))

  it('adds to a pending order, without a participant, and lowers its ceiling', () => {
    const pending = { quantity: 2, ceilingUnitPriceKobo: 8_000_000n, amountDueKobo: 14_760_000n, isHeld: false }
    const again: Joiner = { ...joiner, pending, liveQuantity: 2 }
    expect(join({}, 1, again)).toMatchObject({
      kind: 'grown',
      quantity: 3,
      addedQuantity: 1,
      newQuantity: 9,
      newParticipants: 4,
      unitPriceKobo: 8_000_000n,
      ceilingUnitPriceKobo: 7_600_000n,
    })
  })

  it('rejects more units at a promised price that relied on a participant who has left', () => {
    const pending = { quantity: 2, ceilingUnitPriceKobo: 7_200_000n, amountDueKobo: 14_760_000n, isHeld: false }
    expect(join({}, 1, { ...joiner, pending, liveQuantity: 2 })).toMatchObject({ code: 'pay_first' })
  })

  it('writes a sibling next to a paid order', () =>
    expect(join({}, 2, { ...joiner, liveQuantity: 3 })).toMatchObject({
      kind: 'sibling',
      quantity: 2,
      addedParticipants: 0,
    }))

  it('lets a participant add units when there is no place for new participants', () =>
    expect(isRefusal(join({ currentParticipants: 20 }, 1, { ...joiner, liveQuantity: 2 }))).toBe(false))
})

describe('a join by someone who was shown how much they have', () => {
  const seeing = (ownQuantity: number, who: Joiner = joiner) =>
    decideJoin(buy, { quantity: 2, joiner: who, now, ownQuantity })

  it('goes ahead if they have that much', () => {
    expect(seeing(0)).toMatchObject({ kind: 'new' })
    expect(seeing(2, { ...joiner, liveQuantity: 2 })).toMatchObject({ kind: 'sibling' })
  })

  it('adds nothing if they have joined since', () =>
    expect(seeing(0, { ...joiner, liveQuantity: 1 })).toMatchObject({
      code: 'own_quantity_changed',
      message: { values: { units: '1 bag' } },
      details: { own_quantity: 1 },
    }))

  it('orders nothing if they have left since', () =>
    expect(seeing(2)).toMatchObject({ code: 'own_quantity_changed', details: { own_quantity: 0 } }))

  it('says so before that the rest is too little, which it may be through the first tap', () =>
    expect(
      decideJoin(
        { ...buy, currentQuantity: 40 },
        { quantity: 2, joiner: { ...joiner, liveQuantity: 2 }, now, ownQuantity: 0 },
      ),
    ).toMatchObject({ code: 'own_quantity_changed' }))
})

describe('refusals, with the texts of specification 5', () => {
  it.each([
    ['Group buy not found', decideJoin(null, { quantity: 1, joiner, now })],
    ['This group buy is no longer active', join({ status: 'closed' })],
    ['This group buy is no longer active', join({ endDate: now })],
    ['Requested quantity exceeds available spots', join({ currentQuantity: 39 })],
  ])('%s', (message, refusal) => expect(refusal).toMatchObject({ kind: 'refusal', message }))

  it.each([
    ['sign_in_required', join({}, 2, { ...joiner, id: null })],
    ['quantity_not_whole', join({}, 0)],
    ['quantity_not_whole', join({}, -1)],
    ['quantity_not_whole', join({}, 2.5)],
    ['quantity_not_whole', join({}, Number.NaN)],
    ['quantity_exceeds_spots', join({}, 1e9)],
    ['quantity_below_minimum', join({}, 1)],
    ['quantity_above_maximum', join({}, 7)],
    ['quantity_above_maximum', join({}, 2, { ...joiner, liveQuantity: 5 })],
    ['no_places_left', join({ currentParticipants: 20 })],
    ['own_shop', join({}, 2, { ...joiner, id: 'vendor' })],
    ['contact_not_confirmed', join({}, 2, { ...joiner, confirmed: false })],
  ])('%s', (code, refusal) => expect(refusal).toMatchObject({ kind: 'refusal', code }))
})

describe('any sequence of joins', () => {
  it('never oversells, never raises the price, and charges a price at which it can settle', () => {
    const joins = fc.array(fc.record({ who: fc.nat(30), quantity: fc.integer({ min: -1, max: 5 }) }), {
      maxLength: 120,
    })
    const limits = fc.record({
      targetQuantity: fc.integer({ min: 1, max: 60 }),
      maxParticipants: fc.option(fc.integer({ min: 1, max: 25 })),
      minParticipants: fc.integer({ min: 1, max: 20 }),
    })
    fc.assert(
      fc.property(arbitraryPrices, limits, joins, (prices, limit, requests) => {
        let state: JoinedBuy = {
          ...buy,
          ...prices,
          ...limit,
          minQuantity: 1,
          maxQuantity: null,
          currentQuantity: 0,
          currentParticipants: 0,
        }
        const taken = new Map<number, number>()
        for (const { who, quantity } of requests) {
          const liveQuantity = taken.get(who) ?? 0
          const made = decideJoin(state, { quantity, joiner: { id: `${who}`, confirmed: true, liveQuantity }, now })
          if (isRefusal(made)) continue
          expect(priceAt(state, made.newParticipants) <= priceAt(state, state.currentParticipants)).toBe(true)
          expect(made.ceilingUnitPriceKobo).toBe(priceAt(state, state.minParticipants))
          expect(made.totalKobo).toBe(made.unitPriceKobo * BigInt(made.quantity))
          state = { ...state, currentQuantity: made.newQuantity, currentParticipants: made.newParticipants }
          taken.set(who, liveQuantity + quantity)
        }
        expect(state.currentQuantity).toBe([...taken.values()].reduce((a, b) => a + b, 0))
        expect(state.currentParticipants).toBe(taken.size)
        expect(state.currentQuantity <= limit.targetQuantity).toBe(true)
        expect(state.currentParticipants <= (limit.maxParticipants ?? taken.size)).toBe(true)
      }),
    )
  })
})

describe('a submitted total', () => {
  it('implies a quantity at the price before the join', () => {
    expect(impliedQuantity(24_000_000n, buy)).toBe(3)
    expect(impliedQuantity(24_000_001n, buy)).toMatchObject({
      code: 'total_mismatch',
      details: { unit_price: '80000.00' },
    })
    expect(impliedQuantity(8_000_000n, buy)).toMatchObject({
      code: 'total_mismatch',
      message: { text: 'One person takes at least {count}.', values: { count: 2 } },
      details: { quantity: 1, min_quantity: 2, unit_price: '80000.00' },
    })
    expect(impliedQuantity(0n, buy)).toMatchObject({ code: 'total_mismatch' })
    expect(impliedQuantity(-8_000_000n, buy)).toMatchObject({ code: 'total_mismatch' })
  })

  it('may be higher than the correct one, not lower', () => {
    const right = { unitPriceKobo: 7_600_000n, quantity: 3 }
    expect(sentTotalFault(24_000_000n, right)).toBeNull()
    expect(sentTotalFault(22_800_000n, right)).toBeNull()
    expect(sentTotalFault(22_799_999n, right)).toMatchObject({ details: { total_amount: '228000.00', quantity: 3 } })
  })
})
