import type { TemplateName } from '#domain/mails/templates.ts'
import type { AuthMail } from '#platform/auth/codes/mails.ts'
import type { MailLane } from '#platform/mail/lanes.ts'

/** Priority lanes of mails of sign-in and of templates (platform/mail/lanes.ts). Messages state their own. */
const otherLanes: Record<TemplateName | `auth-${AuthMail['kind']}`, MailLane> = {
  'auth-recovery': 'codes',
  'auth-magic_link': 'codes',
  'auth-reauthentication': 'codes',
  'auth-email_change_new': 'codes',
  'auth-email_change_current': 'codes',
  'auth-passkey_added': 'codes',
  'auth-confirmation': 'anonymous',
  'auth-invite': 'anonymous',
  'contact-received': 'anonymous',
  welcome: 'bulk',
}

/** Lane of a mail of sign-in. */
export const authLane = (kind: AuthMail['kind']): MailLane => otherLanes[`auth-${kind}`]

/** Lane of a template; templates added by an operator are bulk mail. */
export function templateLane(type: string): MailLane {
  const lanes: Record<string, MailLane> = otherLanes
  return lanes[type] ?? 'bulk'
}
