import { expect, test } from 'vitest'
import { cheaperBuy } from './cheaper-buy.ts'

const buy = {
  base_price: 80000,
  price_tiers: JSON.stringify([
    { participants: 2, price: 76000 },
    { participants: 4, price: 72000 },
  ]),
  min_participants: 2,
  current_participants: 4,
  locked_participants: 0,
  min_quantity: 2,
  max_participants: 6,
  target_quantity: 40,
  current_quantity: 8,
}

test('a buy leads if its shown price is below the price alone', () => {
  expect(cheaperBuy([buy], 72000.01)).toBeNull()
  expect(cheaperBuy([buy], 80000)).toBe(buy)
  expect(cheaperBuy([], 80000)).toBeNull()
})

test('a buy whose ceiling is above the price alone does not lead, however low it may fall', () => {
  expect(cheaperBuy([buy], 76000)).toBe(buy)
  expect(cheaperBuy([buy], 75999)).toBeNull()
})

test('a buy in which one more person has no room does not lead, and the next one does', () => {
  const full = { ...buy, current_participants: 6 }
  const almostSoldOut = { ...buy, current_quantity: 39 }
  expect(cheaperBuy([full, almostSoldOut], 80000)).toBeNull()
  expect(cheaperBuy([full, buy], 80000)).toBe(buy)
})
