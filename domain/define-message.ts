import type { Topic } from './notices/topics.ts'
import type { MailContent } from './texts/mail-content.ts'
import type { NoticeContent } from './texts/notice-content.ts'

/**
 * `never`: confirms what the user has just done, or is for staff. `now`: at once, also during quiet hours.
 * `by-day`: after the quiet hours.
 */
type PushTiming = 'never' | 'now' | 'by-day'

export interface SentMail<Facts> {
  /** Priority lane of the mail (platform/mail/lanes.ts). */
  lane: 'codes' | 'transactional' | 'anonymous' | 'bulk'
  /** `site` is the origin, for links. */
  mail(facts: Facts, site: string): MailContent
}

export interface NoticedMessage<Facts> extends SentMail<Facts> {
  topic: Topic
  push: PushTiming
  /** Title of the push message if the notice's title contains an amount. */
  pushTitle?: string
  /** The notice's body contains nothing private, so the push message includes it. */
  isPublic?: true
  /**
   * The mail waits for the end of quiet hours too. Other mails are records of orders and money, and are sent at once.
   */
  isMailDeferred?: true
  notice(facts: Facts): NoticeContent
}

export interface MailedMessage<Facts> extends SentMail<Facts> {
  /** Why the message has no notice. tests/texts/mails-have-notices.test.ts lists these messages. */
  mailOnly: string
}

/**
 * A message to a person, with everything that is known about it: topic, channels, lane, and the texts of its mail,
 * notice and push. Its feature's `messages.ts` exports it; all-messages.ts gathers them. `Facts` are the values that it
 * needs.
 */
export function defineMessage<Facts>(message: NoticedMessage<NoInfer<Facts>>): NoticedMessage<Facts>
export function defineMessage<Facts>(message: MailedMessage<NoInfer<Facts>>): MailedMessage<Facts>
export function defineMessage<Facts>(message: NoticedMessage<Facts> | MailedMessage<Facts>) {
  return message
}
