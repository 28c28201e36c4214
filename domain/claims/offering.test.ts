import { expect, test } from 'vitest'
import { isRefusal } from '#domain/refusal.ts'
import { decideOffer } from './offering.ts'

const claim = {
  preferredOutcome: 'refund' as const,
  requestedKobo: 1000n,
  worthKobo: 800n,
  lines: [{ quantity: 3, unit: 'kg' }],
  offers: 0,
}
const decide = (more: object, facts: object = {}) => {
  const offer = { outcome: 'refund' as const, goodsKobo: null, units: null }
  const decided = decideOffer(Object.assign({}, claim, facts), Object.assign({}, offer, more))
  return isRefusal(decided) ? decided.code : decided
}

test('an amount is above zero, below the claimed one and at most what is left', () => {
  expect([1n, 800n, 801n, 1000n, 0n, -1n].map((goodsKobo) => decide({ goodsKobo }))).toEqual([
    1n,
    800n,
    'offer_exceeds_left',
    'offer_exceeds_claim',
    'offer_exceeds_claim',
    'offer_exceeds_claim',
  ])
})

test('units are worth their part of the claimed amount, rounded up', () => {
  expect([1, 0.5, 2, 3, 0, -1].map((units) => decide({ units }))).toEqual([
    334n,
    167n,
    667n,
    'offer_units_wrong',
    'offer_units_wrong',
    'offer_units_wrong',
  ])
  expect(decide({ units: 0.5 }, { lines: [{ quantity: 3, unit: 'tuber' }] })).toBe('offer_units_wrong')
  expect(decide({ units: 1 }, { lines: [...claim.lines, { quantity: 1, unit: 'kg' }] })).toBe('offer_units_unclear')
})

test('a replacement is offered only where money was asked for, and three offers are enough', () => {
  expect(decide({ outcome: 'replacement' })).toBe(0n)
  expect(decide({ outcome: 'replacement' }, { preferredOutcome: 'replacement' })).toBe('offer_is_request')
  expect(decide({ goodsKobo: 1n }, { offers: 3 })).toBe('offers_spent')
})
