import { expect, it } from 'vitest'
import { checkGroupBuy } from '#domain/group-buys/publishing.ts'
import { buyInput, readBuyForm, splitTierRows } from './buy-values.ts'

const product = { base_price: '80000.00', min_quantity: 1, available_quantity: 50, share_date: '2026-04-01' }
const now = new Date('2026-03-01T08:00:00Z')

function formOf(tiers: [string, string][]): FormData {
  const form = new FormData()
  form.set('product_id', 'p')
  form.set('end_date', '2026-03-20T17:00')
  form.set('target_quantity', '40')
  form.set('min_participants', '5')
  for (const [participants, price] of tiers) {
    form.append('tier_participants', participants)
    form.append('tier_price', price)
  }
  return form
}

const check = (tiers: [string, string][]) =>
  checkGroupBuy(buyInput(readBuyForm(formOf(tiers))), { product, now, publish: true })

it('leaves out empty rows and parses prices as people write them', () => {
  const checked = check([
    ['5', '₦76,000'],
    ['', ''],
    ['10', '72000.50'],
    ['', ''],
  ])
  expect(checked).toMatchObject({
    ok: true,
    value: {
      price_tiers: '[{"participants":5,"price":76000},{"participants":10,"price":72000.5}]',
      end_date: '2026-03-20T16:00:00.000Z',
    },
  })
})

it.each([
  [[['5', '']], 'Each price tier needs a number of participants and a price'],
  [[['', '76000']], 'Each price tier needs a number of participants and a price'],
  [[['five', '76000']], 'Tier participants must be a whole number from 1'],
  [[['5', 'cheap']], 'Tier prices must be above 0, with at most two decimals'],
  [[['5', '80000']], 'Tier prices must fall from tier to tier, the first below the base price'],
] as [[string, string][], string][])('says what is wrong with %j', (tiers, text) => {
  expect(check(tiers)).toEqual({ ok: false, errors: { price_tiers: text } })
})

it('retains what was typed, in at most ten rows', () => {
  const rows = Array.from({ length: 12 }, (_, row): [string, string] => [`${row}x`, 'y'])
  const values = readBuyForm(formOf(rows))
  expect(splitTierRows(values.price_tiers)).toHaveLength(10)
  expect(splitTierRows(values.price_tiers)[3]).toEqual({ participants: '3x', price: 'y' })
})
