import { describe, expect, it } from 'vitest'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { allottedText, packsText, wholePacksText } from './pack-texts.ts'

const terms = { packUnit: 'bag', packSize: 20, unit: 'paint bucket' }

describe('packs in words', () => {
  it.each([
    [{ sure: 34, most: 34 }, 'Full: 1 bag. The next one lacks 6 paint buckets.'],
    [{ sure: 40, most: 45 }, 'Full: 2 bags.'],
    [{ sure: 34, most: 41 }, 'Full: 2 bags.'],
    [{ sure: 5, most: 6 }, 'The first bag lacks 14 paint buckets.'],
  ])('how full they are: %j', (units, text) => expect(formatInEnglish(packsText(units, terms))).toBe(text))

  it.each([
    [100, '5 bags of 20'],
    [92, '4 bags of 20 and 12 paint buckets'],
    [12, '12 paint buckets'],
  ])('for the vendor: %i', (quantity, text) => expect(wholePacksText(quantity, terms)).toBe(text))

  it.each([
    [3, 5, 4, 'You wanted 3 paint buckets and would take up to 5. You get 4, because that fills a bag.'],
    [3, 5, 3, 'You wanted 3 paint buckets and would take up to 5. You get 3: no more was needed.'],
    [4, 4, 4, 'You get 4 paint buckets, as you wanted.'],
    [4, 4, 3, 'You wanted 4 paint buckets and get 3, because the last bag was not filled.'],
    [1, 1, 0, 'The last bag was not filled, and there was nothing left for you.'],
  ])('what a buyer gets: %i, up to %i, got %i', (sure, most, allotted, text) =>
    expect(formatInEnglish(allottedText({ sure, most, allotted, unit: 'paint bucket', packUnit: 'bag' }))).toBe(text),
  )
})
