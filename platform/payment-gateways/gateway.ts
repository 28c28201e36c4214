/** Takes payments, gives them back, and pays out. Amounts are whole kobo, the currency is the naira. */
export interface PaymentGateway {
  name: string
  /** Where the payer goes to pay. A reference stands for one attempt; it is never used twice. */
  begin(attempt: Attempt): Promise<{ url: string }>
  /** What became of an attempt, as the gateway knows it; null if it knows no such reference. */
  read(reference: string): Promise<Payment | null>
  /** Asks for a part or all of a payment back. Throws a `GatewayFault` whose `isRefused` says that asking again is of no use. */
  refund(wish: RefundWish): Promise<Refund>
  readRefund(id: string): Promise<Refund | null>
  /** All refunds of a payment: where an answer was lost, the one with our note says whether it was made. */
  refundsOf(paymentId: string): Promise<Refund[]>
  /** Sends a refund that needs attention to the payer's bank account. */
  refundToAccount(id: string, account: RefundAccount): Promise<Refund>
  /** All disputes about a payment, by the gateway's own id of it. */
  disputesOf(paymentId: string): Promise<Dispute[]>
  /** Disputes that were opened in a period: an event may be lost. */
  disputes(period: Period): Promise<Dispute[]>
  banks(): Promise<Bank[]>
  /** The name that the bank has for an account; null if there is no such account. */
  accountName(account: BankAccount): Promise<string | null>
  /** Makes a payee; the same account gives the same code. */
  payee(account: BankAccount & { name: string }): Promise<{ payeeCode: string }>
  /** Pays out once per reference: the same reference is the same payout. */
  payOut(payout: PayoutWish): Promise<Payout>
  readPayout(reference: string): Promise<Payout | null>
  /** What the gateway has in its own books of a kind, made from `from` on and before `until`; all pages of it. */
  records(kind: RecordKind, period: Period): Promise<GatewayRecord[]>
  /** What the gateway says by itself; null if the signature is not the gateway's. */
  readWebhook(body: Uint8Array, signature: string | null): GatewayEvent | null
}

interface Attempt {
  /** Letters, digits, `-`, `.` and `=`. */
  reference: string
  amountKobo: bigint
  email: string
  /** Where the payer comes back to, having paid or not. */
  returnUrl: string
  cancelUrl: string
}

/** `pending`: the payer or a bank is still at it. */
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'abandoned' | 'reversed'

export interface Payment {
  reference: string
  /** The gateway's own id. */
  id: string
  status: PaymentStatus
  amountKobo: bigint
  currency: string
  /** What the gateway keeps for itself. */
  feesKobo: bigint
  channel: string | null
  paidAt: Date | null
  /** Why it did not succeed, in the gateway's words: for staff. */
  message: string | null
  /** Play money, which counts nowhere but in a market that runs on it. */
  isTest: boolean
}

interface RefundWish {
  /** Of the payment. */
  reference: string
  amountKobo: bigint
  /** Comes back with the refund, so that it can be found again. */
  note: string
}

export type RefundStatus = 'pending' | 'processed' | 'needs_attention' | 'failed'

export interface Refund {
  id: string
  status: RefundStatus
  amountKobo: bigint
  note: string | null
  /** Made by the gateway itself for a dispute that was lost. */
  isForDispute: boolean
  expectedAt: Date | null
}

/** `won`: we keep the payment. `lost`: the payer gets `amountKobo` back. */
export type DisputeStatus = 'open' | 'won' | 'lost'

export interface Dispute {
  id: string
  status: DisputeStatus
  /** What the bank asks for, or what it took. */
  amountKobo: bigint
  /** Of the payment. */
  reference: string | null
  openedAt: Date | null
}

interface Bank {
  /** What refunds to an account call it; everything else goes by the code. */
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

interface PayoutWish {
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

/** `done`: the money has moved. `open`: it may still. `ended`: it never will. */
export type RecordStatus = 'open' | 'done' | 'ended' | 'reversed'

export interface GatewayRecord {
  kind: RecordKind
  /** The gateway's own id. */
  id: string
  /** Of the payment or payout; the note of a refund; null for a settlement, and for what was made at the gateway's desk. */
  reference: string | null
  status: RecordStatus
  /** Of a settlement: what arrives at the bank. */
  amountKobo: bigint
  feesKobo: bigint
  currency: string
  madeAt: Date
}

/** What happened to a payment, refund or payout; always asked for again before it counts. */
export interface GatewayEvent {
  /** The same event has the same id, however often it is delivered. */
  id: string
  name: string
  about: 'payment' | 'refund' | 'payout' | 'dispute' | 'other'
  /** Of the payment (also for its refunds and disputes) or payout. */
  reference: string | null
}

/** The gateway refused or could not be reached. The message is for logs and staff, and names no person. */
export class GatewayFault extends Error {
  /** True: it answered with a clear no. False: what it did is unknown, so ask by reference before anything else. */
  readonly isRefused: boolean
  /** Refused because of our own account there (its balance, its rights, too many calls), whatever was asked for. */
  readonly isAboutUs: boolean
  constructor(message: string, options: ErrorOptions & { isRefused?: boolean; isAboutUs?: boolean } = {}) {
    super(message, options)
    this.isRefused = options.isRefused ?? false
    this.isAboutUs = options.isAboutUs ?? false
  }
}
