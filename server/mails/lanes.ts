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

  'vendor-decision': 'acts',
  'buy-cancelled': 'acts',
  'buy-extended': 'acts',
  'contact-answer': 'acts',
  'joined-buy': 'acts',
  'order-paid': 'acts',
  'buy-settled': 'acts',
  'buy-failed': 'acts',
  'order-expired': 'acts',
  'money-back': 'acts',
  'left-buy': 'acts',
  'application-received': 'acts',
  'application-to-decide': 'acts',
  'shop-suspended': 'acts',
  contact: 'strangers',
  'contact-received': 'strangers',

  welcome: 'bulk',
}

/** Templates that an operator added go out in masses. */
export function laneOfTemplate(type: string): MailLane {
  const lanes: Record<string, MailLane> = mailLanes
  return lanes[type] ?? 'bulk'
}
