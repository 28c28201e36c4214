// Planning the payment of one or several orders (design.md 3, step 4; semantics.md 2 and 4).

import { buyRefusals } from '#domain/group-buys/refusals.ts'
import { formatNaira, minKobo } from '#domain/money.ts'
import { orderRefusals } from '#domain/orders/refusals.ts'
import { priceRiseRefusals } from '#domain/price-rises/refusals.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { shareRefusals, type TakeOverFault } from '#domain/share-gifts/refusals.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { paymentRefusals } from './refusals.ts'

const refuse = refuseFrom(orderRefusals, buyRefusals, paymentRefusals, priceRiseRefusals, shareRefusals)

/** An order to be paid, read under its lock. */
export interface PayableOrder {
  orderId: string
  status: string
  /** Total to pay, at the current ceiling. */
  dueKobo: bigint
  /**
   * Payment deadline, as in `payBy`: the end of a hold if the place or the checkout has one, else the buy's due time.
   */
  payableUntil: Date
  /** The buy is active or closed; always true for an order from the cart. */
  isOpen: boolean
  /** Why it cannot take over the share that its buyer accepted; or its own share is being taken over. */
  shareFault?: TakeOverFault | null
  /** Its shop asks for a higher price, and the buyer has not answered. */
  needsAnswer?: boolean
}

interface PaymentRequest {
  pepsKobo: bigint
  /** The total shown to the buyer. */
  expectedKobo: bigint
  /**
   * Spendable PEPS: without rewards whose order can still end (`public.group_order_final_at`, `cart_order_final_at`).
   */
  balanceKobo: bigint
  now: Date
}

export interface PaymentPlan {
  nairaKobo: bigint
  pepsKobo: bigint
  parts: { orderId: string; nairaKobo: bigint; pepsKobo: bigint }[]
}

/** PEPS are applied to the orders in sequence, so that at most one is paid partly in PEPS and partly in naira. */
export function planPayment(orders: readonly PayableOrder[], request: PaymentRequest): PaymentPlan | Refusal {
  const [first] = orders
  if (!first) return refuse('order_not_found')
  if (orders.some(({ status }) => ['paid', 'confirmed', 'ready'].includes(status))) return refuse('already_paid')
  const closed = orders.find(
    ({ status, isOpen, payableUntil }) => status !== 'pending' || !isOpen || request.now > payableUntil,
  )
  if (closed) return refuse('payment_closed')
  const shareFault = orders.find((order) => order.shareFault)?.shareFault
  if (shareFault) return refuse(shareFault)
  if (orders.some(({ needsAnswer }) => needsAnswer)) return refuse('price_answer_needed')
  const totalKobo = orders.reduce((all, { dueKobo }) => all + dueKobo, 0n)
  if (totalKobo !== request.expectedKobo) {
    return refuse('total_mismatch', {
      message: withValues(/*i18n*/ 'The price has changed. You now pay {naira} at most. Please check and confirm it.', {
        naira: formatNaira(totalKobo),
      }),
      details: { total_kobo: String(totalKobo) },
    })
  }
  const fault = pepsFault(request, totalKobo)
  if (fault) return fault
  let pepsLeft = request.pepsKobo
  const parts = orders.map(({ orderId, dueKobo }) => {
    const pepsKobo = minKobo(pepsLeft, dueKobo)
    pepsLeft -= pepsKobo
    return { orderId, nairaKobo: dueKobo - pepsKobo, pepsKobo }
  })
  return { nairaKobo: totalKobo - request.pepsKobo, pepsKobo: request.pepsKobo, parts }
}

/** Payment of the difference for a more expensive delivery choice. */
interface DifferenceRequest extends Omit<PaymentRequest, 'now'> {
  orderId: string
  differenceKobo: bigint
  /** A naira refund of this order is in progress. */
  hasRefund: boolean
}

/** Plans a payment with one part, in naira, PEPS or both. */
export function planDifference(request: DifferenceRequest): PaymentPlan | Refusal {
  const { orderId, differenceKobo, pepsKobo } = request
  if (differenceKobo !== request.expectedKobo) {
    return refuse('total_mismatch', {
      message: withValues(/*i18n*/ 'The difference is {naira} now. Please check and confirm it.', {
        naira: formatNaira(differenceKobo),
      }),
      details: { total_kobo: String(differenceKobo) },
    })
  }
  // PEPS are returned first: after a naira refund, the amount still to be refunded to the source would be too large.
  if (pepsKobo > 0n && request.hasRefund) return refuse('peps_after_refund')
  const fault = pepsFault(request, differenceKobo)
  if (fault) return fault
  const nairaKobo = differenceKobo - pepsKobo
  return { nairaKobo, pepsKobo, parts: [{ orderId, nairaKobo, pepsKobo }] }
}

function pepsFault(
  { pepsKobo, balanceKobo }: Omit<PaymentRequest, 'now' | 'expectedKobo'>,
  totalKobo: bigint,
): Refusal | null {
  if (pepsKobo < 0n || pepsKobo > totalKobo) return refuse('peps_exceed_total')
  if (pepsKobo <= balanceKobo) return null
  return refuse('peps_not_enough', {
    message: withValues(/*i18n*/ 'You can spend {naira} in PEPS.', { naira: formatNaira(balanceKobo) }),
  })
}
