import { expect, test } from 'vitest'
import { type AmountToApprove, hasAtLeastRank, secondApprovalReasons } from './typed-amounts.ts'

const amount = (facts: Partial<AmountToApprove> = {}): AmountToApprove => ({
  act: 'resale',
  amountKobo: 1_000_000n,
  aloneTodayKobo: 0n,
  bounds: { usualFromKobo: 500_000n, usualToKobo: 1_200_000n, mostKobo: 2_000_000n },
  limits: { actKobo: 2_000_000n, dayKobo: 10_000_000n },
  ...facts,
})

test.each([
  ['not needed for usual, small amounts', amount(), []],
  ['not needed at the bounds themselves', amount({ amountKobo: 1_200_000n }), []],
  ['needed below half of the goods’ price', amount({ amountKobo: 499_999n }), ['unusual']],
  ['needed above 120 per cent of it', amount({ amountKobo: 1_200_001n }), ['unusual']],
  ['needed above the limit per amount', amount({ limits: { actKobo: 999_999n, dayKobo: 10_000_000n } }), ['act_limit']],
  ['not needed for an amount that reaches the daily limit', amount({ aloneTodayKobo: 9_000_000n }), []],
  ['needed for a kobo beyond the daily limit', amount({ aloneTodayKobo: 9_000_001n }), ['day_limit']],
  ['always needed for another account', amount({ act: 'refund-account', amountKobo: 600_000n }), ['always']],
  [
    'needed for several reasons at once',
    amount({ amountKobo: 3_000_000n, aloneTodayKobo: 9_000_000n }),
    ['unusual', 'act_limit', 'day_limit'],
  ],
])('a second person: %s', (_, given, reasons) => expect(secondApprovalReasons(given)).toEqual(reasons))

test('the second person is staff and has at least the rank of the first', () => {
  const ranked = (['customer', 'vendor', 'manager', 'coordinator', 'chief'] as const).map((role) => [
    role,
    hasAtLeastRank(role, 'coordinator'),
  ])
  expect(Object.fromEntries(ranked)).toEqual({
    customer: false,
    vendor: false,
    manager: false,
    coordinator: true,
    chief: true,
  })
  expect(hasAtLeastRank('chief', 'customer')).toBe(false)
})
