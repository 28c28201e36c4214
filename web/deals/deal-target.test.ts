import { expect, it } from 'vitest'
import { dealTarget } from './deal-target.ts'

const now = '2026-03-10T08:00:00Z'
const buy = {
  id: 'b',
  status: 'active',
  end_date: '2026-03-14T16:00:00Z',
  unit: 'bag',
  base_price: 68000,
  price_tiers: '[{"participants":4,"price":58000},{"participants":12,"price":54000}]',
  current_participants: 2,
  min_participants: 4,
  locked_participants: 0,
  final_price: null,
  vendor_location: 'Ibadan',
  vendor: { business_name: 'Bodija Grain House' },
}
const product = {
  id: 'p',
  archived_at: null,
  base_price: 46800,
  unit: 'basket',
  vendor: { id: 'v', business_name: 'Oje Fruits and Leaves', location: 'Ibadan' },
}
const deal = { base_price: 68000, unit: 'bag', product: null, group_buy: null }

it('opens a buy at its current price, which is the most a buyer pays', () => {
  expect(dealTarget({ ...deal, group_buy: buy }, now)).toMatchObject({
    to: '/group-buys/b',
    action: 'See the group buy',
    price: 58000,
    place: { city: 'Ibadan', shop: 'Bodija Grain House' },
  })
})

it('shows the target’s price, whatever the deal’s own price', () => {
  const wrong = { ...deal, base_price: 1, unit: 'half bag' }
  expect(dealTarget({ ...wrong, group_buy: buy }, now)).toMatchObject({ price: 58000, basePrice: 68000, unit: 'bag' })
  expect(dealTarget({ ...wrong, product }, now)).toMatchObject({ price: 46800, unit: 'basket' })
  expect(dealTarget({ ...wrong, group_buy: { ...buy, final_price: 54000 } }, '2026-03-14T16:00:00Z')).toMatchObject({
    price: 54000,
    action: 'See how it went',
  })
  expect(dealTarget(wrong, now)).toMatchObject({ price: 1, unit: 'half bag' })
})

it('works while the shop is closed', () => {
  expect(dealTarget({ ...deal, group_buy: { ...buy, vendor: null } }, now).place).toEqual({
    city: 'Ibadan',
    shop: null,
  })
  expect(dealTarget({ ...deal, product: { ...product, vendor: null } }, now).to).toBeNull()
})

it('opens a product on its own page, and nothing once it is removed', () => {
  expect(dealTarget({ ...deal, product }, now).to).toBe('/products/p')
  expect(dealTarget({ ...deal, product: { ...product, archived_at: now } }, now).to).toBeNull()
  expect(dealTarget(deal, now)).toMatchObject({ kind: 'nothing', to: null, price: 68000 })
})
