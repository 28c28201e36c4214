import { expect, test } from 'vitest'
import { holdText, resumeText } from './hold-texts.ts'

const money = { releasable_kobo: 500_000, held_kobo: 7_600_000, held_orders: 3, on_its_way_kobo: 90_000 }

test('the confirmation to stop payouts states the amount and orders affected, and what continues', () => {
  expect(holdText({ ...money, on_its_way_payouts: 1 })).toBe(
    '₦5,000 that the shop may take out stays here. ₦76,000 of 3 orders not handed over yet is stopped too. ₦900 in 1 payout is on its way and is not stopped. The vendor is told by mail, with your reason.',
  )
  const little = { ...money, held_kobo: 0, held_orders: 0, on_its_way_kobo: 0, on_its_way_payouts: 0 }
  expect(holdText(little)).toContain('No payout is on its way.')
  expect(resumeText(little)).toContain('may take out ₦5,000 again')
})
