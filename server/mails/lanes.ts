import type { TemplateName } from '#domain/mails/templates.ts'
import type { SystemMailName } from '#domain/texts/mails.ts'
import type { AuthMail } from '#platform/auth/mails.ts'
import type { MailLane } from '#platform/mail/lanes.ts'

/** Every mail of the market, and which others it may wait behind (platform/mail/lanes.ts). */
export const mailLanes: Record<SystemMailName | TemplateName | `auth-${AuthMail['kind']}`, MailLane> = {
  'auth-recovery': 'codes',
  'auth-magic_link': 'codes',
  'auth-reauthentication': 'codes',
  'auth-email_change_new': 'codes',
  'auth-email_change_current': 'codes',
  'auth-confirmation': 'strangers',
  'auth-invite': 'strangers',

  'hand-over-code': 'acts',
  'handed-over': 'acts',
  'handed-over-without-code': 'acts',
  'staff-invited': 'strangers',

  'vendor-decision': 'acts',
  'buy-cancelled': 'acts',
  'buy-extended': 'acts',
  'contact-answer': 'acts',
  'joined-buy': 'acts',
  'order-paid': 'acts',
  'buy-settled': 'acts',
  'buy-failed': 'acts',
  'order-expired': 'acts',
  'order-cancelled': 'acts',
  'money-back': 'acts',
  'payment-reversed': 'acts',
  'payment-taken-back': 'acts',
  chargeback: 'acts',
  'books-differ': 'acts',
  'audit-found': 'acts',
  'left-buy': 'acts',
  'payout-begun': 'acts',
  'payout-arrived': 'acts',
  'payout-failed': 'acts',
  'payout-reversed': 'acts',
  'payout-stuck': 'acts',
  'payouts-held': 'acts',
  'bank-account-changed': 'acts',
  'bank-account-changed-at-shop': 'acts',
  'part-back': 'acts',
  'part-back-shop': 'acts',
  'order-ready': 'acts',
  'short-delivery-shop': 'acts',
  'delivery-changed': 'acts',
  'place-closed': 'acts',
  'claim-of-buyer': 'acts',
  'claim-of-shop': 'acts',
  'claim-to-judge': 'acts',
  'lot-of-buyer': 'acts',
  'lot-of-shop': 'acts',
  'lot-to-judge': 'acts',
  'application-received': 'acts',
  'application-to-decide': 'acts',
  'shop-suspended': 'acts',
  'payment-odd': 'acts',
  'payment-reminder': 'acts',
  'checkout-expired': 'acts',
  'refund-arrived': 'acts',
  'refund-stuck': 'acts',
  'reward-credited': 'bulk',
  'reward-taken-back': 'bulk',
  'shop-buy-closed': 'acts',
  'shop-buy-extended': 'acts',
  'shop-buy-short': 'acts',
  'shop-buy-confirmed': 'acts',
  'shop-buy-failed': 'acts',
  'shop-buy-cancelled': 'acts',
  contact: 'strangers',
  'contact-received': 'strangers',

  'rate-change': 'bulk',
  welcome: 'bulk',
}

/** Templates that an operator added go out in masses. */
export function laneOfTemplate(type: string): MailLane {
  const lanes: Record<string, MailLane> = mailLanes
  return lanes[type] ?? 'bulk'
}
