// Texts for buyers who reach a limit on unpaid orders: the limit, their own figures, and how the limit increases.
import { formatNaira } from '../money.ts'
import { orderRefusals } from '../texts/order-refusals.ts'
import type { UnpaidLimits, UnpaidStanding } from './unpaid-standing.ts'

const ACCOUNTS = { new: 'A new account', known: 'Your account', verified: 'A verified account' } as const

const NONE_LEFT = /*i18n*/ 'All of them are taken.'
const HOW_IT_GROWS = `${/*i18n*/ 'Places come free as they pay.'} ${/*i18n*/ 'Pay for any of your orders first, and this limit does not apply to you.'}`

export const unpaidTexts = {
  orders: ({ grade, orders, limits }: UnpaidStanding): string =>
    `${ACCOUNTS[grade]} may have ${limits[`unpaid_${grade}_orders`]} unpaid orders, and you have ${orders}. ${growthText(
      {
        grade,
        limits,
        most: (key) => String(limits[`unpaid_${key}_orders`]),
      },
    )}Pay for one or leave one first.`,
  /** `added`: number of orders in the cart. */
  cart: ({ grade, orders, limits }: UnpaidStanding, added: number): string =>
    `${ACCOUNTS[grade]} may have ${limits[`unpaid_${grade}_orders`]} unpaid orders. You have ${orders}, and this cart makes ${added} more, one for each shop. ${growthText(
      { grade, limits, most: (key) => String(limits[`unpaid_${key}_orders`]) },
    )}Take a shop out of the cart, or pay for an order first.`,
  naira: ({ grade, kobo, limits }: UnpaidStanding, wantedKobo: bigint): string =>
    `${ACCOUNTS[grade]} may owe ${naira(limits[`unpaid_${grade}_naira`])}. You owe ${formatNaira(kobo)}, and this would make it ${formatNaira(wantedKobo)}. ${growthText(
      { grade, limits, most: (key) => naira(limits[`unpaid_${key}_naira`]) },
    )}Pay for an order, leave one, or take less.`,
  share: (most: number, mine: number): string =>
    `One person may have ${most} unpaid here${mine > 0 ? `, and you have ${mine}` : ''}. You may take more once you have paid for them.`,
  newTogether: (most: number, left: number): string =>
    `People who have not paid for an order yet may have ${most} unpaid here together. ${left === 0 ? NONE_LEFT : `Only ${left} are left.`} ${HOW_IT_GROWS}`,
  payFirst: ({ lapses, limits }: UnpaidStanding): string =>
    `${lapses} of your reservations were not paid in time in the last ${limits.unpaid_lapse_days} days. ${orderRefusals.pay_first}`,
} as const

function naira(amount: number): string {
  return formatNaira(BigInt(amount) * 100n)
}

interface LimitGrowth {
  grade: UnpaidStanding['grade']
  limits: UnpaidLimits
  most: (grade: 'known' | 'verified') => string
}

function growthText({ grade, limits, most }: LimitGrowth): string {
  if (grade === 'verified') return ''
  const verified = `${most('verified')} once we have verified your account`
  if (grade === 'known') return `The limit rises to ${verified}. `
  return `The limit rises to ${most('known')} after ${limits.unpaid_known_after} paid orders, and to ${verified}. `
}
