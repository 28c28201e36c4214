/**
 * A payment provider: payments, refunds and payouts. Amounts are whole kobo, the currency is the naira. Another
 * provider implements this interface; `server/payments/gateway/open-gateway.ts` chooses one at the start.
 */
export interface PaymentGateway {
  name: string
  /**
   * Starts a payment and returns the URL of the page where the payer pays. A reference identifies one attempt and is
   * never reused.
   */
  initiatePayment(attempt: PaymentAttempt): Promise<{ url: string }>
  /** Returns the state of an attempt; null if the gateway has no such reference. */
  readPayment(reference: string): Promise<Payment | null>
  /** Requests a partial or full refund. Throws a `GatewayFault` whose `isRefused` is true if a retry is of no use. */
  refund(request: RefundRequest): Promise<Refund>
  readRefund(id: string): Promise<Refund | null>
  /** All refunds of a payment. If a response was lost, the refund with our note shows whether it was made. */
  listRefunds(paymentId: string): Promise<Refund[]>
  /** Sends a refund that needs attention to the payer's bank account. */
  refundToAccount(id: string, account: RefundAccount): Promise<Refund>
  /** All disputes of a payment, by the gateway's id of the payment. */
  listPaymentDisputes(paymentId: string): Promise<Dispute[]>
  /** Disputes opened in a period, because webhook events may be lost. */
  listDisputes(period: Period): Promise<Dispute[]>
  listBanks(): Promise<Bank[]>
  /** Returns the name on a bank account; null if there is no such account. */
  resolveAccountName(account: BankAccount): Promise<string | null>
  /** Creates a payee. Idempotent: the same account gives the same code. */
  createPayee(account: BankAccount & { name: string }): Promise<{ payeeCode: string }>
  /** Creates a payout. Idempotent by reference. */
  payOut(payout: PayoutRequest): Promise<Payout>
  readPayout(reference: string): Promise<Payout | null>
  /** The gateway's own records of a kind, made from `from` on and before `until`; fetches all pages. */
  listRecords(kind: RecordKind, period: Period): Promise<GatewayRecord[]>
  /** Parses a webhook; null if the signature is not the gateway's. */
  parseWebhook(body: Uint8Array, signature: string | null): GatewayEvent | null
}

export type PaymentChannel = 'bank_transfer' | 'card' | 'ussd'

interface PaymentAttempt {
  /** Letters, digits, `-`, `.` and `=`. */
  reference: string
  amountKobo: bigint
  email: string
  /** The channel that the payer prefers, which the page offers first. */
  channel?: PaymentChannel | null
  /** Where the gateway sends the payer afterwards, whether or not they paid. */
  returnUrl: string
  cancelUrl: string
}

/** `pending`: waiting for the payer or a bank. */
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'abandoned' | 'reversed'

export interface Payment {
  reference: string
  /** The gateway's id. */
  id: string
  status: PaymentStatus
  amountKobo: bigint
  currency: string
  /** Fees that the gateway deducts. */
  feesKobo: bigint
  channel: string | null
  paidAt: Date | null
  /** The gateway's reason for a failure, for staff. */
  message: string | null
  /** Test money, which counts only on a site that accepts it. */
  isTest: boolean
}

interface RefundRequest {
  /** Reference of the payment. */
  reference: string
  amountKobo: bigint
  /** Returned with the refund, so that it can be found again. */
  note: string
}

export type RefundStatus = 'pending' | 'processed' | 'needs_attention' | 'failed'

export interface Refund {
  id: string
  status: RefundStatus
  amountKobo: bigint
  note: string | null
  /** Made by the gateway itself because of a lost dispute. */
  isForDispute: boolean
  expectedAt: Date | null
}

/** `won`: we keep the payment. `lost`: the payer gets `amountKobo` back. */
export type DisputeStatus = 'open' | 'won' | 'lost'

export interface Dispute {
  id: string
  status: DisputeStatus
  /** Amount that the bank disputes, or that was returned. */
  amountKobo: bigint
  /** Reference of the payment. */
  reference: string | null
  openedAt: Date | null
}

interface Bank {
  /** Identifies the bank in refunds to an account; all other calls use the code. */
  id: string
  code: string
  name: string
}

interface RefundAccount {
  bankId: string
  /** A NUBAN: 10 digits. */
  accountNumber: string
}

interface BankAccount {
  bankCode: string
  /** A NUBAN: 10 digits. */
  accountNumber: string
}

interface PayoutRequest {
  /** 16 to 50 lower-case letters, digits, `-` and `_`. */
  reference: string
  amountKobo: bigint
  payeeCode: string
  reason: string
}

/** `reversed` may follow `succeeded`. */
export type PayoutStatus = 'pending' | 'succeeded' | 'failed' | 'reversed'

export interface Payout {
  reference: string
  status: PayoutStatus
  amountKobo: bigint
}

export const RECORD_KINDS = ['payment', 'refund', 'payout', 'settlement'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

interface Period {
  from: Date
  until: Date
}

/** `done`: the money has moved. `open`: it may still move. `ended`: it never will. */
export type RecordStatus = 'open' | 'done' | 'ended' | 'reversed'

export interface GatewayRecord {
  kind: RecordKind
  /** The gateway's id. */
  id: string
  /**
   * Reference of the payment or payout; the note of a refund; null for a settlement, and for records made on the
   * gateway's dashboard.
   */
  reference: string | null
  status: RecordStatus
  /** For a settlement, the amount paid into the bank account. */
  amountKobo: bigint
  feesKobo: bigint
  currency: string
  madeAt: Date
}

/**
 * An event about a payment, refund or payout. Its content is not trusted: the state is always read from the gateway.
 */
export interface GatewayEvent {
  /** The same for every delivery of an event. */
  id: string
  name: string
  about: 'payment' | 'refund' | 'payout' | 'dispute' | 'other'
  /** Reference of the payment (also for its refunds and disputes) or payout. */
  reference: string | null
}

/** The gateway rejected the request or could not be reached. The message is for logs and staff, and names no person. */
export class GatewayFault extends Error {
  /** True: rejected definitely. False: the outcome is unknown, so read the state by reference before anything else. */
  readonly isRefused: boolean
  /** Rejected because of our own merchant account (balance, permissions, rate limit), independently of the request. */
  readonly isMerchantFault: boolean
  constructor(message: string, options: ErrorOptions & { isRefused?: boolean; isMerchantFault?: boolean } = {}) {
    super(message, options)
    this.isRefused = options.isRefused ?? false
    this.isMerchantFault = options.isMerchantFault ?? false
  }
}
