import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Market } from './market-processes.ts'

/** A payment whose payer came back from the gateway. */
export interface PaidByDrill {
  orderId: string
  /** The time from the first request to the return from the gateway. */
  ms: number
}

/** Joins of a drill that are also paid. */
export interface Payers {
  paid: PaidByDrill[]
  /** Payers who could not go on before the load had to end. */
  trapped: number
  /** Every few joins one is paid at once, through the gateway and back; null if this one is not. */
  payAfterJoin(person: number, answer: Buffer | string): Promise<PaidByDrill | null>
}

interface PayersOptions {
  /** Returns the target of each step, by the number of the try. */
  origins: () => readonly string[]
  /** By `performance.now()`. */
  givesUpAt: () => number
  answerWithinMs?: number
}

export function openPayers(market: Market, { origins, givesUpAt, answerWithinMs = 8_000 }: PayersOptions): Payers {
  let joins = 0
  const payers: Payers = {
    paid: [],
    trapped: 0,
    async payAfterJoin(person, answer) {
      joins += 1
      if (joins % JOINS_A_PAYMENT !== 0) return null
      const { order } = JSON.parse(answer.toString()) as { order: Paying['order'] }
      let asked = person
      const origin = () => {
        asked += 1
        return origins()[asked % origins().length] ?? ''
      }
      const paid = await payAsPerson(market, { order, person, origin, answerWithinMs, givesUpAt })
      if (paid) payers.paid.push(paid)
      else payers.trapped += 1
      return paid
    },
  }
  return payers
}

/** One in so many joins is paid. */
const JOINS_A_PAYMENT = 5

interface Paying {
  /** Another one at each try. */
  origin: () => string
  person: number
  order: { id: string; amount_due_kobo: number }
  /** By `performance.now()`. */
  givesUpAt: () => number
  answerWithinMs: number
}

/**
 * Pays as a person does: the button, the gateway's page, and back; repeats each step until it is answered. Returns null
 * if it was given up because a step never succeeded.
 */
async function payAsPerson(market: Market, { order, ...paying }: Paying): Promise<PaidByDrill | null> {
  const startedAt = performance.now()
  const wish = { order_ids: [order.id], peps_kobo: 0, expected_kobo: order.amount_due_kobo, return_to: null }
  const headers = {
    apikey: market.publishableKey,
    authorization: `Bearer ${market.tokens[paying.person]}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  }
  const ask = (call: Call) => askOf(market, paying, call)
  const until = async <T>(step: () => Promise<T | null>): Promise<T | null> => {
    for (;;) {
      const done = await step().catch(() => null)
      if (done !== null) return done
      if (performance.now() > paying.givesUpAt()) return null
      await sleep(250)
    }
  }
  const body = JSON.stringify(wish)
  const paymentId = await until(async () => {
    const answer = await ask({ method: 'POST', path: '/functions/v1/pay-orders', headers, body })
    return answer.status === 200 ? String((JSON.parse(answer.body) as { payment_id: string }).payment_id) : null
  })
  if (paymentId === null) return null
  const page = await until(async () => {
    const { location } = await ask({ path: `/pay/${paymentId}` })
    return location?.includes('/dev/pay/') ? new URL(location).pathname : null
  })
  if (page === null) return null
  const back = await until(async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await ask({ method: 'POST', path: page, headers: form, body: 'way=pay' })
    return answer.location ? new URL(answer.location).pathname : null
  })
  if (back === null) return null
  const isBack = await until(async () => ((await ask({ path: back })).status === 303 ? true : null))
  return isBack ? { orderId: order.id, ms: performance.now() - startedAt } : null
}

interface Call {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

interface Answered {
  status: number
  location: string | undefined
  body: string
}

/** By the site's own name, at any process: the test gateway accepts no other host. */
function askOf({ siteUrl }: Market, { origin, answerWithinMs }: Omit<Paying, 'order'>, call: Call): Promise<Answered> {
  const { hostname, port } = new URL(origin())
  const headers = { ...call.headers, host: new URL(siteUrl).host }
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(answerWithinMs)
    const asked = request(
      { hostname, port, path: call.path, method: call.method ?? 'GET', headers, signal },
      (answer) => void read(answer).then(resolve, reject),
    )
    asked.on('error', reject)
    asked.end(call.body)
  })
}

async function read(answer: IncomingMessage): Promise<Answered> {
  let body = ''
  for await (const bytes of answer) body += String(bytes)
  return { status: answer.statusCode ?? 0, location: answer.headers.location, body }
}
