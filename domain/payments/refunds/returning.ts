// Returns of money to a buyer, in PEPS and naira (semantics.md 2 and 3).
import { assert } from '#domain/assert.ts'
import { minKobo } from '#domain/money.ts'
import type { LedgerLine } from '../movements.ts'

/** Destination of the naira part of a return. */
export type ReturnTo = 'peps' | 'source'

/** Amounts paid for an order and returned so far, in PEPS and naira. */
export interface PaidWith {
  orderId: string
  buyerId: string
  pepsKobo: bigint
  nairaKobo: bigint
  returnedPepsKobo: bigint
  returnedNairaKobo: bigint
}

interface ReturnRequest {
  amountKobo: bigint
  to: ReturnTo
  /** The refund for the naira part; needed if money is returned to the source. */
  refundId: string
}

interface ReturnPlan {
  lines: LedgerLine[]
  /** Returned parts of what was paid in PEPS and in naira. */
  pepsKobo: bigint
  nairaKobo: bigint
}

/** Returns below ₦5,000 are made as PEPS unless the buyer chose otherwise. */
const SMALL_RETURN_KOBO = 500_000n

/** Destination of a return if the buyer has made no choice. */
export function defaultReturnTo(amountKobo: bigint): ReturnTo {
  return amountKobo < SMALL_RETURN_KOBO ? 'peps' : 'source'
}

/**
 * PEPS are returned first, as PEPS: otherwise an order paid with both would turn rewards into naira. Asserts that the
 * amount does not exceed what was paid and not returned yet.
 */
export function returnLines(paid: PaidWith, { amountKobo, to, refundId }: ReturnRequest): ReturnPlan {
  const leftPeps = paid.pepsKobo - paid.returnedPepsKobo
  const leftNaira = paid.nairaKobo - paid.returnedNairaKobo
  assert(amountKobo >= 0n && amountKobo <= leftPeps + leftNaira, 'a return is at most what was paid')
  const pepsKobo = minKobo(amountKobo, leftPeps)
  const nairaKobo = amountKobo - pepsKobo
  const { orderId, buyerId } = paid
  const asPeps = to === 'peps' ? amountKobo : pepsKobo
  const owed = amountKobo - asPeps
  const lines: LedgerLine[] = []
  if (asPeps > 0n)
    lines.push({ kind: 'returned_as_peps', debitOwner: orderId, creditOwner: buyerId, amountKobo: asPeps })
  if (owed > 0n) lines.push({ kind: 'return_owed', debitOwner: orderId, creditOwner: refundId, amountKobo: owed })
  return { lines, pepsKobo, nairaKobo }
}
