// What comes back to a buyer, and how (semantics.md 2 and 3).
import { assert } from '../assert.ts'
import { leastKobo } from '../money.ts'
import type { Line } from './movements.ts'

/** Where the naira part of a return goes. */
export type ReturnTo = 'peps' | 'source'

/** What has been paid for an order, and what has come back of it, by kind of money. */
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
  /** The refund that carries the naira part back; needed when something goes back to the source. */
  refundId: string
}

interface ReturnPlan {
  lines: Line[]
  /** Of what was paid in PEPS, and of what was paid in naira. */
  pepsKobo: bigint
  nairaKobo: bigint
}

/** Below this, a difference comes back as PEPS unless the buyer chose otherwise: ₦5,000. */
const SMALL_RETURN_KOBO = 500_000n

/** What happens with a return if the buyer has made no choice. */
export function usualReturn(amountKobo: bigint): ReturnTo {
  return amountKobo < SMALL_RETURN_KOBO ? 'peps' : 'source'
}

/**
 * PEPS come back first, as PEPS: otherwise an order paid with both would turn rewards into naira. More than was paid and not
 * yet returned is a bug of the caller.
 */
export function returnLines(paid: PaidWith, { amountKobo, to, refundId }: ReturnRequest): ReturnPlan {
  const leftPeps = paid.pepsKobo - paid.returnedPepsKobo
  const leftNaira = paid.nairaKobo - paid.returnedNairaKobo
  assert(amountKobo >= 0n && amountKobo <= leftPeps + leftNaira, 'a return is at most what was paid')
  const pepsKobo = leastKobo(amountKobo, leftPeps)
  const nairaKobo = amountKobo - pepsKobo
  const { orderId, buyerId } = paid
  const asPeps = to === 'peps' ? amountKobo : pepsKobo
  const owed = amountKobo - asPeps
  const lines: Line[] = []
  if (asPeps > 0n)
    lines.push({ kind: 'returned_as_peps', debitOwner: orderId, creditOwner: buyerId, amountKobo: asPeps })
  if (owed > 0n) lines.push({ kind: 'return_owed', debitOwner: orderId, creditOwner: refundId, amountKobo: owed })
  return { lines, pepsKobo, nairaKobo }
}
