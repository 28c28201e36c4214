import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GatewayEvent } from './gateway.ts'
import { event as eventShape } from './paystack-shapes.ts'

interface Delivery {
  /** The bytes as they came in: writing the JSON anew would change what was signed. */
  body: Uint8Array
  /** The header `x-paystack-signature`. */
  signature: string | null
  keys: readonly (string | undefined)[]
}

/** Null if it was not signed with one of the keys. An event of an unknown shape is one about nothing. */
export function readPaystackWebhook({ body, signature, keys }: Delivery): GatewayEvent | null {
  const sent = signature && /^[0-9a-f]{128}$/i.test(signature) ? Buffer.from(signature, 'hex') : null
  if (!sent || !keys.some((key) => key && timingSafeEqual(sent, hmac(key, body)))) return null
  const read = eventShape.safeParse(parse(body))
  if (!read.success) return { id: fingerprint(body), name: 'unknown', about: 'other', reference: null }
  const { event: name, data } = read.data
  return {
    // Refund events carry no id of their own, and an id alone would join several events about one thing.
    id: `${name}:${data.id ?? data.refund_reference ?? data.transfer_code ?? fingerprint(body)}:${data.status ?? ''}`,
    name,
    about: aboutOf(name),
    reference: data.reference ?? data.transaction_reference ?? data.transaction?.reference ?? null,
  }
}

export function signatureOf(key: string, body: Uint8Array): string {
  return hmac(key, body).toString('hex')
}

const hmac = (key: string, body: Uint8Array) => createHmac('sha512', key).update(body).digest()

const fingerprint = (body: Uint8Array) => createHmac('sha256', 'event').update(body).digest('hex').slice(0, 32)

function aboutOf(name: string): GatewayEvent['about'] {
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
