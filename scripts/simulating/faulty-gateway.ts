import type { Chance } from '#database/seed/chance.ts'
import { localApi } from '#platform/payment-gateways/local/api.ts'
import { deliverEvents } from '#platform/payment-gateways/local/events.ts'
import { payPages } from '#platform/payment-gateways/local/pages.ts'
import { advancePayments } from '#platform/payment-gateways/local/records.ts'
import { createPaystack } from '#platform/payment-gateways/paystack.ts'
import type { Database } from '#platform/postgres/database.ts'

/** A fault between the market and its gateway, and the payment concerned. */
export interface GatewayTrouble {
  at: Date
  kind: TroubleKind
  reference: string | null
}

export type TroubleKind = keyof typeof TROUBLES

export const TROUBLES = {
  'answer lost': 'The gateway processed the request, and its response was lost.',
  'not reached': 'The request never reached the gateway.',
  'server error': 'The gateway responded with 502 and had done nothing.',
  'error after the work': 'The gateway responded with 500 although it had processed the request.',
  'webhook lost': 'The gateway took its event for delivered.',
  'webhook late': 'The event was rejected and delivered again minutes later.',
  'webhook twice': 'The same event was delivered twice.',
  'webhooks out of order': 'Events were delivered in the wrong order.',
} as const

interface FaultyGatewayOptions {
  database: Database
  siteUrl: string
  chance: Chance
  now(): Date
  /** The market's webhook handler. */
  door(request: Request): Promise<Response> | Response
}

/** The local gateway behind a network that randomly loses, duplicates and reorders requests and webhooks. */
export function faultyGateway({ database, siteUrl, chance, now, door }: FaultyGatewayOptions) {
  const secretKey = 'sk_test_simulation'
  const api = localApi({ database, secretKey, origin: siteUrl })
  const troubles: GatewayTrouble[] = []
  const note = (kind: TroubleKind, reference: string | null) => void troubles.push({ at: now(), kind, reference })
  const heldBack: { body: string; signature: string }[] = []

  async function send(url: string, init: RequestInit): Promise<Response> {
    const reference = referenceIn(url, init.body)
    const throwOf = chance.next()
    if (throwOf < 0.02) {
      note('not reached', reference)
      throw new TypeError('fetch failed')
    }
    if (throwOf < 0.04) {
      note('server error', reference)
      return new Response('<html>Bad gateway</html>', { status: 502 })
    }
    const answer = await api(new Request(url, init))
    if (throwOf < 0.07) {
      note('answer lost', reference)
      throw new TypeError('socket hang up')
    }
    if (throwOf < 0.08) {
      note('error after the work', reference)
      return Response.json({ status: false, message: 'Internal error' }, { status: 500 })
    }
    return answer
  }

  const postWebhook = async (body: string, signature: string) =>
    door(
      new Request(`${siteUrl}/webhooks/paystack`, {
        method: 'POST',
        body,
        headers: { 'x-paystack-signature': signature },
      }),
    )

  async function deliver(body: string, signature: string): Promise<Response> {
    const reference = referenceIn('', body)
    const throwOf = chance.next()
    if (throwOf < 0.04) {
      note('webhook lost', reference)
      return new Response(null, { status: 200 })
    }
    if (throwOf < 0.08) {
      note('webhook late', reference)
      return new Response(null, { status: 503 })
    }
    if (throwOf < 0.14) {
      note('webhooks out of order', reference)
      heldBack.push({ body, signature })
      return new Response(null, { status: 200 })
    }
    if (throwOf < 0.2) {
      note('webhook twice', reference)
      await postWebhook(body, signature)
    }
    return postWebhook(body, signature)
  }

  return {
    secretKey,
    troubles,
    gateway: createPaystack({ name: 'local', secretKey, baseUrl: 'http://gateway.local', fetch: send }),
    pages: payPages({ database }),
    /** Advances the gateway's payments and delivers its events. */
    async work() {
      await advancePayments(database)
      await deliverEvents({ database, secretKey, deliver })
      // Events that were held back are delivered now, last first.
      for (const { body, signature } of heldBack.splice(0).reverse()) await postWebhook(body, signature)
    },
  }
}

/** The payment's reference in the URL or body of a request. */
function referenceIn(url: string, body: unknown): string | null {
  return /AJ-[0-9a-f-]{36}/.exec(`${url} ${typeof body === 'string' ? body : ''}`)?.[0] ?? null
}
