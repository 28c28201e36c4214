// Interprets the gateway's response for a payout. It is always requested by the payout's single reference.
import { HOUR_MS, MINUTE_MS } from '#domain/time/calendar.ts'
import type { PayoutState } from './states.ts'

export type PayoutTrouble = 'balance' | 'refused' | 'no_answer' | 'amount' | 'contradiction' | 'stopped'

export interface PayoutRecord {
  status: PayoutState
  amountKobo: bigint
  createdAt: Date
  /** Time of the last request without a response. */
  unsureAt: Date | null
}

/**
 * `refused`: the gateway has no such payout and rejected the request. `lacks_funds`: our balance there is too low or
 * blocked.
 */
export type GatewayPayoutResult =
  | { kind: 'answer'; status: 'pending' | 'succeeded' | 'failed' | 'reversed'; amountKobo: bigint }
  | { kind: 'refused' }
  | { kind: 'lacks_funds' }
  | { kind: 'no_answer' }
  /** The payout has ended, and the gateway has deleted its record. */
  | { kind: 'forgotten' }

/** `stuck`: a chief is notified, and polling continues. `back`: the money is returned to the vendor's balance. */
export type PayoutVerdict =
  | { kind: 'none' }
  | { kind: 'waits' }
  | { kind: 'arrived' }
  | { kind: 'reversed' }
  | { kind: 'back'; trouble: PayoutTrouble | null }
  | { kind: 'stuck'; trouble: PayoutTrouble }
  | { kind: 'contradiction' }

export function judgePayout(payout: PayoutRecord, result: GatewayPayoutResult, now: Date): PayoutVerdict {
  if (payout.status === 'reversed' || result.kind === 'forgotten') return { kind: 'none' }
  if (result.kind === 'answer') return judgeStatus(payout, result, now)
  // A final status is kept without a new one from the gateway.
  if (payout.status === 'arrived' || payout.status === 'failed') return { kind: 'none' }
  if (result.kind === 'lacks_funds') return { kind: 'stuck', trouble: 'balance' }
  if (result.kind === 'no_answer')
    return isSilent(payout, now) ? { kind: 'stuck', trouble: 'no_answer' } : { kind: 'waits' }
  // An earlier request without a response may still be in progress, so the rejection of a later one is not conclusive.
  const isSure = payout.unsureAt === null || now.getTime() - payout.unsureAt.getTime() > UNCERTAIN_MS
  return isSure ? { kind: 'back', trouble: 'refused' } : { kind: 'stuck', trouble: 'refused' }
}

const UNCERTAIN_MS = 24 * HOUR_MS
const NO_ANSWER_AFTER_MS = 24 * HOUR_MS

function judgeStatus(
  payout: PayoutRecord,
  { status, amountKobo }: Extract<GatewayPayoutResult, { kind: 'answer' }>,
  now: Date,
): PayoutVerdict {
  if (payout.status === 'failed') return status === 'succeeded' ? { kind: 'contradiction' } : { kind: 'none' }
  if (payout.status === 'arrived') {
    if (status === 'reversed') return { kind: 'reversed' }
    return status === 'failed' ? { kind: 'contradiction' } : { kind: 'none' }
  }
  if (status === 'pending') return isSilent(payout, now) ? { kind: 'stuck', trouble: 'no_answer' } : { kind: 'waits' }
  if (status !== 'succeeded') return { kind: 'back', trouble: null }
  return amountKobo === payout.amountKobo ? { kind: 'arrived' } : { kind: 'stuck', trouble: 'amount' }
}

const isSilent = ({ createdAt }: PayoutRecord, now: Date) => now.getTime() - createdAt.getTime() > NO_ANSWER_AFTER_MS

/** Delay before the next poll: 10 seconds, doubled with every attempt, at most an hour. */
export function pollDelayMs(tries: number): number {
  return Math.min(HOUR_MS, (MINUTE_MS / 6) * 2 ** Math.min(tries, 12))
}
