// Paystack's responses (its OpenAPI description of 2025-10), as far as we read them.
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

/** Kobo are sent as numbers, and in some events as strings. */
const kobo = z
  .union([z.number().int().nonnegative(), z.string().regex(/^\d{1,18}$/)])
  .transform((value) => BigInt(value))
/** Ids are unsigned 64-bit numbers, stored as text. */
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

export const initialized = z.object({ authorization_url: z.url(), reference: z.string() })

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
      // All other statuses mean that it is still in progress: ongoing, pending, processing, queued.
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

/**
 * A dispute is lost if we accepted it, or the gateway did because we did not respond in time. An unknown resolution
 * counts as open, which holds the money until staff decide.
 */
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
    // Includes `otp`, which has to be confirmed on the gateway's dashboard.
    status: PAYOUT_STATUSES[status] ?? 'pending',
    amountKobo: amount,
  }),
)

/** Paystack uses either name for the creation time. */
const creationTime = { created_at: time, createdAt: time }
const listRow = z.object({ id: id.nullish(), status: z.string(), currency: z.string().nullish(), ...creationTime })

const RECORD_STATUSES: Readonly<Record<string, RecordStatus>> = {
  success: 'done',
  processed: 'done',
  failed: 'ended',
  abandoned: 'ended',
  blocked: 'ended',
  rejected: 'ended',
  reversed: 'reversed',
}

interface ListRow {
  id: string
  status: string
  currency?: string | null | undefined
  created_at: Date | null
  createdAt: Date | null
}

type RecordAmounts = Pick<GatewayRecord, 'reference' | 'amountKobo' | 'feesKobo'>

function toRecord(kind: RecordKind, { id, status, currency, created_at, createdAt }: ListRow, amounts: RecordAmounts) {
  const madeAt = created_at ?? createdAt ?? new Date(0)
  const recordStatus = RECORD_STATUSES[status] ?? 'open'
  return { kind, id, status: recordStatus, currency: currency ?? 'NGN', madeAt, ...amounts } satisfies GatewayRecord
}

/** Rows of Paystack's list responses. */
export const records: Record<RecordKind, z.ZodType<GatewayRecord>> = {
  payment: listRow
    .extend({ id, reference: z.string(), amount: kobo, fees: kobo.nullish() })
    .transform(({ reference, amount, fees, ...row }) =>
      toRecord('payment', row, { reference, amountKobo: amount, feesKobo: fees ?? 0n }),
    ),
  refund: listRow
    .extend({ id, amount: kobo, merchant_note: z.string().nullish() })
    .transform(({ amount, merchant_note, ...row }) =>
      toRecord('refund', row, { reference: merchant_note || null, amountKobo: amount, feesKobo: 0n }),
    ),
  payout: listRow
    .extend({ reference: z.string(), amount: kobo })
    // Transfers are identified by their reference.
    .transform(({ reference, amount, ...row }) =>
      toRecord('payout', { ...row, id: reference }, { reference, amountKobo: amount, feesKobo: 0n }),
    ),
  settlement: listRow
    .extend({ id, total_amount: kobo, effective_amount: kobo.nullish(), total_fees: kobo.nullish() })
    .transform(({ total_amount, effective_amount, total_fees, ...row }) =>
      toRecord('settlement', row, {
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
