import { expect, it } from 'vitest'
import { dealTarget } from './deal-target.ts'

const now = '2026-03-10T08:00:00Z'
const buy = {
  id: 'b',
  status: 'active',
  end_date: '2026-03-14T16:00:00Z',
  unit: 'bag',
  current_price: 58000,
  vendor_location: 'Ibadan',
  vendor: { business_name: 'Bodija Grain House' },
}
const product = {
  id: 'p',
  archived_at: null,
  vendor: { id: 'v', business_name: 'Oje Fruits and Leaves', location: 'Ibadan' },
}
const deal = { base_price: 68000, unit: 'bag', product: null, group_buy: null }

it('opens a buy at the price it has now', () => {
  expect(dealTarget({ ...deal, group_buy: buy }, now)).toMatchObject({
    to: '/group-buys/b',
    action: 'See the group buy',
    price: 58000,
    place: 'Bodija Grain House, Ibadan',
  })
})

it('keeps the deal’s own price for another unit and for a buy that has ended', () => {
  expect(dealTarget({ ...deal, unit: 'half bag', group_buy: buy }, now).price).toBe(68000)
  expect(dealTarget({ ...deal, group_buy: buy }, '2026-03-14T16:00:00Z')).toMatchObject({
    price: 68000,
    action: 'See how it went',
  })
})

it('opens a product in its shop, and nothing once it was removed', () => {
  expect(dealTarget({ ...deal, product }, now).to).toBe('/shop/v#p')
  expect(dealTarget({ ...deal, product: { ...product, archived_at: now } }, now).to).toBeNull()
  expect(dealTarget(deal, now)).toMatchObject({ kind: 'nothing', to: null, price: 68000 })
})
