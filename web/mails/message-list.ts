import { allMessages, isNoticed, type MessageName, renderMail } from '#domain/all-messages.ts'
import type { NoticedMessage } from '#domain/define-message.ts'
import { type MessagePart, slotStandard } from '#domain/mails/own-texts/message-parts.ts'
import { sampleMessage } from '#domain/mails/sample-messages.ts'
import { type Topic, topicTexts } from '#domain/notices/topics.ts'
import { isTextKind } from '#domain/text-messages/templates.ts'

export const messageKinds = {
  editable: 'Words that you can change',
  orders: topicTexts.orders.label,
  prices: topicTexts.prices.label,
  shops: topicTexts.shops.label,
  messages: topicTexts.messages.label,
  rewards: topicTexts.rewards.label,
  mail: 'Only by mail',
} as const

export type MessageKind = keyof typeof messageKinds

export interface ListedMessage {
  key: string
  to: string
  subject: string
  type: string
  kind: MessageKind
  /** "Mail, notice, SMS" */
  channels: string
  /** The last change, if its words were changed. */
  changedAt: string | null
  /** A standard text has changed since an own text was written in its place. */
  isOutdated: boolean
}

/** A text that chiefs have written in place of the standard one. */
interface WrittenText {
  kind: string | null
  part: string | null
  variant: string | null
  language: string | null
  standard_subject: string | null
  standard_body: string | null
  created_at: string | null
}

/** Every message that the market writes from facts, with an example of its subject, and what was written newest first. */
export function listMessages(written: readonly WrittenText[]): ListedMessage[] {
  return (Object.keys(allMessages) as MessageName[]).map((name) => ({
    key: name,
    to: `/chief/settings/templates/messages/${name}`,
    subject: renderMail(name, { facts: sampleMessage(name), site: '' }).subject,
    type: name,
    kind: kindOf(name),
    channels: ['Mail', ...(isNoticed(name) ? ['notice'] : []), ...(isTextKind(name) ? ['SMS'] : [])].join(', '),
    changedAt: written.find(({ kind }) => kind === name)?.created_at ?? null,
    isOutdated: written.some((text) => text.kind === name && isOutdated(name, text)),
  }))
}

function isOutdated(name: MessageName, { part, variant, language, ...text }: WrittenText): boolean {
  const standard = slotStandard({ name, part: part as MessagePart, variant: variant ?? '', language: language ?? '' })
  return standard?.subject !== text.standard_subject || standard?.body !== text.standard_body
}

function kindOf(name: MessageName): Topic | 'mail' {
  return isNoticed(name) ? (allMessages[name] as NoticedMessage<never>).topic : 'mail'
}

/** Rows whose subject, name or kind has every word. */
export function filterMessages(rows: readonly ListedMessage[], query: { search: string; kind: MessageKind | '' }) {
  const words = query.search.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const text = `${row.subject} ${row.type} ${row.channels}`.toLowerCase()
    return (query.kind === '' || row.kind === query.kind) && words.every((word) => text.includes(word))
  })
}
