// What an answer of the gateway means for a payment and its orders. Only the gateway's own answer, asked for by reference, counts.
import { leastKobo } from '../money.ts'

interface GatewayAnswer {
  status: 'pending' | 'succeeded' | 'failed' | 'abandoned' | 'reversed'
  amountKobo: bigint
  currency: string
  isTest: boolean
}

export interface AwaitedPayment {
  status: 'initiated' | 'pending' | 'succeeded' | 'failed' | 'abandoned' | 'reversed'
  nairaKobo: bigint
  /** False once its hold of PEPS has expired: what was to be paid with them cannot be paid. */
  pepsAreHeld: boolean
  parts: readonly AwaitedPart[]
}

export interface AwaitedPart {
  orderId: string
  nairaKobo: bigint
  pepsKobo: bigint
  /** Of the order, now; of a difference: the order stands as it stood. */
  isPending: boolean
  dueKobo: bigint
}

type Trouble = 'amount' | 'currency' | 'test_money' | 'not_payable'

/** What is to be done; `none`: it was done before, or nothing has happened yet. */
export type Confirmation =
  | { kind: 'none' }
  | { kind: 'waits' }
  | { kind: 'ended'; as: 'failed' | 'abandoned' }
  /** Money that cannot be booked here; staff look at it. */
  | { kind: 'odd'; trouble: Trouble }
  | { kind: 'reversed'; takenKobo: bigint }
  | Paid

interface Paid {
  kind: 'paid'
  /** Parts whose orders are paid by it. */
  paid: AwaitedPart[]
  /** Naira that pay no order and go back by themselves. */
  strayKobo: bigint
  trouble: Trouble | null
}

interface Circumstances {
  /** Whether this market runs on play money. */
  takesTestMoney: boolean
  /** After so long nobody waits for it any more: 72 hours. */
  isOld: boolean
  /** What the payer got back past our refunds (taken-back.ts); known where the gateway was asked about disputes and refunds. */
  takenKobo: bigint
}

export function confirm(
  payment: AwaitedPayment,
  answer: GatewayAnswer,
  { takesTestMoney, isOld, takenKobo }: Circumstances,
): Confirmation {
  // A dispute may take a part, and the gateway goes on to call the payment successful.
  if (payment.status === 'succeeded') return takenKobo > 0n ? { kind: 'reversed', takenKobo } : { kind: 'none' }
  if (payment.status === 'reversed') return { kind: 'none' }
  // Taken back before it was booked: nothing came in.
  if (answer.status === 'failed' || answer.status === 'reversed') {
    const isOver = payment.status === 'failed' || (answer.status === 'reversed' && payment.status === 'abandoned')
    return isOver ? { kind: 'none' } : { kind: 'ended', as: 'failed' }
  }
  if (answer.status !== 'succeeded') {
    if (payment.status === 'failed' || payment.status === 'abandoned') return { kind: 'none' }
    return isOld ? { kind: 'ended', as: 'abandoned' } : { kind: 'waits' }
  }
  if (answer.currency !== 'NGN') return { kind: 'odd', trouble: 'currency' }
  if (answer.isTest && !takesTestMoney) return { kind: 'odd', trouble: 'test_money' }
  // Too little pays nothing: an order is paid in whole or not at all. Too much pays, and the rest goes back.
  if (answer.amountKobo < payment.nairaKobo) {
    return { kind: 'paid', paid: [], strayKobo: answer.amountKobo, trouble: 'amount' }
  }
  const paid = payment.parts.filter((part) => isPayable(part, payment))
  const usedKobo = paid.reduce((all, part) => all + part.nairaKobo, 0n)
  const strayKobo = answer.amountKobo - leastKobo(usedKobo, answer.amountKobo)
  const isShort = paid.length < payment.parts.length
  return { kind: 'paid', paid, strayKobo, trouble: isShort ? 'not_payable' : strayKobo > 0n ? 'amount' : null }
}

/** Still pending, and still at the amount that was asked for. */
function isPayable({ isPending, dueKobo, nairaKobo, pepsKobo }: AwaitedPart, { pepsAreHeld }: AwaitedPayment): boolean {
  return isPending && dueKobo === nairaKobo + pepsKobo && (pepsKobo === 0n || pepsAreHeld)
}
