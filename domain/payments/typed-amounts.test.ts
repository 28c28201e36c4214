import { expect, test } from 'vitest'
import { type AmountToWeigh, ranksWith, secondBecause } from './typed-amounts.ts'

const amount = (facts: Partial<AmountToWeigh> = {}): AmountToWeigh => ({
  act: 'resale',
  amountKobo: 1_000_000n,
  aloneTodayKobo: 0n,
  bounds: { usualFromKobo: 500_000n, usualToKobo: 1_200_000n, mostKobo: 2_000_000n },
  limits: { actKobo: 2_000_000n, dayKobo: 10_000_000n },
  ...facts,
})

test.each([
  ['nobody for what is usual and small', amount(), []],
  ['nobody at the bounds themselves', amount({ amountKobo: 1_200_000n }), []],
  ['one below half of what the goods cost', amount({ amountKobo: 499_999n }), ['unusual']],
  ['one above 120 per cent of it', amount({ amountKobo: 1_200_001n }), ['unusual']],
  ['one above the limit of an act', amount({ limits: { actKobo: 999_999n, dayKobo: 10_000_000n } }), ['act_limit']],
  ['nobody for what fills the day', amount({ aloneTodayKobo: 9_000_000n }), []],
  ['one for a kobo beyond the day', amount({ aloneTodayKobo: 9_000_001n }), ['day_limit']],
  ['one for another account, always', amount({ act: 'refund-account', amountKobo: 600_000n }), ['always']],
  [
    'one for several reasons at once',
    amount({ amountKobo: 3_000_000n, aloneTodayKobo: 9_000_000n }),
    ['unusual', 'act_limit', 'day_limit'],
  ],
])('a second person: %s', (_, given, reasons) => expect(secondBecause(given)).toEqual(reasons))

test('has at least the role of the first, and is one of the staff', () => {
  const ranked = (['customer', 'vendor', 'manager', 'coordinator', 'chief'] as const).map((role) => [
    role,
    ranksWith(role, 'coordinator'),
  ])
  expect(Object.fromEntries(ranked)).toEqual({
    customer: false,
    vendor: false,
    manager: false,
    coordinator: true,
    chief: true,
  })
  expect(ranksWith('chief', 'customer')).toBe(false)
})
