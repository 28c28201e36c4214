import { z } from 'zod'
import { GatewayFault, type PaymentGateway, type RecordKind } from './gateway.ts'
import * as shapes from './paystack-shapes.ts'
import { readPaystackWebhook } from './paystack-webhook.ts'

interface PaystackOptions {
  secretKey: string
  /** A former key, while webhooks signed with it may still come in. */
  formerSecretKey?: string
  baseUrl?: string
  /** The network; the local gateway answers within the process instead. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  timeoutMs?: number
  name?: string
}

/** Paystack over its HTTP interface; the payer is sent to its page, so that no foreign script runs on ours. */
export function createPaystack(options: PaystackOptions): PaymentGateway {
  const ask = askerOf(options)
  async function allPages<T>(path: string, shape: z.ZodType<T>, query: Record<string, string>): Promise<T[]> {
    const all: T[] = []
    for (let page = 1; ; page += 1) {
      const asked = new URLSearchParams({ ...query, perPage: String(ROWS_A_PAGE), page: String(page) })
      const rows = await ask('GET', `${path}?${asked}`, z.array(shape))
      all.push(...rows)
      if (rows.length < ROWS_A_PAGE) return all
    }
  }
  return {
    name: options.name ?? 'paystack',
    async begin({ reference, amountKobo, email, returnUrl, cancelUrl }) {
      const begun = await ask('POST', '/transaction/initialize', shapes.begun, {
        reference,
        email,
        currency: 'NGN',
        amount: String(amountKobo),
        callback_url: returnUrl,
        channels: ['bank_transfer', 'card', 'ussd', 'bank', 'qr'],
        metadata: { cancel_action: cancelUrl },
      })
      return { url: begun.authorization_url }
    },
    read: (reference) => orNull(ask('GET', `/transaction/verify/${encodeURIComponent(reference)}`, shapes.payment)),
    refund: ({ reference, amountKobo, note }) =>
      ask('POST', '/refund', shapes.refund, {
        transaction: reference,
        amount: String(amountKobo),
        currency: 'NGN',
        merchant_note: note,
      }),
    readRefund: (id) => orNull(ask('GET', `/refund/${encodeURIComponent(id)}`, shapes.refund)),
    refundsOf: (paymentId) =>
      ask(
        'GET',
        `/refund?transaction=${encodeURIComponent(paymentId)}&currency=NGN&perPage=100`,
        z.array(shapes.refund),
      ),
    // Its list of banks has both an id and a code for each: here it wants the id.
    refundToAccount: (id, { bankId, accountNumber }) =>
      ask('POST', `/refund/retry_with_customer_details/${encodeURIComponent(id)}`, shapes.refund, {
        refund_account_details: { currency: 'NGN', account_number: accountNumber, bank_id: bankId },
      }),
    banks: () => ask('GET', '/bank?currency=NGN', shapes.banks),
    async accountName({ bankCode, accountNumber }) {
      const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode })
      const found = await orNull(ask('GET', `/bank/resolve?${query}`, shapes.account))
      return found?.account_name ?? null
    },
    async payee({ name, bankCode, accountNumber }) {
      const body = { type: 'nuban', name, account_number: accountNumber, bank_code: bankCode, currency: 'NGN' }
      const { recipient_code } = await ask('POST', '/transferrecipient', shapes.payee, body)
      return { payeeCode: recipient_code }
    },
    payOut: ({ reference, amountKobo, payeeCode, reason }) =>
      ask('POST', '/transfer', shapes.payout, {
        source: 'balance',
        currency: 'NGN',
        amount: String(amountKobo),
        recipient: payeeCode,
        reference,
        reason,
      }),
    readPayout: (reference) => orNull(ask('GET', `/transfer/verify/${encodeURIComponent(reference)}`, shapes.payout)),
    disputesOf: (paymentId) =>
      allPages('/dispute', shapes.dispute, { transaction: paymentId, ...spanOf({ from: new Date(0), until: FAR }) }),
    disputes: (period) => allPages('/dispute', shapes.dispute, spanOf(period)),
    records: (kind, period) => allPages(LISTS[kind], shapes.records[kind], spanOf(period)),
    readWebhook: (body, signature) =>
      readPaystackWebhook({ body, signature, keys: [options.secretKey, options.formerSecretKey] }),
  }
}

const ROWS_A_PAGE = 100
/** Its lists want both ends of a period. */
const FAR = new Date('2100-01-01')
const spanOf = ({ from, until }: { from: Date; until: Date }) => ({
  from: from.toISOString(),
  to: new Date(until.getTime() - 1).toISOString(),
})
const LISTS: Record<RecordKind, string> = {
  payment: '/transaction',
  refund: '/refund',
  payout: '/transfer',
  settlement: '/settlement',
}

const envelope = z.object({ status: z.boolean(), message: z.string(), data: z.unknown().optional() })

function askerOf({ secretKey, baseUrl = 'https://api.paystack.co', timeoutMs = 15_000, ...options }: PaystackOptions) {
  const call = options.fetch ?? fetch
  return async function ask<T>(method: string, path: string, shape: z.ZodType<T>, body?: unknown): Promise<T> {
    let response: Response
    let text: string
    try {
      response = await call(`${baseUrl.replace(/\/+$/, '')}${path}`, {
        method,
        headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      text = await response.text()
    } catch (cause) {
      throw new GatewayFault('The payment gateway did not answer', { cause })
    }
    const answer = envelope.safeParse(parseJson(text))
    // A server's fault, or an answer from something in between, leaves open what was done.
    if (response.status >= 500 || !answer.success) {
      throw new GatewayFault(`The payment gateway answered ${response.status} with nothing that can be read`)
    }
    if (!response.ok || !answer.data.status) throw new Refused(answer.data.message, response.status)
    const data = shape.safeParse(answer.data.data)
    if (!data.success) throw new GatewayFault('The payment gateway answered in another shape', { cause: data.error })
    return data.data
  }
}

/** A clear no. */
class Refused extends GatewayFault {
  readonly status: number
  constructor(message: string, status: number) {
    const isAboutUs = [401, 403, 429].includes(status) || ABOUT_US.test(message)
    super(`The payment gateway refused: ${message}`, { isRefused: true, isAboutUs })
    this.status = status
  }
}

/** "Your balance is not enough to fulfil this request", "You cannot initiate third party payouts at this time". */
const ABOUT_US = /\bbalance\b|third party payouts/i

/** What the gateway does not know: 404, and 400 or 422 for a reference or account it cannot find. */
async function orNull<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Refused && [400, 404, 422].includes(error.status)) return null
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
