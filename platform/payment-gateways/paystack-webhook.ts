import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GatewayEvent } from './gateway.ts'
import { event as eventShape } from './paystack-shapes.ts'

interface WebhookDelivery {
  /** The raw body: serialising the JSON again would change the signed bytes. */
  body: Uint8Array
  /** Value of the header `x-paystack-signature`. */
  signature: string | null
  keys: readonly (string | undefined)[]
}

/**
 * Verifies and parses a webhook; null if none of the keys signed it. An event of an unknown shape has the subject
 * `other`.
 */
export function readPaystackWebhook({ body, signature, keys }: WebhookDelivery): GatewayEvent | null {
  const signatureBytes = signature && /^[0-9a-f]{128}$/i.test(signature) ? Buffer.from(signature, 'hex') : null
  if (!signatureBytes || !keys.some((key) => key && timingSafeEqual(signatureBytes, hmac(key, body)))) return null
  const parsed = eventShape.safeParse(parse(body))
  if (!parsed.success) return { id: fingerprint(body), name: 'unknown', about: 'other', reference: null }
  const { event: name, data } = parsed.data
  return {
    // Refund events have no id of their own, and an id alone would be the same for several events about one object.
    id: `${name}:${data.id ?? data.refund_reference ?? data.transfer_code ?? fingerprint(body)}:${data.status ?? ''}`,
    name,
    about: subjectOf(name),
    reference: data.reference ?? data.transaction_reference ?? data.transaction?.reference ?? null,
  }
}

export function signWebhook(key: string, body: Uint8Array): string {
  return hmac(key, body).toString('hex')
}

const hmac = (key: string, body: Uint8Array) => createHmac('sha512', key).update(body).digest()

const fingerprint = (body: Uint8Array) => createHmac('sha256', 'event').update(body).digest('hex').slice(0, 32)

function subjectOf(name: string): GatewayEvent['about'] {
  if (name.startsWith('charge.dispute.')) return 'dispute'
  if (name.startsWith('charge.') || name.startsWith('bank.transfer.')) return 'payment'
  if (name.startsWith('refund.')) return 'refund'
  return name.startsWith('transfer.') ? 'payout' : 'other'
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
