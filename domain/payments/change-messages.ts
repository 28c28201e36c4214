// Mails about changes to existing agreements: partial refunds and rates.
import { formatDatedMoment } from '../date-text.ts'
import { defineMessage } from '../define-message.ts'
import { formatNaira } from '../money.ts'
import { type RateName, rateNames } from '../settings.ts'
import { REFUND_TIMES } from '../texts/mail-content.ts'
import { orderPath } from '../texts/paths.ts'

export const changeMessages = {
  'part-back': defineMessage<{
    orderId: string
    orderNo: number
    what: string
    reason: string
    backKobo: bigint
    backTo: 'peps' | 'source'
  }>({
    topic: 'orders',
    push: 'by-day',
    pushTitle: 'Money comes back to you',
    lane: 'acts',
    mail: ({ orderId, orderNo, what, reason, backKobo, backTo }, site) => ({
      subject: `${formatNaira(backKobo)} comes back to you: ${what}`,
      text: [
        'Good day,',
        `Part of your order ${orderNo}, ${what}, is refunded: ${formatNaira(backKobo)}, with its part of the fee.\nReason: ${reason}`,
        backTo === 'peps' ? 'It is in your PEPS already.' : `It comes back to you: ${REFUND_TIMES}`,
        `Follow it here: ${site}/account/orders/${orderId}`,
      ],
    }),
    notice: ({ orderId, what, reason, backKobo }) => ({
      title: `${formatNaira(backKobo)} comes back to you: ${what}`,
      body: reason,
      link: orderPath(orderId),
    }),
  }),
  /** `fromBalanceKobo`: amount debited from the vendor's balance; the rest had not been released. */
  'part-back-shop': defineMessage<{
    orderNo: number
    what: string
    reason: string
    goodsKobo: bigint
    fromBalanceKobo: bigint
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'acts',
    mail: ({ orderNo, what, reason, goodsKobo, fromBalanceKobo }, site) => ({
      subject: `Part of order ${orderNo} was refunded: ${what}`,
      text: [
        'Good day,',
        `We refunded ${formatNaira(goodsKobo)} of goods to the buyer of order ${orderNo}, ${what}.\nReason: ${reason}`,
        fromBalanceKobo === 0n
          ? 'It had not been released to you yet, so nothing is taken from your balance.'
          : `${formatNaira(fromBalanceKobo)} of it is taken from your balance, because it had been released to you.`,
        `Your orders: ${site}/vendor/orders\nQuestions: ${site}/contact`,
      ],
    }),
    notice: ({ orderNo, what, reason }) => ({
      title: `Part of order ${orderNo} was refunded: ${what}`,
      body: reason,
      link: '/vendor/orders',
    }),
  }),
  /** `was` and `becomes` are formatted percentages. */
  'rate-change': defineMessage<{
    key: RateName
    was: string
    becomes: string
    from: Date
    isWithdrawn: boolean
    note: string
  }>({
    // Announced to all users 30 days ahead.
    topic: 'orders',
    push: 'never',
    lane: 'bulk',
    mail: ({ key, was, becomes, from, isWithdrawn, note }, site) => ({
      subject: isWithdrawn
        ? `It stays at ${was}: ${rateNames[key]}`
        : `From ${formatDatedMoment(from)}: ${rateNames[key]}`,
      text: [
        'Good day,',
        isWithdrawn
          ? `We had announced that ${rateNames[key]} would become ${becomes} on ${formatDatedMoment(from)}. This change is cancelled: it stays at ${was}.`
          : `From ${formatDatedMoment(from)} on, ${rateNames[key]} is ${becomes}. Until then it is ${was}.`,
        ...(note ? [note] : []),
        'Agreements before that day keep their rates: a group buy the rates of the day it was published, an order those it was made under.',
        key === 'referral_bps' ? `Your referrals: ${site}/account/referrals` : `Questions: ${site}/contact`,
      ],
    }),
    notice: ({ key, was, becomes, from, isWithdrawn }) => ({
      title: isWithdrawn
        ? `It stays at ${was}: ${rateNames[key]}`
        : `From ${formatDatedMoment(from)}: ${rateNames[key]}`,
      body: isWithdrawn ? `The change to ${becomes} is cancelled.` : `It becomes ${becomes}. Until then it is ${was}.`,
      link: key === 'referral_bps' ? '/account/referrals' : '/account/notices',
    }),
  }),
}
