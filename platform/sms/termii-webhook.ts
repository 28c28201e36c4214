import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** A provider's report about a message that it took, or a reply of a person. */
type SmsReport =
  | {
      kind: 'status'
      messageId: string
      status: 'sent' | 'delivered' | 'failed'
      reason: string
      isUnreachable: boolean
      /** In the currency of the account. */
      charge: number | null
    }
  | { kind: 'reply'; from: string; text: string; at: Date | null }
  | { kind: 'other' }

const Report = z.object({
  type: z.string(),
  message_id: z.coerce.string().optional(),
  sender: z.coerce.string().optional(),
  message: z.string().optional(),
  sent_at: z.string().optional(),
  received_at: z.string().optional(),
  cost: z.coerce.string().optional(),
  status: z.string().optional(),
})

interface TermiiDelivery {
  /** The raw body: serialising the JSON again would change the signed bytes. */
  body: Uint8Array
  /** Value of the header `X-Termii-Signature`. */
  signature: string | null
  secret: string
}

/** Verifies and parses a webhook of Termii; null if it is not signed with the secret. */
export function readTermiiWebhook({ body, signature, secret }: TermiiDelivery): SmsReport | null {
  const given = signature && /^[0-9a-f]{128}$/i.test(signature) ? Buffer.from(signature, 'hex') : null
  if (!given || !timingSafeEqual(given, Buffer.from(signTermiiWebhook(secret, body), 'hex'))) return null
  const parsed = Report.safeParse(parse(body))
  if (!parsed.success) return { kind: 'other' }
  const { type, message_id: messageId, sender, message = '', status = '', cost, received_at, sent_at } = parsed.data
  if (type === 'inbound' && sender) {
    return { kind: 'reply', from: sender.replace(/^\+/, ''), text: message, at: readTime(received_at ?? sent_at) }
  }
  if (type !== 'outbound' || !messageId) return { kind: 'other' }
  return {
    kind: 'status',
    messageId,
    status: statusOf(status),
    reason: status,
    isUnreachable: /^DND Active/i.test(status),
    charge: cost && /^\d{1,6}(\.\d{1,4})?$/.test(cost) ? Number(cost) : null,
  }
}

export const signTermiiWebhook = (secret: string, body: Uint8Array): string =>
  createHmac('sha512', secret).update(body).digest('hex')

function statusOf(text: string): 'sent' | 'delivered' | 'failed' {
  if (/^delivered/i.test(text)) return 'delivered'
  return /fail|DND|reject|expired/i.test(text) ? 'failed' : 'sent'
}

/** Without a zone it is the time in Lagos. */
function readTime(text: string | undefined): Date | null {
  if (!text) return null
  const time = new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}+01:00`)
  return Number.isNaN(time.getTime()) ? null : time
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
