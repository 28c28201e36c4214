// Messages of people to the market, and how staff answer them.
import { type Checked, checkFields, oneOf, optional, text, uuid } from '#domain/forms/validation.ts'

export const SUPPORT_TOPICS = ['order', 'payment', 'delivery', 'account', 'shop', 'other'] as const
export type SupportTopic = (typeof SUPPORT_TOPICS)[number]

export const topicLabels: Record<SupportTopic, string> = {
  order: /*i18n*/ 'An order',
  payment: /*i18n*/ 'A payment',
  delivery: /*i18n*/ 'Delivery or collecting',
  account: /*i18n*/ 'My account',
  shop: /*i18n*/ 'A shop',
  other: /*i18n*/ 'Something else',
}

export const supportStatusLabels = {
  new: 'New',
  assigned: 'Assigned',
  waiting: 'Waiting for the person',
  solved: 'Solved',
} as const

export const MAX_ANSWER_LENGTH = 2000

interface SupportMessage {
  topic: SupportTopic
  order_id: string | null
  body: string
}

export function checkSupportMessage(input: Readonly<Record<string, unknown>>): Checked<SupportMessage> {
  return checkFields<SupportMessage>(input, {
    topic: oneOf({ label: 'topic', among: SUPPORT_TOPICS }),
    order_id: optional(uuid('Order')),
    body: text({ label: 'Message', max: 2000, lines: true }),
  })
}

/**
 * A canned answer with its placeholders filled in one pass, because a name may look like a placeholder. An unknown value
 * stays, for the writer to see and to replace.
 */
export function fillCannedAnswer(body: string, { name, order }: { name: string; order: string | null }): string {
  return body.replaceAll(/\{(name|order)\}/g, (unknown, key) => (key === 'name' ? name : (order ?? unknown)))
}

/** A text in parts of at most `most` characters, cut at spaces where there are any. */
export function splitText(body: string, most: number): string[] {
  const parts: string[] = []
  let rest = body.trim()
  while (rest.length > most) {
    const space = Math.max(rest.lastIndexOf(' ', most), rest.lastIndexOf('\n', most))
    const end = space > most / 2 ? space : most
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest ? [...parts, rest] : parts
}
