import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryPrices } from '../testing.ts'
import { ceilingPriceKobo, promisedCeilingKobo } from './ceiling.ts'
import { parsePriceTiers, priceAt } from './price-tiers.ts'

// The worked example of semantics.md 2.
const text = '[{"participants":5,"price":76000},{"participants":10,"price":72000},{"participants":20,"price":68000}]'
const buy = { basePriceKobo: 8_000_000n, tiers: parsePriceTiers(text), minParticipants: 5 }
const people = fc.nat(200)

describe('the ceiling', () => {
  it.each([
    [0, 7_600_000n],
    [8, 7_600_000n],
    [9, 7_200_000n],
  ])('with %i locked', (lockedParticipants, kobo) =>
    expect(ceilingPriceKobo({ ...buy, lockedParticipants })).toBe(kobo),
  )

  it('counts a person who has paid once, however often they join', () => {
    expect(ceilingPriceKobo({ ...buy, lockedParticipants: 9, hasPaid: true })).toBe(7_600_000n)
    expect(ceilingPriceKobo({ ...buy, lockedParticipants: 10, hasPaid: true })).toBe(7_200_000n)
  })

  it('is never below what a successful buy settles at', () => {
    fc.assert(
      fc.property(arbitraryPrices, people, people, people, (prices, minParticipants, lockedParticipants, more) => {
        const paid = Math.max(minParticipants, lockedParticipants + 1) + more
        expect(priceAt(prices, paid) <= ceilingPriceKobo({ ...prices, minParticipants, lockedParticipants })).toBe(true)
      }),
    )
  })
})

describe('a promised ceiling', () => {
  it('falls with those locked since', () => {
    const pending = { ceilingUnitPriceKobo: 7_600_000n }
    expect(promisedCeilingKobo({ ...buy, lockedParticipants: 9 }, pending)).toBe(7_200_000n)
  })

  it('never rises', () => {
    const pending = { ceilingUnitPriceKobo: 7_200_000n }
    expect(promisedCeilingKobo({ ...buy, lockedParticipants: 0 }, pending)).toBe(7_200_000n)
  })
})
