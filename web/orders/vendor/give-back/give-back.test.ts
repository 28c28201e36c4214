import { expect, it } from 'vitest'
import { readPartialRefundFigures } from '../../staff/record/partial-refund-text.ts'
import { giveBackText } from './give-back-text.ts'
import { readGivenGoods, unitsField } from './given-goods.ts'

const form = (values: Record<string, string>) => ({ field: (name: string) => values[name] ?? '' })
const lines = [
  { id: 'a', unit_price: 7600, quantity: 3 },
  { id: 'b', unit_price: 500.5, quantity: 1 },
]

it('reads units of any line, or an amount, and not both', () => {
  const read = (values: Record<string, string>) => readGivenGoods(form(values), lines)
  expect(read({ [unitsField('a')]: '2', [unitsField('b')]: '1' })).toEqual({ goodsKobo: 1_570_050n })
  expect(read({ amount: '1,200' })).toEqual({ goodsKobo: 120_000n })
  for (const units of ['4', '1.5', '-1', 'two', '99999999']) {
    expect(read({ [unitsField('a')]: units })).toEqual({
      errors: { [unitsField('a')]: 'This must be a number from 1 to 3.' },
    })
  }
  for (const values of [{}, { amount: '0' }, { amount: 'all' }, { amount: '5', [unitsField('a')]: '1' }]) {
    expect(read(values)).toHaveProperty('errors.amount')
  }
})

it('says what the buyer gets, what the shop gets, and from where', () => {
  const figures = readPartialRefundFigures({
    returned_kobo: 1_230_000,
    fee_kobo: 30_000,
    refund_kobo: 1_230_000,
    left_kobo: 6_400_000,
  })
  expect(giveBackText(figures, { buyer: 'Ada', feeBasisPoints: 500 })).toBe(
    'Ada gets back ₦12,300, in 3 to 5 business days, the way they paid, ₦300 of our fee included; you get ₦60,800 for the rest of this order. Your balance does not change: this money is still held. This cannot be undone.',
  )
  const all = readPartialRefundFigures({ returned_kobo: 410_000, fee_kobo: 10_000, vendor_kobo: 380_000 })
  expect(giveBackText(all, { buyer: 'Ada', feeBasisPoints: 500 })).toBe(
    'Ada gets back ₦4,100, as PEPS at once, ₦100 of our fee included; you get nothing for this order, and it ends. ₦3,800 is taken from your balance now. This cannot be undone.',
  )
})
