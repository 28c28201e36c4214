// What an answer of the gateway means for a payout. It is always asked for by the payout's one reference.
import { HOUR_MS, MINUTE_MS } from '../calendar.ts'
import type { PayoutState } from './states.ts'

export type PayoutTrouble = 'balance' | 'refused' | 'silent' | 'amount' | 'contradiction' | 'stopped'

export interface AskedPayout {
  status: PayoutState
  amountKobo: bigint
  createdAt: Date
  /** When an answer was last lost. */
  unsureAt: Date | null
}

/** `refused`: the gateway knows of no such payout and said a clear no to it. `lacks_funds`: ours there are too few, or closed to us. */
export type GatewaySays =
  | { kind: 'answer'; status: 'pending' | 'succeeded' | 'failed' | 'reversed'; amountKobo: bigint }
  | { kind: 'refused' }
  | { kind: 'lacks_funds' }
  | { kind: 'silent' }
  /** It is over for us, and the gateway knows it no more. */
  | { kind: 'forgotten' }

/** `stuck`: a chief is told, and it is asked on. `back`: the money returns to the vendor. */
export type Verdict =
  | { kind: 'none' }
  | { kind: 'waits' }
  | { kind: 'arrived' }
  | { kind: 'reversed' }
  | { kind: 'back'; trouble: PayoutTrouble | null }
  | { kind: 'stuck'; trouble: PayoutTrouble }
  | { kind: 'contradiction' }

export function judge(payout: AskedPayout, says: GatewaySays, now: Date): Verdict {
  if (payout.status === 'reversed' || says.kind === 'forgotten') return { kind: 'none' }
  if (says.kind === 'answer') return judgeStatus(payout, says, now)
  // What is over is not undone by silence.
  if (payout.status === 'arrived' || payout.status === 'failed') return { kind: 'none' }
  if (says.kind === 'lacks_funds') return { kind: 'stuck', trouble: 'balance' }
  if (says.kind === 'silent') return isSilent(payout, now) ? { kind: 'stuck', trouble: 'silent' } : { kind: 'waits' }
  // An earlier call, whose answer was lost, may still be worked on there: then a no to the next one says nothing about it.
  const isSure = payout.unsureAt === null || now.getTime() - payout.unsureAt.getTime() > UNCERTAIN_MS
  return isSure ? { kind: 'back', trouble: 'refused' } : { kind: 'stuck', trouble: 'refused' }
}

const UNCERTAIN_MS = 24 * HOUR_MS
const NO_ANSWER_AFTER_MS = 24 * HOUR_MS

function judgeStatus(
  payout: AskedPayout,
  { status, amountKobo }: Extract<GatewaySays, { kind: 'answer' }>,
  now: Date,
): Verdict {
  if (payout.status === 'failed') return status === 'succeeded' ? { kind: 'contradiction' } : { kind: 'none' }
  if (payout.status === 'arrived') {
    if (status === 'reversed') return { kind: 'reversed' }
    return status === 'failed' ? { kind: 'contradiction' } : { kind: 'none' }
  }
  if (status === 'pending') return isSilent(payout, now) ? { kind: 'stuck', trouble: 'silent' } : { kind: 'waits' }
  if (status !== 'succeeded') return { kind: 'back', trouble: null }
  return amountKobo === payout.amountKobo ? { kind: 'arrived' } : { kind: 'stuck', trouble: 'amount' }
}

const isSilent = ({ createdAt }: AskedPayout, now: Date) => now.getTime() - createdAt.getTime() > NO_ANSWER_AFTER_MS

/** How long until the gateway is asked again: 10 seconds, doubled with every try, an hour at most. */
export function askAgainAfterMs(tries: number): number {
  return Math.min(HOUR_MS, (MINUTE_MS / 6) * 2 ** Math.min(tries, 12))
}
