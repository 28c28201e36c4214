// Every message of the market to a person, by name. Mails that the chief may edit are templates
// (mails/mail-template.ts); those of sign-in are in server/mails/auth-mails.ts.
import { accountMessages } from './accounts/messages.ts'
import { ajoMessages } from './ajo/messages.ts'
import { booksMessages } from './books/messages.ts'
import { businessMessages } from './businesses/messages.ts'
import { lotMessages } from './claims/lot-messages.ts'
import { claimMessages } from './claims/messages.ts'
import { cycleMessages } from './cycles/messages.ts'
import { dataProtectionMessages } from './data-protection/messages.ts'
import type { MailedMessage, NoticedMessage, SentMail } from './define-message.ts'
import { deliveryMessages } from './delivery-runs/messages.ts'
import { followMessages } from './follows/messages.ts'
import { buyMessages } from './group-buys/messages.ts'
import { packMessages } from './group-buys/packs/pack-messages.ts'
import { leavingMessages } from './group-buys/participants/leaving-messages.ts'
import { waitingMessages } from './group-buys/participants/waiting-messages.ts'
import { broadcastMessages } from './group-buys/selling/broadcast-messages.ts'
import { shopMessages } from './group-buys/shop-messages.ts'
import { handOverMessages } from './hand-overs/messages.ts'
import { uncollectedMessages } from './hand-overs/uncollected-messages.ts'
import { contactMessages } from './messages/messages.ts'
import { orderMessages } from './orders/messages.ts'
import { packingMessages } from './packing/messages.ts'
import { changeMessages } from './payments/change-messages.ts'
import { moneyMessages } from './payments/messages.ts'
import { payoutMessages } from './payouts/messages.ts'
import { fulfilmentMessages } from './places/messages.ts'
import { priceRiseMessages } from './price-rises/messages.ts'
import { questionMessages } from './products/messages.ts'
import { quantityRequestMessages } from './quantity-requests/messages.ts'
import { shareMessages } from './share-gifts/messages.ts'
import { textCeilingMessages } from './text-messages/messages.ts'
import { formatInEnglish, type TranslatableText } from './texts/translatable-text.ts'
import { truncate } from './texts/truncate.ts'
import { applicationMessages } from './vendors/messages.ts'

export const allMessages = {
  ...accountMessages,
  ...ajoMessages,
  ...booksMessages,
  ...businessMessages,
  ...lotMessages,
  ...claimMessages,
  ...cycleMessages,
  ...dataProtectionMessages,
  ...deliveryMessages,
  ...followMessages,
  ...leavingMessages,
  ...buyMessages,
  ...packMessages,
  ...broadcastMessages,
  ...waitingMessages,
  ...shopMessages,
  ...handOverMessages,
  ...uncollectedMessages,
  ...contactMessages,
  ...orderMessages,
  ...packingMessages,
  ...changeMessages,
  ...moneyMessages,
  ...payoutMessages,
  ...fulfilmentMessages,
  ...questionMessages,
  ...priceRiseMessages,
  ...quantityRequestMessages,
  ...shareMessages,
  ...applicationMessages,
  ...textCeilingMessages,
}

type AllMessages = typeof allMessages

export type MessageName = keyof AllMessages

type FactsOf<Message> =
  Message extends NoticedMessage<infer Facts> ? Facts : Message extends MailedMessage<infer Facts> ? Facts : never

interface FactsByName extends Readonly<{ [Name in MessageName]: FactsOf<AllMessages[Name]> }> {}

/** The values that a message needs. */
export type MessageFacts<Name extends MessageName> = FactsByName[Name]

/** Messages with a notice in the app. */
export type NoticedName = {
  [Name in MessageName]: AllMessages[Name] extends NoticedMessage<never> ? Name : never
}[MessageName]

const MAX_SUBJECT_LENGTH = 200

/** Renders the mail of a message. `site` is the origin, for links. Overlong subjects are truncated. */
export function renderMail<Name extends MessageName>(
  name: Name,
  { facts, site }: { facts: MessageFacts<Name>; site: string },
): { lane: SentMail<unknown>['lane']; subject: string; text: string } {
  const message = allMessages[name] as NoticedMessage<MessageFacts<Name>>
  const { subject, text } = message.mail(facts, site)
  return { lane: message.lane, subject: truncate(subject, MAX_SUBJECT_LENGTH), text: `${text.join('\n\n')}\n` }
}

const MAX_LENGTHS = { title: 200, body: 1000, link: 300 }

interface RenderedNotice {
  /** In English. */
  title: string
  body: string
  link: string
  /** Title and body for screens to translate; null if neither has a translation. */
  templates: NoticeTemplates | null
}

export interface NoticeTemplates {
  title: TranslatableText
  body: TranslatableText
}

/**
 * Renders the notice of a message. Overlong English titles and bodies are truncated; an overlong link, which would lead
 * nowhere if truncated, becomes the list of orders.
 */
export function renderNotice<Name extends NoticedName>(name: Name, facts: MessageFacts<Name>): RenderedNotice {
  const { title, body, link } = noticedMessage(name).notice(facts)
  const hasTemplates = typeof title !== 'string' || typeof body !== 'string'
  return {
    title: truncate(formatInEnglish(title), MAX_LENGTHS.title),
    body: truncate(formatInEnglish(body), MAX_LENGTHS.body),
    link: link.length > MAX_LENGTHS.link ? '/account/orders' : link,
    templates: hasTemplates ? { title, body } : null,
  }
}

/** The definition of a message with a notice: its topic and channels, and how to render it. */
export const noticedMessage = <Name extends NoticedName>(name: Name): NoticedMessage<MessageFacts<Name>> =>
  allMessages[name] as NoticedMessage<MessageFacts<Name>>

export const isNoticed = (name: MessageName): name is NoticedName => 'notice' in allMessages[name]
