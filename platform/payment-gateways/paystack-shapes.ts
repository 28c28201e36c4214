// What Paystack answers (its published OpenAPI description, 2025-10), as far as it is read here.
import { z } from 'zod'
import type {
  Dispute,
  DisputeStatus,
  GatewayRecord,
  Payment,
  PaymentStatus,
  Payout,
  PayoutStatus,
  RecordKind,
  RecordStatus,
  Refund,
  RefundStatus,
} from './gateway.ts'

/** Kobo come as numbers, and in some events as text. */
const kobo = z
  .union([z.number().int().nonnegative(), z.string().regex(/^\d{1,18}$/)])
  .transform((value) => BigInt(value))
/** Ids are unsigned 64-bit numbers; they are kept as text. */
const id = z.union([z.number(), z.string()]).transform(String)
const time = z
  .string()
  .nullish()
  .transform((text) => (text && !Number.isNaN(Date.parse(text)) ? new Date(text) : null))

const PAYMENT_STATUSES: Readonly<Record<string, PaymentStatus>> = {
  success: 'succeeded',
  failed: 'failed',
  abandoned: 'abandoned',
  reversed: 'reversed',
}

export const begun = z.object({ authorization_url: z.url(), reference: z.string() })

export const payment = z
  .object({
    id,
    status: z.string(),
    reference: z.string(),
    amount: kobo,
    currency: z.string(),
    domain: z.string(),
    channel: z.string().nullish(),
    fees: kobo.nullish(),
    paid_at: time,
    gateway_response: z.string().nullish(),
  })
  .transform(
    ({ status, amount, domain, channel, fees, paid_at, gateway_response, ...rest }): Payment => ({
      ...rest,
      // Everything else is still under way: ongoing, pending, processing, queued.
      status: PAYMENT_STATUSES[status] ?? 'pending',
      amountKobo: amount,
      feesKobo: fees ?? 0n,
      channel: channel ?? null,
      paidAt: paid_at,
      message: gateway_response ?? null,
      isTest: domain !== 'live',
    }),
  )

const REFUND_STATUSES: Readonly<Record<string, RefundStatus>> = {
  processed: 'processed',
  failed: 'failed',
  'needs-attention': 'needs_attention',
}

export const refund = z
  .object({
    id,
    status: z.string(),
    amount: kobo,
    expected_at: time,
    merchant_note: z.string().nullish(),
    dispute: z.unknown().optional(),
  })
  .transform(
    ({ id, status, amount, expected_at, merchant_note, dispute }): Refund => ({
      id,
      isForDispute: dispute !== null && dispute !== undefined,
      status: REFUND_STATUSES[status] ?? 'pending',
      amountKobo: amount,
      note: merchant_note ?? null,
      expectedAt: expected_at,
    }),
  )

export const dispute = z
  .object({
    id,
    status: z.string(),
    resolution: z.string().nullish(),
    refund_amount: kobo.nullish(),
    transaction: z.looseObject({ reference: z.string().nullish(), amount: kobo.nullish() }).nullish(),
    created_at: time,
    createdAt: time,
  })
  .transform(
    ({ id, status, resolution, refund_amount, transaction, created_at, createdAt }): Dispute => ({
      id,
      status: disputeStatus(status, resolution ?? null),
      reference: transaction?.reference ?? null,
      amountKobo: refund_amount ?? transaction?.amount ?? 0n,
      openedAt: created_at ?? createdAt,
    }),
  )

/** Accepted by us, or by the gateway because nobody answered in time. An end that is not understood holds the money until a person looks. */
function disputeStatus(status: string, resolution: string | null): DisputeStatus {
  if (status !== 'resolved' && status !== 'archived') return 'open'
  if (resolution === 'declined') return 'won'
  return resolution?.endsWith('accepted') ? 'lost' : 'open'
}

export const banks = z.array(z.object({ id, code: z.string(), name: z.string() }))
export const account = z.object({ account_name: z.string() })
export const payee = z.object({ recipient_code: z.string() })

const PAYOUT_STATUSES: Readonly<Record<string, PayoutStatus>> = {
  success: 'succeeded',
  failed: 'failed',
  abandoned: 'failed',
  blocked: 'failed',
  rejected: 'failed',
  reversed: 'reversed',
}

export const payout = z.object({ reference: z.string(), status: z.string(), amount: kobo }).transform(
  ({ reference, status, amount }): Payout => ({
    reference,
    // `otp` too: somebody at the desk has to finish it there.
    status: PAYOUT_STATUSES[status] ?? 'pending',
    amountKobo: amount,
  }),
)

/** Paystack writes the moment under either name. */
const made = { created_at: time, createdAt: time }
const listed = z.object({ id: id.nullish(), status: z.string(), currency: z.string().nullish(), ...made })

const RECORD_STATUSES: Readonly<Record<string, RecordStatus>> = {
  success: 'done',
  processed: 'done',
  failed: 'ended',
  abandoned: 'ended',
  blocked: 'ended',
  rejected: 'ended',
  reversed: 'reversed',
}

interface Listed {
  id: string
  status: string
  currency?: string | null | undefined
  created_at: Date | null
  createdAt: Date | null
}

type Figures = Pick<GatewayRecord, 'reference' | 'amountKobo' | 'feesKobo'>

function recordOf(kind: RecordKind, { id, status, currency, created_at, createdAt }: Listed, figures: Figures) {
  const madeAt = created_at ?? createdAt ?? new Date(0)
  const known = RECORD_STATUSES[status] ?? 'open'
  return { kind, id, status: known, currency: currency ?? 'NGN', madeAt, ...figures } satisfies GatewayRecord
}

/** The rows of its lists. */
export const records: Record<RecordKind, z.ZodType<GatewayRecord>> = {
  payment: listed
    .extend({ id, reference: z.string(), amount: kobo, fees: kobo.nullish() })
    .transform(({ reference, amount, fees, ...row }) =>
      recordOf('payment', row, { reference, amountKobo: amount, feesKobo: fees ?? 0n }),
    ),
  refund: listed
    .extend({ id, amount: kobo, merchant_note: z.string().nullish() })
    .transform(({ amount, merchant_note, ...row }) =>
      recordOf('refund', row, { reference: merchant_note || null, amountKobo: amount, feesKobo: 0n }),
    ),
  payout: listed
    .extend({ reference: z.string(), amount: kobo })
    // A transfer is known by its reference, whoever asks.
    .transform(({ reference, amount, ...row }) =>
      recordOf('payout', { ...row, id: reference }, { reference, amountKobo: amount, feesKobo: 0n }),
    ),
  settlement: listed
    .extend({ id, total_amount: kobo, effective_amount: kobo.nullish(), total_fees: kobo.nullish() })
    .transform(({ total_amount, effective_amount, total_fees, ...row }) =>
      recordOf('settlement', row, {
        reference: null,
        amountKobo: effective_amount ?? total_amount,
        feesKobo: total_fees ?? 0n,
      }),
    ),
}

export const event = z.object({
  event: z.string(),
  data: z.looseObject({
    id: id.nullish(),
    status: z.string().nullish(),
    reference: z.string().nullish(),
    transaction_reference: z.string().nullish(),
    refund_reference: z.string().nullish(),
    transfer_code: z.string().nullish(),
    transaction: z.looseObject({ reference: z.string().nullish() }).nullish(),
  }),
})
