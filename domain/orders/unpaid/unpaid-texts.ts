// Texts for buyers who reach a limit on unpaid orders: the limit, their own figures, and how the limit increases.
import { formatNaira } from '#domain/money.ts'
import {
  type TextTemplate,
  type TranslatableText,
  translatedValue,
  withValues,
} from '#domain/texts/translatable-text.ts'
import { orderRefusals } from '../refusals.ts'
import type { UnpaidLimits, UnpaidStanding } from './unpaid-standing.ts'

const ACCOUNTS = {
  new: translatedValue(/*i18n*/ 'A new account'),
  known: translatedValue(/*i18n*/ 'Your account'),
  verified: translatedValue(/*i18n*/ 'A verified account'),
} as const

export const unpaidTexts = {
  orders: ({ grade, orders, limits }: UnpaidStanding): TranslatableText => [
    withValues(/*i18n*/ '{account} may have {limit} unpaid orders, and you have {orders}.', {
      account: ACCOUNTS[grade],
      limit: limits[`unpaid_${grade}_orders`],
      orders,
    }),
    ...growthTexts({ grade, limits, most: (key) => String(limits[`unpaid_${key}_orders`]) }),
    /*i18n*/ 'Pay for one or leave one first.',
  ],
  /** `added`: number of orders in the cart. */
  cart: ({ grade, orders, limits }: UnpaidStanding, added: number): TranslatableText => [
    withValues(/*i18n*/ '{account} may have {limit} unpaid orders.', {
      account: ACCOUNTS[grade],
      limit: limits[`unpaid_${grade}_orders`],
    }),
    withValues(/*i18n*/ 'You have {orders}, and this cart makes {added} more, one for each shop.', { orders, added }),
    ...growthTexts({ grade, limits, most: (key) => String(limits[`unpaid_${key}_orders`]) }),
    /*i18n*/ 'Take a shop out of the cart, or pay for an order first.',
  ],
  naira: ({ grade, kobo, limits }: UnpaidStanding, wantedKobo: bigint): TranslatableText => [
    withValues(/*i18n*/ '{account} may owe {limit}.', {
      account: ACCOUNTS[grade],
      limit: naira(limits[`unpaid_${grade}_naira`]),
    }),
    withValues(/*i18n*/ 'You owe {owed}, and this would make it {total}.', {
      owed: formatNaira(kobo),
      total: formatNaira(wantedKobo),
    }),
    ...growthTexts({ grade, limits, most: (key) => naira(limits[`unpaid_${key}_naira`]) }),
    /*i18n*/ 'Pay for an order, leave one, or take less.',
  ],
  share: (most: number, mine: number): TranslatableText => [
    mine > 0
      ? withValues(/*i18n*/ 'One person may have {count} unpaid here, and you have {mine}.', { count: most, mine })
      : withValues(/*i18n*/ 'One person may have {count} unpaid here.', { count: most }),
    /*i18n*/ 'You may take more once you have paid for them.',
  ],
  newTogether: (most: number, left: number): TranslatableText => [
    withValues(/*i18n*/ 'People who have not paid for an order yet may have {count} unpaid here together.', {
      count: most,
    }),
    left === 0 ? /*i18n*/ 'All of them are taken.' : withValues(/*i18n*/ 'Only {left} are left.', { left }),
    /*i18n*/ 'Places come free as they pay.',
    /*i18n*/ 'Pay for any of your orders first, and this limit does not apply to you.',
  ],
  payFirst: ({ lapses, limits }: UnpaidStanding): TranslatableText => [
    withValues(/*i18n*/ '{lapses} of your reservations were not paid in time in the last {days} days.', {
      lapses,
      days: limits.unpaid_lapse_days,
    }),
    orderRefusals.conflict.pay_first,
  ],
} as const

function naira(amount: number): string {
  return formatNaira(BigInt(amount) * 100n)
}

interface LimitGrowth {
  grade: UnpaidStanding['grade']
  limits: UnpaidLimits
  most: (grade: 'known' | 'verified') => string
}

function growthTexts({ grade, limits, most }: LimitGrowth): TextTemplate[] {
  if (grade === 'verified') return []
  const verified = most('verified')
  if (grade === 'known') {
    return [withValues(/*i18n*/ 'The limit rises to {verified} once we have verified your account.', { verified })]
  }
  const values = { known: most('known'), count: limits.unpaid_known_after, verified }
  return [
    withValues(
      /*i18n*/ 'The limit rises to {known} after {count} paid orders, and to {verified} once we have verified your account.',
      values,
    ),
  ]
}
