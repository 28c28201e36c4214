// Beginning to pay one or several orders (design.md 3, step 4; semantics.md 2 and 4).
import { formatNaira, leastKobo } from '../money.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** An order that its buyer wants to pay, as it stands under its lock. */
export interface PayableOrder {
  orderId: string
  status: string
  /** What it costs in all, at the ceiling of this moment. */
  dueKobo: bigint
  /** Until then it can be paid: the buy's due time, or the end of the checkout's hold. */
  payableUntil: Date
  /** The buy is open or closed, not further; always true of an order from the cart. */
  isOpen: boolean
}

interface PaymentRequest {
  pepsKobo: bigint
  /** The total that the person saw. */
  expectedKobo: bigint
  /** Less rewards that are not ripe (domain/rewards/ripening.ts). */
  balanceKobo: bigint
  now: Date
}

export interface PaymentPlan {
  nairaKobo: bigint
  pepsKobo: bigint
  parts: { orderId: string; nairaKobo: bigint; pepsKobo: bigint }[]
}

/** PEPS pay the first orders first, so that as few orders as possible are paid in two kinds of money. */
export function planPayment(orders: readonly PayableOrder[], wish: PaymentRequest): PaymentPlan | Refusal {
  const [first] = orders
  if (!first) return refuse('order_not_found')
  if (orders.some(({ status }) => ['paid', 'confirmed', 'ready'].includes(status))) return refuse('already_paid')
  const closed = orders.find(
    ({ status, isOpen, payableUntil }) => status !== 'pending' || !isOpen || wish.now > payableUntil,
  )
  if (closed) return refuse('payment_closed')
  const totalKobo = orders.reduce((all, { dueKobo }) => all + dueKobo, 0n)
  if (totalKobo !== wish.expectedKobo) {
    return refuse('total_mismatch', {
      message: `The price has changed. You now pay ${formatNaira(totalKobo)} at most. Please check and confirm it.`,
      details: { total_kobo: String(totalKobo) },
    })
  }
  const fault = pepsFault(wish, totalKobo)
  if (fault) return fault
  let pepsLeft = wish.pepsKobo
  const parts = orders.map(({ orderId, dueKobo }) => {
    const pepsKobo = leastKobo(pepsLeft, dueKobo)
    pepsLeft -= pepsKobo
    return { orderId, nairaKobo: dueKobo - pepsKobo, pepsKobo }
  })
  return { nairaKobo: totalKobo - wish.pepsKobo, pepsKobo: wish.pepsKobo, parts }
}

/** The difference for a more expensive delivery choice, as the person saw it. */
interface DifferenceRequest extends Omit<PaymentRequest, 'now'> {
  orderId: string
  differenceKobo: bigint
  /** Naira of this order are on their way back to where they came from. */
  hasRefund: boolean
}

/** One part, paid in naira, in PEPS or both. */
export function planDifference(wish: DifferenceRequest): PaymentPlan | Refusal {
  const { orderId, differenceKobo, pepsKobo } = wish
  if (differenceKobo !== wish.expectedKobo) {
    return refuse('total_mismatch', {
      message: `The difference is ${formatNaira(differenceKobo)} now. Please check and confirm it.`,
      details: { total_kobo: String(differenceKobo) },
    })
  }
  // What is paid in PEPS comes back first and as PEPS: after a refund the sum left to the source would be too large.
  if (pepsKobo > 0n && wish.hasRefund) return refuse('peps_after_refund')
  const fault = pepsFault(wish, differenceKobo)
  if (fault) return fault
  const nairaKobo = differenceKobo - pepsKobo
  return { nairaKobo, pepsKobo, parts: [{ orderId, nairaKobo, pepsKobo }] }
}

function pepsFault(
  { pepsKobo, balanceKobo }: Omit<PaymentRequest, 'now' | 'expectedKobo'>,
  totalKobo: bigint,
): Refusal | null {
  if (pepsKobo < 0n || pepsKobo > totalKobo) return refuse('peps_beyond_total')
  if (pepsKobo <= balanceKobo) return null
  return refuse('peps_not_enough', { message: `You can spend ${formatNaira(balanceKobo)} in PEPS.` })
}
