import { describe, expect, it } from 'vitest'
import { errorsInEnglish } from '#domain/forms/validation.ts'
import { checkGroupBuy } from './publishing.ts'

const now = new Date('2026-03-10T12:00:00Z')
const product = { base_price: '80000.00', min_quantity: 2, available_quantity: 50, share_date: '2026-03-20' }
const input = {
  product_id: '7d1f4b4e-6ad5-4b0e-8a9c-0d1c0f5e2b11',
  end_date: '2026-03-14T17:00',
  target_quantity: '40',
  min_participants: '5',
  max_participants: '20',
  price_tiers: '[{"participants":5,"price":76000}]',
}
const check = (changes: object = {}, facts: object = {}, publish = true) =>
  checkGroupBuy({ ...input, ...changes }, { product: { ...product, ...facts }, now, publish })

it('returns the row as on the wire', () => {
  expect(check()).toEqual({
    ok: true,
    value: {
      product_id: input.product_id,
      end_date: '2026-03-14T16:00:00.000Z',
      target_quantity: 40,
      min_participants: 5,
      max_participants: 20,
      price_tiers: input.price_tiers,
      payment_mode: 'reserve',
      pack_size: null,
      pack_unit: null,
      allow_extension: false,
    },
  })
})

it('reports faults across fields beside those of other fields', () => {
  const answer = check({ end_date: '2026-03-19', target_quantity: 51, min_participants: 'few', max_participants: 0 })
  expect(answer.ok ? [] : Object.keys(answer.errors).sort()).toEqual([
    'end_date',
    'max_participants',
    'min_participants',
    'target_quantity',
  ])
})

it('takes goods in packs', () =>
  expect(check({ pack_size: '20', pack_unit: ' bag ' })).toMatchObject({
    ok: true,
    value: { pack_size: 20, pack_unit: 'bag' },
  }))

describe('refuses', () => {
  it.each([
    ['end_date', 'A group buy must stay open for at least 24 hours', { end_date: '2026-03-11T12:59' }, {}],
    ['end_date', 'A group buy must end within 90 days', { end_date: '2026-06-09' }, { share_date: '2026-12-24' }],
    [
      'end_date',
      'A group buy must end before payment is due, 2 days before the share date',
      { end_date: '2026-03-19' },
      {},
    ],
    ['end_date', 'End date must be a date and time.', { end_date: 'soon' }, {}],
    ['product_id', 'Set the share date of the product before publishing a group buy', {}, { share_date: null }],
    ['target_quantity', 'The target is larger than what is in stock', { target_quantity: 51 }, {}],
    ['target_quantity', 'The target is smaller than the least one person may take', { target_quantity: 1 }, {}],
    [
      'target_quantity',
      'The target is too small for the minimum of participants, at the least one person may take',
      { target_quantity: 9 },
      {},
    ],
    [
      'target_quantity',
      'The target is too small for the last tier, at the least one person may take',
      { price_tiers: '[{"participants":20,"price":76000}]', target_quantity: 39 },
      {},
    ],
    ['max_participants', 'Maximum participants must not be below the minimum.', { min_participants: 21 }, {}],
    ['price_tiers', 'The last tier must not need more people than the buy takes', { max_participants: 4 }, {}],
    ['price_tiers', 'Price tiers must be a JSON list', { price_tiers: 'x' }, {}],
    ['target_quantity', 'The target must be whole packs: 30 or 45.', { pack_size: 15, pack_unit: 'bag' }, {}],
    ['pack_size', 'Units in a pack must be at least 2.', { pack_size: 1, pack_unit: 'bag' }, {}],
    [
      'pack_size',
      'Say how many units are in a pack, or leave both fields of the pack empty.',
      { pack_unit: 'bag' },
      {},
    ],
    ['pack_unit', 'Say what a pack is, such as a bag, or leave both fields of the pack empty.', { pack_size: 20 }, {}],
    ['payment_mode', 'Please choose a way to pay.', { payment_mode: 'cash' }, {}],
  ])('%s: %s', (field, message, changes, facts) => {
    const checked = check(changes, facts)
    expect(checked.ok ? {} : errorsInEnglish(checked.errors)).toMatchObject({ [field]: message })
  })
})

it('lets the window close exactly when payment is due', () =>
  expect(check({ end_date: '2026-03-18T23:59:59' })).toMatchObject({ ok: true }))

it('requires neither stock nor dates for a draft', () =>
  expect(check({ target_quantity: 51, end_date: '2026-01-01' }, { share_date: null }, false)).toMatchObject({
    ok: true,
  }))
