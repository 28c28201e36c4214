// How each notice of the market reaches a person outside the app: its topic, whether phones make a sound, and when.

import type { SystemMails } from '../texts/mails.ts'
import { type NoticedMail, noticeOf } from '../texts/notices.ts'
import type { Topic } from './topics.ts'

/**
 * `never`: it answers what the person has just done on this screen, or is for a desk of staff.
 * `now`: also at night, because it cannot wait until the morning. `by-day`: after the quiet hours.
 */
type Sound = 'never' | 'now' | 'by-day'

interface Way {
  topic: Topic
  push: Sound
  /** What a locked phone shows where the notice's own title names an amount. */
  title?: string
  /** Everybody may read the notice's body, so a locked phone shows it as well. */
  isPublic?: true
  /** Its mail waits for the morning too. Other mails are records of orders and money, and go at once. */
  mailWaits?: true
}

const orders = (push: Sound, title?: string): Way => ({ topic: 'orders', push, ...(title && { title }) })

const table: Record<NoticedMail, Way> = {
  // Somebody stands at the counter or the door, or will within hours.
  'hand-over-code': orders('now'),
  'delivery-out': orders('now'),
  'delivery-put-off': orders('now'),
  'delivery-failed': orders('now'),
  // If it was not them, each hour counts.
  'handed-over-without-code': orders('now'),
  'bank-account-changed': orders('now', 'Your shop’s bank account was changed'),
  // Decided within 12 hours, or the buy fails.
  'shop-buy-short': orders('now'),
  // By day, but for the last step, 3 hours before the place is given up: `soundOf`.
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
  'collect-reminder': { ...orders('by-day'), mailWaits: true },
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
  // What the market owes everybody 30 days ahead.
  'rate-change': orders('never'),

  'product-buy-open': { topic: 'prices', push: 'by-day', isPublic: true, mailWaits: true },
  'shop-buy-open': { topic: 'shops', push: 'by-day', isPublic: true, mailWaits: true },
  'message-waits': { topic: 'messages', push: 'by-day', mailWaits: true },
  'question-asked': { topic: 'messages', push: 'by-day', isPublic: true, mailWaits: true },
  'question-answered': { topic: 'messages', push: 'by-day', isPublic: true, mailWaits: true },
  'reward-credited': { topic: 'rewards', push: 'by-day', title: 'You have earned PEPS', mailWaits: true },
  // Money that goes is told like all money.
  'reward-taken-back': orders('by-day', 'A reward was taken back'),
}

export const wayOf = (name: NoticedMail): Way => table[name]

/** What a phone shows, locked or not: no amount of anybody's, no code, at most 120 and 200 characters. Null where it stays silent. */
export function pushOf<Name extends NoticedMail>(name: Name, facts: SystemMails[Name]): Push | null {
  const { push, title, isPublic } = wayOf(name)
  if (push === 'never') return null
  const notice = noticeOf(name, facts)
  return {
    title: shortened(title ?? notice.title, 120),
    body: isPublic ? shortened(notice.body, 200) : '',
    isUrgent: push === 'now' || isLastCall(name, facts),
  }
}

interface Push {
  title: string
  body: string
  isUrgent: boolean
}

/** The last reminder to pay comes 3 hours before the place is given up. */
const isLastCall = (name: NoticedMail, facts: unknown): boolean =>
  name === 'payment-reminder' && (facts as SystemMails['payment-reminder']).hours <= 3

const shortened = (text: string, most: number): string => {
  const signs = [...text]
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`
}
