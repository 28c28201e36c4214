import type { Chance } from '#database/seed/chance.ts'
import { localApi } from '#platform/payment-gateways/local/api.ts'
import { deliverEvents } from '#platform/payment-gateways/local/events.ts'
import { payPages } from '#platform/payment-gateways/local/pages.ts'
import { moveOn } from '#platform/payment-gateways/local/records.ts'
import { createPaystack } from '#platform/payment-gateways/paystack.ts'
import type { Database } from '#platform/postgres/database.ts'

/** One thing that went wrong between the market and its gateway, and the payment that it was about. */
export interface GatewayTrouble {
  at: Date
  kind: TroubleKind
  reference: string | null
}

export type TroubleKind = keyof typeof TROUBLES

export const TROUBLES = {
  'answer lost': 'The gateway did what was asked, and its answer never came.',
  'not reached': 'The question never reached the gateway.',
  'server error': 'The gateway answered 502 and had done nothing.',
  'error after the work': 'The gateway answered 500 and had done it all the same.',
  'webhook lost': 'The gateway believed that its event had been taken.',
  'webhook late': 'The event was not taken and came again minutes later.',
  'webhook twice': 'The same event came two times.',
  'webhooks out of order': 'Events came in the wrong order.',
} as const

interface FaultyGatewayOptions {
  database: Database
  siteUrl: string
  chance: Chance
  now(): Date
  /** The market's door for webhooks. */
  door(request: Request): Promise<Response> | Response
}

/** The local gateway, through a line that loses, doubles and turns round what it carries, as the dice say. */
export function faultyGateway({ database, siteUrl, chance, now, door }: FaultyGatewayOptions) {
  const secretKey = 'sk_test_simulation'
  const api = localApi({ database, secretKey, origin: siteUrl })
  const troubles: GatewayTrouble[] = []
  const note = (kind: TroubleKind, reference: string | null) => void troubles.push({ at: now(), kind, reference })
  const kept: { body: string; signature: string }[] = []

  async function ask(url: string, init: RequestInit): Promise<Response> {
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

  const bring = async (body: string, signature: string) =>
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
      kept.push({ body, signature })
      return new Response(null, { status: 200 })
    }
    if (throwOf < 0.2) {
      note('webhook twice', reference)
      await bring(body, signature)
    }
    return bring(body, signature)
  }

  return {
    secretKey,
    troubles,
    gateway: createPaystack({ name: 'local', secretKey, baseUrl: 'http://gateway.local', fetch: ask }),
    pages: payPages({ database }),
    /** What time does at the gateway. */
    async work() {
      await moveOn(database)
      await deliverEvents({ database, secretKey, deliver })
      // What was kept back comes after what happened later, last first.
      for (const { body, signature } of kept.splice(0).reverse()) await bring(body, signature)
    },
  }
}

/** The payment's reference, wherever Paystack has it. */
function referenceIn(url: string, body: unknown): string | null {
  return /AJ-[0-9a-f-]{36}/.exec(`${url} ${typeof body === 'string' ? body : ''}`)?.[0] ?? null
}
