// Mails and notices about payouts, to vendors and chiefs.

import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { payoutTroubleTexts } from './trouble-texts.ts'
import type { PayoutTrouble } from './verdict.ts'

interface PayoutMailFacts {
  amountKobo: bigint
  /** Orders whose earnings it holds; 0 where they were not recorded. */
  orders: number
  bank: string
  lastFour: string
}

interface AccountMailFacts {
  shop: string
  bank: string
  lastFour: string
  usableFrom: Date
  isFirst: boolean
}

const PAYOUTS_PATH = '/vendor/payouts'

const forOrders = (orders: number): string =>
  orders === 0 ? '' : ` for ${orders} ${orders === 1 ? 'order' : 'orders'}`

export const payoutMessages = {
  'payout-started': defineMessage<PayoutMailFacts>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ amountKobo, orders, bank, lastFour }, site) => ({
      subject: `${formatNaira(amountKobo)} is on its way to your bank`,
      text: [
        'Good day,',
        `We are sending ${formatNaira(amountKobo)}${forOrders(orders)} to your account ending in ${lastFour} at ${bank}. You get a mail once it has arrived.`,
        `If you did not ask for this, change your password and write to us at once: ${site}/contact`,
        `Your payouts: ${site}/vendor/payouts\nYour statement: ${site}/vendor/payouts/statement`,
      ],
    }),
    notice: ({ amountKobo, orders, bank, lastFour }) => ({
      title: `${formatNaira(amountKobo)} is on its way to your bank`,
      body: `To your account ending in ${lastFour} at ${bank}${forOrders(orders)}.`,
      link: PAYOUTS_PATH,
    }),
  }),
  'payout-arrived': defineMessage<PayoutMailFacts>({
    topic: 'orders',
    push: 'by-day',
    pushTitle: 'A payout has arrived at your bank',
    lane: 'transactional',
    mail: ({ amountKobo, orders, bank, lastFour }, site) => ({
      subject: `${formatNaira(amountKobo)} has arrived at your bank`,
      text: [
        'Good day,',
        `${bank} has received ${formatNaira(amountKobo)}${forOrders(orders)} for your account ending in ${lastFour}.`,
        `Your statement: ${site}/vendor/payouts/statement`,
      ],
    }),
    notice: ({ amountKobo, orders, bank, lastFour }) => ({
      title: `${formatNaira(amountKobo)} has arrived at your bank`,
      body: `In your account ending in ${lastFour} at ${bank}${forOrders(orders)}.`,
      link: PAYOUTS_PATH,
    }),
  }),
  'payout-failed': defineMessage<PayoutMailFacts>({
    topic: 'orders',
    push: 'by-day',
    pushTitle: 'A payout did not go through',
    lane: 'transactional',
    mail: ({ amountKobo, bank, lastFour }, site) => ({
      subject: `${formatNaira(amountKobo)} could not be paid out`,
      text: [
        'Good day,',
        `We could not pay ${formatNaira(amountKobo)} into your account ending in ${lastFour} at ${bank}. The money is back in your balance.`,
        `Please check your account before you try once more:\n${site}/vendor/payouts`,
      ],
    }),
    notice: ({ amountKobo, bank }) => ({
      title: `${formatNaira(amountKobo)} could not be paid out`,
      body: `${bank} did not take it. The money is back in your balance: check your account first.`,
      link: PAYOUTS_PATH,
    }),
  }),
  'payout-disputed': defineMessage<PayoutMailFacts>({
    topic: 'orders',
    push: 'by-day',
    pushTitle: 'A payout was stopped because a payment is disputed',
    lane: 'transactional',
    mail: ({ amountKobo, bank, lastFour }, site) => ({
      subject: `${formatNaira(amountKobo)} was not paid out: a payment is disputed`,
      text: [
        'Good day,',
        `We have stopped the payout of ${formatNaira(amountKobo)} to your account ending in ${lastFour} at ${bank}. A buyer’s bank disputes a payment for an order of your shop. What that order earned you is held until the dispute has ended, and the rest is back in your balance.`,
        `How much is held: ${site}/vendor/payouts\nQuestions: ${site}/contact`,
      ],
    }),
    notice: ({ amountKobo }) => ({
      title: `${formatNaira(amountKobo)} was not paid out: a payment is disputed`,
      body: 'A buyer’s bank disputes a payment. What that order earned you is held until the dispute has ended. The rest is back in your balance.',
      link: PAYOUTS_PATH,
    }),
  }),
  'payout-reversed': defineMessage<PayoutMailFacts>({
    topic: 'orders',
    push: 'by-day',
    pushTitle: 'Your bank sent a payout back',
    lane: 'transactional',
    mail: ({ amountKobo, bank, lastFour }, site) => ({
      subject: `Your bank sent ${formatNaira(amountKobo)} back`,
      text: [
        'Good day,',
        `${bank} has returned ${formatNaira(amountKobo)} that we had paid into your account ending in ${lastFour}. The money is back in your balance.`,
        `Please ask your bank why, or name another account:\n${site}/vendor/payouts`,
      ],
    }),
    notice: ({ amountKobo, bank }) => ({
      title: `Your bank sent ${formatNaira(amountKobo)} back`,
      body: `Ask ${bank} why, or name another account. The money is back in your balance.`,
      link: PAYOUTS_PATH,
    }),
  }),
  /** To the chiefs. */
  'payout-stuck': defineMessage<{ amountKobo: bigint; reference: string; trouble: PayoutTrouble }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ amountKobo, reference, trouble }, site) => ({
      subject: `A payout of ${formatNaira(amountKobo)} is stuck`,
      text: [
        'Good day,',
        `${payoutTroubleTexts[trouble]}\nReference: ${reference}`,
        `See what can be done: ${site}/chief/payouts`,
      ],
    }),
    notice: ({ amountKobo, reference, trouble }) => ({
      title: `A payout of ${formatNaira(amountKobo)} is stuck`,
      body: `${payoutTroubleTexts[trouble]} Reference: ${reference}`,
      link: '/chief/payouts',
    }),
  }),
  'payouts-held': defineMessage<{ shop: string; held: boolean; reason: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ shop, held, reason }, site) => ({
      subject: held ? `Payouts to ${shop} are stopped` : `Payouts to ${shop} are released`,
      text: [
        'Good day,',
        held
          ? `We have stopped payouts to your shop ${shop} for now. Your money stays yours.\nReason: ${reason}`
          : `You can take money out of your shop ${shop} again.\nReason: ${reason}`,
        `Your payouts: ${site}/vendor/payouts\nQuestions: ${site}/contact`,
      ],
    }),
    notice: ({ shop, held, reason }) => ({
      title: held ? `Payouts to ${shop} are stopped` : `Payouts to ${shop} are released`,
      body: reason,
      link: PAYOUTS_PATH,
    }),
  }),
  'bank-account-changed': defineMessage<AccountMailFacts>({
    topic: 'orders',
    push: 'now',
    pushTitle: 'Your shop’s bank account was changed',
    lane: 'transactional',
    mail: ({ shop, bank, lastFour, usableFrom, isFirst }, site) => ({
      subject: isFirst ? `Bank account added: ${shop}` : `Bank account changed: ${shop}`,
      text: [
        'Good day,',
        `${shop} is now paid out to the account ending in ${lastFour} at ${bank}. For your safety the first payout to it can be made on ${formatMoment(usableFrom)}; until then nothing is paid out.`,
        `If this was not you, write to us at once and change your password: ${site}/contact\n${site}/account/security`,
      ],
    }),
    notice: ({ shop, bank, lastFour, usableFrom, isFirst }) => ({
      title: `${isFirst ? 'Bank account added' : 'Bank account changed'}: ${shop}`,
      body: `It ends in ${lastFour}, at ${bank}. Payouts to it begin on ${formatMoment(usableFrom)}. If this was not you, write to us at once.`,
      link: PAYOUTS_PATH,
    }),
  }),
  /** To the chiefs. */
  'bank-account-changed-at-shop': defineMessage<AccountMailFacts>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ shop, bank, lastFour, usableFrom, isFirst }, site) => ({
      subject: `${isFirst ? 'Bank account added' : 'Bank account changed'}: ${shop}`,
      text: [
        'Good day,',
        `${shop} has named the account ending in ${lastFour} at ${bank}. Payouts to it begin on ${formatMoment(usableFrom)} at the earliest.`,
        `If something is wrong with it, stop its payouts: ${site}/chief/payouts`,
      ],
    }),
    notice: ({ shop, bank, lastFour, usableFrom, isFirst }) => ({
      title: `${isFirst ? 'Bank account added' : 'Bank account changed'}: ${shop}`,
      body: `It ends in ${lastFour}, at ${bank}. Payouts to it begin on ${formatMoment(usableFrom)} at the earliest.`,
      link: '/chief/payouts',
    }),
  }),
}
