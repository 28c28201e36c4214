import { expect, test } from 'vitest'
import { formatInEnglish, type TranslatableText } from '#domain/texts/translatable-text.ts'
import { hasSheet, refundSentence, sheetTotals } from './sheet.ts'

const inEnglish = (sentence: TranslatableText | null) => sentence && formatInEnglish(sentence)

const sums = {
  collected_kobo: 1000,
  loss_kobo: 50,
  held_kobo: 400,
  returned_kobo: 150,
  vendor_kobo: 400,
  vendor_fee_kobo: 40,
  buyer_fee_kobo: 20,
  delivery_kobo: 30,
  reversed_kobo: 10,
}

test('a sheet adds up if every kobo is accounted for', () => {
  expect(sheetTotals(sums)).toEqual({ inKobo: 1050, outKobo: 1050, addsUp: true })
  for (const column of Object.keys(sums) as (keyof typeof sums)[])
    expect(sheetTotals({ ...sums, [column]: sums[column] + 1 }).addsUp).toBe(false)
})

test('refunds are counted in words', () => {
  expect(inEnglish(refundSentence({ due: 2, done: 1 }))).toBe('1 of 2 refunds done')
  expect(inEnglish(refundSentence({ due: 1, done: 1 }))).toBe('1 of 1 refund done')
  expect(refundSentence({ due: 0, done: 0 })).toBeNull()
})

test('an open buy has no sheet', () => {
  expect(['draft', 'active', 'closed'].some(hasSheet)).toBe(false)
  expect(['settling', 'failed', 'cancelled', 'completed'].every(hasSheet)).toBe(true)
})
