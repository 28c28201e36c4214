import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryPrices } from '../testing.ts'
import { nextTier, parsePriceTiers, priceAt, writePriceTiers } from './price-tiers.ts'
import { checkPriceTiers, priceTiersText, tierTexts } from './tier-rules.ts'

// The worked example of semantics.md 2.
const text = '[{"participants":5,"price":76000},{"participants":10,"price":72000},{"participants":20,"price":68000}]'
const prices = { basePriceKobo: 8_000_000n, tiers: parsePriceTiers(text) }

describe('priceAt', () => {
  it.each([
    [0, 8_000_000n],
    [4, 8_000_000n],
    [5, 7_600_000n],
    [9, 7_600_000n],
    [12, 7_200_000n],
    [23, 6_800_000n],
  ])('%i participants', (participants, kobo) => expect(priceAt(prices, participants)).toBe(kobo))

  it('never rises with another participant', () => {
    fc.assert(
      fc.property(arbitraryPrices, fc.nat(200), (any, n) => {
        expect(priceAt(any, n + 1) <= priceAt(any, n)).toBe(true)
      }),
    )
  })
})

describe('the next tier', () => {
  it('is found', () => {
    expect(nextTier(prices, 5)?.participants).toBe(10)
    expect(nextTier(prices, 20)).toBeNull()
  })
})

describe('the stored text', () => {
  it('round-trips', () => {
    expect(writePriceTiers(prices.tiers)).toBe(text)
    fc.assert(
      fc.property(arbitraryPrices, (any) => {
        expect(parsePriceTiers(writePriceTiers(any.tiers))).toEqual(any.tiers)
      }),
    )
  })
  it.each([null, '', 'x', '{}', '[1]', '[{"participants":"5","price":1}]'])('%j leaves the base price', (bad) =>
    expect(parsePriceTiers(bad)).toEqual([]),
  )
})

describe('what may be published', () => {
  const bounds = { basePriceKobo: 8_000_000n, maxParticipants: 20 }
  it('takes rising thresholds with falling prices', () => {
    expect(priceTiersText(bounds)(text)).toEqual({ value: text })
    expect(priceTiersText(bounds)('')).toEqual({ value: '[]' })
    fc.assert(
      fc.property(arbitraryPrices, (any) => {
        const open = { basePriceKobo: any.basePriceKobo, maxParticipants: null }
        expect(checkPriceTiers(writePriceTiers(any.tiers), open)).toEqual({ value: any.tiers })
      }),
    )
  })

  it.each([
    ['{"participants":5}', tierTexts.notAList],
    ['[', tierTexts.notAList],
    [`[${Array(11).fill('{"participants":1,"price":1}').join()}]`, tierTexts.tooMany],
    ['[null]', tierTexts.incomplete],
    ['[{"participants":"5","price":1}]', tierTexts.incomplete],
    ['[{"participants":0,"price":1}]', tierTexts.threshold],
    ['[{"participants":1.5,"price":1}]', tierTexts.threshold],
    ['[{"participants":5,"price":2},{"participants":5,"price":1}]', tierTexts.rising],
    ['[{"participants":5,"price":1.234}]', tierTexts.price],
    ['[{"participants":5,"price":0}]', tierTexts.price],
    ['[{"participants":5,"price":80000}]', tierTexts.falling],
    ['[{"participants":5,"price":7},{"participants":6,"price":7}]', tierTexts.falling],
    ['[{"participants":5,"price":7},{"participants":5,"price":0}]', tierTexts.rising],
    ['[{"participants":21,"price":7}]', tierTexts.last],
  ])('refuses %s', (bad, error) => expect(checkPriceTiers(bad, bounds)).toEqual({ error }))
})
