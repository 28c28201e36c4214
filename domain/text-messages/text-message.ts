import type { MessageFacts, NoticedName } from '#domain/all-messages.ts'
import { pushMessage } from '#domain/notices/push-message.ts'
import { truncate } from '#domain/texts/truncate.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { countSmsParts, fillTemplate, isTextKind, type TextKind } from './templates.ts'

interface TextMessage {
  /** The thing that it tells of: a person gets one message about it. */
  event: string
  /** Values of the template, without code and link. */
  values: string[]
  /** The hand-over whose code is added while sending. */
  handOverId: string | null
  /** Sent at once, also during quiet hours. */
  isUrgent: boolean
  expiresAt: Date | null
  /** Estimated parts as SMS. */
  parts: number
}

/** The text message of a notice; null for the many notices that are not worth its cost. */
export function textMessage<Name extends NoticedName>(name: Name, facts: MessageFacts<Name>): TextMessage | null {
  if (!isTextKind(name)) return null
  const content = (contents[name] as (facts: MessageFacts<Name>) => Content | null)(facts)
  if (!content) return null
  const { event, values, handOverId = null, expiresAt = null } = content
  const isUrgent = pushMessage(name, facts)?.isUrgent ?? false
  const longest = fillTemplate(name, [...values, ...(handOverId ? ['123 456'] : []), LONGEST_LINK])
  return { event, values, handOverId, isUrgent, expiresAt, parts: countSmsParts(longest) }
}

/** For the estimate of the cost. */
const LONGEST_LINK = 'https://'.padEnd(40, 'x')

interface Content {
  event: string
  values: string[]
  handOverId?: string
  expiresAt?: Date
}

const short = (text: string): string => truncate(text.replaceAll(/\s+/g, ' ').trim(), 40) || '-'

const contents: { readonly [Name in TextKind]: (facts: MessageFacts<Name>) => Content | null } = {
  'hand-over-code': ({ handOverId, codeKey, what, place, isDelivered }) => ({
    event: codeKey,
    values: [short(what), isDelivered ? 'It is brought to you' : `At ${short(place)}`],
    handOverId,
  }),
  // Only the last reminder: the earlier ones are pushed and mailed.
  'payment-reminder': ({ hours, dueAt, orders: [first, ...others] }) =>
    first && hours <= 3
      ? {
          event: `${first.orderId} ${dueAt.toISOString()}`,
          values: [others.length === 0 ? short(first.product) : `${others.length + 1} orders`, formatMoment(dueAt)],
          expiresAt: dueAt,
        }
      : null,
  'buy-settled': ({ orderId, product }) => ({ event: orderId, values: [short(product)] }),
  'buy-failed': ({ orderId, product }) => ({ event: orderId, values: [short(product)] }),
  // People who had paid nothing read of it in the app.
  'buy-cancelled': ({ orderId, product, refundKobo }) =>
    refundKobo > 0n ? { event: orderId, values: [short(product)] } : null,
  'price-rise-requested': ({ orderId, product, endsAt }) => ({
    event: orderId,
    values: [short(product), formatMoment(endsAt)],
    expiresAt: endsAt,
  }),
  'refund-arrived': ({ refundId, reference }) => ({ event: refundId, values: [reference] }),
}
