// Mails about changes to existing agreements: partial refunds and rates.

import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { type RateName, rateNames } from '#domain/settings/settings.ts'
import { REFUND_TIMES } from '#domain/texts/mail-content.ts'
import { orderPath } from '#domain/texts/paths.ts'
import { formatInEnglish, type TranslatableText, translatedValue, withValues } from '#domain/texts/translatable-text.ts'
import { formatDatedMoment } from '#domain/time/date-text.ts'

export const changeMessages = {
  'partial-refund': defineMessage<{
    orderId: string
    orderNo: number
    what: string
    reason: TranslatableText
    returnedKobo: bigint
    backTo: 'peps' | 'source'
  }>({
    topic: 'orders',
    push: 'by-day',
    pushTitle: 'Money comes back to you',
    lane: 'transactional',
    mail: ({ orderId, orderNo, what, reason, returnedKobo, backTo }, site) => ({
      subject: `${formatNaira(returnedKobo)} comes back to you: ${what}`,
      text: [
        'Good day,',
        `Part of your order ${orderNo}, ${what}, is refunded: ${formatNaira(returnedKobo)}, with its part of the fee.\nReason: ${formatInEnglish(reason)}`,
        backTo === 'peps' ? 'It is in your PEPS already.' : `It comes back to you: ${REFUND_TIMES}`,
        `Follow it here: ${site}/account/orders/${orderId}`,
      ],
    }),
    notice: ({ orderId, what, reason, returnedKobo }) => ({
      title: withValues(/*i18n*/ '{naira} comes back to you: {what}', { naira: formatNaira(returnedKobo), what }),
      body: reason,
      link: orderPath(orderId),
    }),
  }),
  /** `fromBalanceKobo`: amount debited from the vendor's balance; the rest had not been released. */
  'partial-refund-shop': defineMessage<{
    orderNo: number
    what: string
    reason: string
    goodsKobo: bigint
    fromBalanceKobo: bigint
    /** The shop gave it back itself. */
    isOwn: boolean
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderNo, what, reason, goodsKobo, fromBalanceKobo, isOwn }, site) => ({
      subject: `Part of order ${orderNo} was refunded: ${what}`,
      text: [
        'Good day,',
        `${isOwn ? 'You' : 'We'} refunded ${formatNaira(goodsKobo)} of goods to the buyer of order ${orderNo}, ${what}.\nReason: ${reason}`,
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
        ? withValues(/*i18n*/ 'It stays at {percent}: {rate}', { percent: was, rate: translatedValue(rateNames[key]) })
        : withValues(/*i18n*/ 'From {moment}: {rate}', {
            moment: formatDatedMoment(from),
            rate: translatedValue(rateNames[key]),
          }),
      body: isWithdrawn
        ? withValues(/*i18n*/ 'The change to {percent} is cancelled.', { percent: becomes })
        : [
            withValues(/*i18n*/ 'It becomes {percent}.', { percent: becomes }),
            withValues(/*i18n*/ 'Until then it is {percent}.', { percent: was }),
          ],
      link: key === 'referral_bps' ? '/account/referrals' : '/account/notices',
    }),
  }),
}
