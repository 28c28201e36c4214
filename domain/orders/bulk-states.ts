// Docs/decisions/0001, "Bulk order" (an order without `confirmed`) and "Checkout" (one payment for several of them).
import { movesOf } from '../moves.ts'
import { type OrderState, orderMoves } from './states.ts'

export type BulkOrderState = Exclude<OrderState, 'confirmed'>

export const bulkOrderMoves = [
  ...movesOf<BulkOrderState>([['paid', 'ready', 'vendor']]),
  ...orderMoves.filter((move): move is typeof move & { from: BulkOrderState; to: BulkOrderState } => {
    return move.from !== 'confirmed' && move.to !== 'confirmed'
  }),
]

export type CheckoutState = 'open' | 'paid' | 'expired' | 'cancelled'

/** An open checkout holds its stock for 30 minutes (clocks.ts). */
export const checkoutMoves = movesOf<CheckoutState>([
  ['open', 'paid', 'gateway buyer'],
  ['open', 'expired', 'clock'],
  ['open', 'cancelled', 'buyer'],
])
