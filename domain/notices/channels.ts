// Delivery of each notice outside the app: its topic, and whether and when it is pushed to phones.

import type { SystemMails } from '../texts/mails.ts'
import { type NoticedMail, renderNotice } from '../texts/notices.ts'
import type { Topic } from './topics.ts'

/**
 * `never`: confirms what the user has just done, or is for staff. `now`: at once, also during quiet hours.
 * `by-day`: after the quiet hours.
 */
type PushTiming = 'never' | 'now' | 'by-day'

interface ChannelRules {
  topic: Topic
  push: PushTiming
  /** Title of the push message if the notice's title contains an amount. */
  title?: string
  /** The notice's body contains nothing private, so the push message includes it. */
  isPublic?: true
  /**
   * The mail waits for the end of quiet hours too. Other mails are records of orders and money, and are sent at once.
   */
  isMailDeferred?: true
}

const orders = (push: PushTiming, title?: string): ChannelRules => ({ topic: 'orders', push, ...(title && { title }) })

const rulesByNotice: Record<NoticedMail, ChannelRules> = {
  // The hand-over takes place now or within hours.
  'hand-over-code': orders('now'),
  'delivery-out': orders('now'),
  'delivery-put-off': orders('now'),
  'delivery-failed': orders('now'),
  // In case of fraud, every hour counts.
  'handed-over-without-code': orders('now'),
  'bank-account-changed': orders('now', 'Your shop’s bank account was changed'),
  // The vendor decides within 12 hours, or the buy fails.
  'shop-buy-short': orders('now'),
  // The last reminder is urgent (`isLastReminder`).
  'payment-reminder': orders('by-day'),

  'joined-buy': orders('never'),
  'left-buy': orders('never'),
  'order-paid': orders('never'),
  'order-cancelled': orders('never'),
  'handed-over': orders('never'),
  'payout-begun': orders('never'),
  'application-received': orders('never'),
  'delivery-changed': orders('never'),

  'buy-settled': orders('by-day'),
  'left-buy-settled': orders('by-day'),
  'buy-extended': orders('by-day'),
  'buy-failed': orders('by-day'),
  'buy-cancelled': orders('by-day'),
  'order-expired': orders('by-day'),
  'checkout-expired': orders('by-day'),
  'order-ready': orders('by-day'),
  'delivery-planned': orders('by-day'),
  'collect-reminder': { ...orders('by-day'), isMailDeferred: true },
  'uncollected-decided': orders('by-day'),
  'place-closed': orders('by-day'),
  'order-waits-for-place': orders('by-day'),
  'shop-suspended': orders('by-day'),
  'part-back': orders('by-day', 'Money comes back to you'),
  'money-back': orders('by-day', 'A payment is on its way back'),
  'payment-odd': orders('by-day'),
  'refund-arrived': orders('by-day', 'Your refund has arrived'),
  'refund-stuck': orders('by-day', 'Your refund is held up'),
  'payment-reversed': orders('by-day', 'Your bank took a payment back'),
  'claim-of-buyer': orders('by-day'),
  'lot-of-buyer': orders('by-day'),

  'vendor-decision': orders('by-day'),
  'shop-change-decided': orders('by-day'),
  'shop-buy-closed': orders('by-day'),
  'shop-buy-extended': orders('by-day'),
  'shop-buy-confirmed': orders('by-day'),
  'shop-buy-failed': orders('by-day'),
  'shop-buy-cancelled': orders('by-day'),
  'short-delivery-shop': orders('by-day'),
  'part-back-shop': orders('by-day'),
  'claim-of-shop': orders('by-day'),
  'lot-of-shop': orders('by-day'),
  'payout-arrived': orders('by-day', 'A payout has arrived at your bank'),
  'payout-failed': orders('by-day', 'A payout did not go through'),
  'payout-disputed': orders('by-day', 'A payout was stopped because a payment is disputed'),
  'payout-reversed': orders('by-day', 'Your bank sent a payout back'),
  'payouts-held': orders('by-day'),

  'claim-to-judge': orders('never'),
  'lot-to-judge': orders('never'),
  'application-to-decide': orders('never'),
  'shop-change-asked': orders('never'),
  'payment-taken-back': orders('never'),
  chargeback: orders('never'),
  'books-differ': orders('never'),
  'audit-found': orders('never'),
  'payout-stuck': orders('never'),
  'bank-account-changed-at-shop': orders('never'),
  // Announced to all users 30 days ahead.
  'rate-change': orders('never'),

  'product-buy-open': { topic: 'prices', push: 'by-day', isPublic: true, isMailDeferred: true },
  'shop-buy-open': { topic: 'shops', push: 'by-day', isPublic: true, isMailDeferred: true },
  'message-waits': { topic: 'messages', push: 'by-day', isMailDeferred: true },
  'question-asked': { topic: 'messages', push: 'by-day', isPublic: true, isMailDeferred: true },
  'question-answered': { topic: 'messages', push: 'by-day', isPublic: true, isMailDeferred: true },
  'reward-credited': { topic: 'rewards', push: 'by-day', title: 'You have earned PEPS', isMailDeferred: true },
  // A deduction is about money, so it can't be turned off.
  'reward-taken-back': orders('by-day', 'A reward was taken back'),
}

export const channelRules = (name: NoticedMail): ChannelRules => rulesByNotice[name]

/**
 * The push message, which locked phones show too: no amounts or codes, at most 120 characters of title and 200 of body.
 * Null if the notice is not pushed.
 */
export function pushMessage<Name extends NoticedMail>(name: Name, facts: SystemMails[Name]): PushMessage | null {
  const { push, title, isPublic } = channelRules(name)
  if (push === 'never') return null
  const notice = renderNotice(name, facts)
  return {
    title: ellipsize(title ?? notice.title, 120),
    body: isPublic ? ellipsize(notice.body, 200) : '',
    isUrgent: push === 'now' || isLastReminder(name, facts),
  }
}

interface PushMessage {
  title: string
  body: string
  isUrgent: boolean
}

/** True for the last reminder to pay, 3 hours before the place is released. */
const isLastReminder = (name: NoticedMail, facts: unknown): boolean =>
  name === 'payment-reminder' && (facts as SystemMails['payment-reminder']).hours <= 3

const ellipsize = (text: string, most: number): string => {
  const signs = [...text]
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`
}
