import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Market } from '../market-processes.ts'

/** A payment whose payer came back from the gateway. */
export interface CompletedPayment {
  orderId: string
  /** The time from the first request to the return from the gateway. */
  ms: number
  /** By `performance.now()`, of the return. */
  atMs: number
}

/** Joins of a drill that are also paid. */
export interface Payers {
  paid: CompletedPayment[]
  /** Payers who could not go on before the load had to end. */
  stuck: number
  /** Pays one in `joinsAPayment` joins (5) at once, through the gateway and back; returns null for the rest. */
  payAfterJoin(person: number, answer: Buffer | string): Promise<CompletedPayment | null>
}

interface PayersOptions {
  /** Returns the target of each step, by the number of the try. */
  origins: () => readonly string[]
  /** By `performance.now()`. */
  givesUpAt: () => number
  answerWithinMs?: number
  joinsAPayment?: number
}

export function openPayers(
  market: Market,
  { origins, givesUpAt, answerWithinMs = 8_000, joinsAPayment = 5 }: PayersOptions,
): Payers {
  let joins = 0
  const payers: Payers = {
    paid: [],
    stuck: 0,
    async payAfterJoin(person, answer) {
      joins += 1
      if (joins % joinsAPayment !== 0) return null
      const { order } = JSON.parse(answer.toString()) as { order: PaymentTask['order'] }
      let step = person
      const origin = () => {
        step += 1
        return origins()[step % origins().length] ?? ''
      }
      const paid = await payAsPerson(market, { order, person, origin, answerWithinMs, givesUpAt })
      if (paid) payers.paid.push(paid)
      else payers.stuck += 1
      return paid
    },
  }
  return payers
}

interface PaymentTask {
  /** Returns a different process for each try. */
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
async function payAsPerson(market: Market, { order, ...paying }: PaymentTask): Promise<CompletedPayment | null> {
  const startedAt = performance.now()
  const input = { order_ids: [order.id], peps_kobo: 0, expected_kobo: order.amount_due_kobo, return_to: null }
  const headers = {
    apikey: market.publishableKey,
    authorization: `Bearer ${market.tokens[paying.person]}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  }
  const ask = (call: StepRequest) => sendStep(market, paying, call)
  const until = async <T>(step: () => Promise<T | null>): Promise<T | null> => {
    for (;;) {
      const done = await step().catch(() => null)
      if (done !== null) return done
      if (performance.now() > paying.givesUpAt()) return null
      await sleep(250)
    }
  }
  const body = JSON.stringify(input)
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
  const atMs = performance.now()
  return isBack ? { orderId: order.id, ms: atMs - startedAt, atMs } : null
}

interface StepRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

interface StepResponse {
  status: number
  location: string | undefined
  body: string
}

/** By the site's own name, at any process: the test gateway accepts no other host. */
function sendStep(
  { siteUrl }: Market,
  { origin, answerWithinMs }: Omit<PaymentTask, 'order'>,
  call: StepRequest,
): Promise<StepResponse> {
  const { hostname, port } = new URL(origin())
  const headers = { ...call.headers, host: new URL(siteUrl).host }
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(answerWithinMs)
    const sent = request(
      { hostname, port, path: call.path, method: call.method ?? 'GET', headers, signal },
      (answer) => void readResponse(answer).then(resolve, reject),
    )
    sent.on('error', reject)
    sent.end(call.body)
  })
}

async function readResponse(answer: IncomingMessage): Promise<StepResponse> {
  let body = ''
  for await (const bytes of answer) body += String(bytes)
  return { status: answer.statusCode ?? 0, location: answer.headers.location, body }
}
