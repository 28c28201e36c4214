import { z } from 'zod'
import { GatewayFault, type PaymentGateway, type RecordKind } from './gateway.ts'
import * as shapes from './paystack-shapes.ts'
import { readPaystackWebhook } from './paystack-webhook.ts'

interface PaystackOptions {
  secretKey: string
  /** A previous key, while webhooks signed with it may still arrive. */
  formerSecretKey?: string
  baseUrl?: string
  /** Replaces the network; the local gateway handles requests in the process. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  timeoutMs?: number
  name?: string
}

/**
 * A client of Paystack's HTTP API. Payers are redirected to Paystack's page, so that no third-party script runs on
 * ours.
 */
export function createPaystack(options: PaystackOptions): PaymentGateway {
  const send = createSender(options)
  async function allPages<T>(path: string, shape: z.ZodType<T>, query: Record<string, string>): Promise<T[]> {
    const all: T[] = []
    for (let page = 1; ; page += 1) {
      const parameters = new URLSearchParams({ ...query, perPage: String(PAGE_SIZE), page: String(page) })
      const rows = await send('GET', `${path}?${parameters}`, z.array(shape))
      all.push(...rows)
      if (rows.length < PAGE_SIZE) return all
    }
  }
  return {
    name: options.name ?? 'paystack',
    async initiatePayment({ reference, amountKobo, email, channel, returnUrl, cancelUrl }) {
      const initialized = await send('POST', '/transaction/initialize', shapes.initialized, {
        reference,
        email,
        currency: 'NGN',
        amount: String(amountKobo),
        callback_url: returnUrl,
        channels: [...new Set([channel ?? 'bank_transfer', ...CHANNELS])],
        metadata: { cancel_action: cancelUrl },
      })
      return { url: initialized.authorization_url }
    },
    readPayment: (reference) =>
      nullIfNotFound(send('GET', `/transaction/verify/${encodeURIComponent(reference)}`, shapes.payment)),
    refund: ({ reference, amountKobo, note }) =>
      send('POST', '/refund', shapes.refund, {
        transaction: reference,
        amount: String(amountKobo),
        currency: 'NGN',
        merchant_note: note,
      }),
    readRefund: (id) => nullIfNotFound(send('GET', `/refund/${encodeURIComponent(id)}`, shapes.refund)),
    // The first hundred, without further pages.
    listRefunds: (paymentId) =>
      send(
        'GET',
        `/refund?transaction=${encodeURIComponent(paymentId)}&currency=NGN&perPage=100`,
        z.array(shapes.refund),
      ),
    // Paystack's banks have both an id and a code; this endpoint expects the id.
    refundToAccount: (id, { bankId, accountNumber }) =>
      send('POST', `/refund/retry_with_customer_details/${encodeURIComponent(id)}`, shapes.refund, {
        refund_account_details: { currency: 'NGN', account_number: accountNumber, bank_id: bankId },
      }),
    listBanks: () => send('GET', '/bank?currency=NGN', shapes.banks),
    async resolveAccountName({ bankCode, accountNumber }) {
      const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode })
      const found = await nullIfNotFound(send('GET', `/bank/resolve?${query}`, shapes.account))
      return found?.account_name ?? null
    },
    async createPayee({ name, bankCode, accountNumber }) {
      const body = { type: 'nuban', name, account_number: accountNumber, bank_code: bankCode, currency: 'NGN' }
      const { recipient_code } = await send('POST', '/transferrecipient', shapes.payee, body)
      return { payeeCode: recipient_code }
    },
    payOut: ({ reference, amountKobo, payeeCode, reason }) =>
      send('POST', '/transfer', shapes.payout, {
        source: 'balance',
        currency: 'NGN',
        amount: String(amountKobo),
        recipient: payeeCode,
        reference,
        reason,
      }),
    readPayout: (reference) =>
      nullIfNotFound(send('GET', `/transfer/verify/${encodeURIComponent(reference)}`, shapes.payout)),
    listPaymentDisputes: (paymentId) =>
      allPages('/dispute', shapes.dispute, {
        transaction: paymentId,
        ...periodQuery({ from: new Date(0), until: FAR_FUTURE }),
      }),
    listDisputes: (period) => allPages('/dispute', shapes.dispute, periodQuery(period)),
    listRecords: (kind, period) => allPages(LISTS[kind], shapes.records[kind], periodQuery(period)),
    parseWebhook: (body, signature) =>
      readPaystackWebhook({ body, signature, keys: [options.secretKey, options.formerSecretKey] }),
  }
}

const CHANNELS = ['bank_transfer', 'card', 'ussd', 'bank', 'qr']
const PAGE_SIZE = 100
/** Paystack's lists require both ends of a period. */
const FAR_FUTURE = new Date('2100-01-01')
const periodQuery = ({ from, until }: { from: Date; until: Date }) => ({
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

function createSender({
  secretKey,
  baseUrl = 'https://api.paystack.co',
  timeoutMs = 15_000,
  ...options
}: PaystackOptions) {
  const call = options.fetch ?? fetch
  return async function send<T>(method: string, path: string, shape: z.ZodType<T>, body?: unknown): Promise<T> {
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
    const reply = envelope.safeParse(parseJson(text))
    // After a server error, or a response from a proxy, the outcome of the request is unknown.
    if (response.status >= 500 || !reply.success) {
      throw new GatewayFault(`The payment gateway answered ${response.status} with nothing that can be read`)
    }
    if (!response.ok || !reply.data.status) throw new PaystackRejection(reply.data.message, response.status)
    const data = shape.safeParse(reply.data.data)
    if (!data.success) throw new GatewayFault('The payment gateway answered in another shape', { cause: data.error })
    return data.data
  }
}

/** Paystack rejected the request. */
class PaystackRejection extends GatewayFault {
  readonly status: number
  constructor(message: string, status: number) {
    const isMerchantFault = [401, 403, 429].includes(status) || MERCHANT_FAULT.test(message)
    super(`The payment gateway refused: ${message}`, { isRefused: true, isMerchantFault })
    this.status = status
  }
}

/** "Your balance is not enough to fulfil this request", "You cannot initiate third party payouts at this time". */
const MERCHANT_FAULT = /\bbalance\b|third party payouts/i

/** Null for a reference or account that does not exist: Paystack answers 404, 400 or 422. */
async function nullIfNotFound<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof PaystackRejection && [400, 404, 422].includes(error.status)) return null
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
