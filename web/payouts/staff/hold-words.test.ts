import { expect, test } from 'vitest'
import { goOnText, holdText } from './hold-words.ts'

const money = { releasable_kobo: 500_000, held_kobo: 7_600_000, held_orders: 3, on_its_way_kobo: 90_000 }

test('stopping payouts says how much of how many orders waits, and what goes on', () => {
  expect(holdText({ ...money, on_its_way_payouts: 1 })).toBe(
    '₦5,000 that the shop may take out stays here. ₦76,000 of 3 orders not handed over yet is stopped too. ₦900 in 1 payout is on its way and is not stopped. The vendor is told by mail, with your reason.',
  )
  const little = { ...money, held_kobo: 0, held_orders: 0, on_its_way_kobo: 0, on_its_way_payouts: 0 }
  expect(holdText(little)).toContain('No payout is on its way.')
  expect(goOnText(little)).toContain('may take out ₦5,000 again')
})
