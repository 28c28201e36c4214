// Interprets the gateway's status of a payment. Only a status fetched from the gateway by reference counts.
import { minKobo } from '#domain/money.ts'

interface GatewayPayment {
  status: 'pending' | 'succeeded' | 'failed' | 'abandoned' | 'reversed'
  amountKobo: bigint
  currency: string
  isTest: boolean
}

export interface PendingPayment {
  status: 'initiated' | 'pending' | 'succeeded' | 'failed' | 'abandoned' | 'reversed'
  nairaKobo: bigint
  /** False once the hold of PEPS has expired: parts to be paid with PEPS cannot be paid. */
  pepsAreHeld: boolean
  parts: readonly PendingPart[]
}

export interface PendingPart {
  /** An order, or a contribution to a circle of ajo. */
  orderId: string
  nairaKobo: bigint
  pepsKobo: bigint
  /** The order is still pending; for the payment of a difference: the order is unchanged. */
  isPending: boolean
  dueKobo: bigint
}

type PaymentTrouble = 'amount' | 'currency' | 'test_money' | 'not_payable'

/** The resulting action; `none` if it was done before or nothing has happened yet. */
export type Confirmation =
  | { kind: 'none' }
  /** `isLeft`: the payer has left the gateway’s page without paying. */
  | { kind: 'waits'; isLeft: boolean }
  | { kind: 'ended'; as: 'failed' | 'abandoned' }
  /** A payment that cannot be booked automatically; staff look at it. */
  | { kind: 'odd'; trouble: PaymentTrouble }
  | { kind: 'reversed'; takenKobo: bigint }
  | PaidConfirmation

interface PaidConfirmation {
  kind: 'paid'
  /** Parts whose orders are paid. */
  paid: PendingPart[]
  /** Naira that pay no order and are refunded automatically. */
  strayKobo: bigint
  trouble: PaymentTrouble | null
}

interface ConfirmOptions {
  /** True for a market in the gateway's test mode. */
  takesTestMoney: boolean
  /** The payment is older than 72 hours and counts as abandoned. */
  isOld: boolean
  /**
   * Amount that the payer got back other than by our refunds (refunds/charged-back.ts), from the gateway's disputes and
   * refunds. 0 unless the caller read them.
   */
  takenKobo: bigint
}

export function decideConfirmation(
  payment: PendingPayment,
  answer: GatewayPayment,
  { takesTestMoney, isOld, takenKobo }: ConfirmOptions,
): Confirmation {
  // After a partial chargeback, the gateway still reports the payment as successful.
  if (payment.status === 'succeeded') return takenKobo > 0n ? { kind: 'reversed', takenKobo } : { kind: 'none' }
  if (payment.status === 'reversed') return { kind: 'none' }
  // Reversed before it was booked: no money was received.
  if (answer.status === 'failed' || answer.status === 'reversed') {
    const isOver = payment.status === 'failed' || (answer.status === 'reversed' && payment.status === 'abandoned')
    return isOver ? { kind: 'none' } : { kind: 'ended', as: 'failed' }
  }
  if (answer.status !== 'succeeded') {
    if (payment.status === 'failed' || payment.status === 'abandoned') return { kind: 'none' }
    return isOld ? { kind: 'ended', as: 'abandoned' } : { kind: 'waits', isLeft: answer.status === 'abandoned' }
  }
  if (answer.currency !== 'NGN') return { kind: 'odd', trouble: 'currency' }
  if (answer.isTest && !takesTestMoney) return { kind: 'odd', trouble: 'test_money' }
  // An underpayment pays nothing: orders are paid in full or not at all. An excess is refunded.
  if (answer.amountKobo < payment.nairaKobo) {
    return { kind: 'paid', paid: [], strayKobo: answer.amountKobo, trouble: 'amount' }
  }
  const paid = payment.parts.filter((part) => isPayable(part, payment))
  const usedKobo = paid.reduce((all, part) => all + part.nairaKobo, 0n)
  const strayKobo = answer.amountKobo - minKobo(usedKobo, answer.amountKobo)
  const isShort = paid.length < payment.parts.length
  return { kind: 'paid', paid, strayKobo, trouble: isShort ? 'not_payable' : strayKobo > 0n ? 'amount' : null }
}

/** The order is still pending and the amount due is unchanged. */
function isPayable({ isPending, dueKobo, nairaKobo, pepsKobo }: PendingPart, { pepsAreHeld }: PendingPayment): boolean {
  return isPending && dueKobo === nairaKobo + pepsKobo && (pepsKobo === 0n || pepsAreHeld)
}
