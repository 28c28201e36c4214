// Docs/decisions/0001, "Payment" and "Refund". Only a verified event of the gateway makes a payment succeed.
import { movesOf } from '../moves.ts'

export type PaymentState = 'initiated' | 'pending' | 'succeeded' | 'failed' | 'abandoned' | 'reversed'

export const paymentMoves = movesOf<PaymentState>([
  ['new', 'initiated', 'buyer'],
  ['initiated', 'pending succeeded failed', 'gateway'],
  ['pending', 'succeeded failed abandoned', 'gateway'],
  ['succeeded', 'reversed', 'gateway'],
])

export type RefundState = 'requested' | 'sent' | 'processed' | 'needs_attention' | 'failed'

export const refundMoves = movesOf<RefundState>([
  ['new', 'requested', 'buyer clock vendor manager coordinator chief'],
  ['requested', 'sent', 'gateway'],
  ['sent', 'processed needs_attention failed', 'gateway'],
  // An operator looked at it, or the gateway is asked again.
  ['needs_attention', 'sent', 'operator'],
  ['failed', 'sent', 'gateway'],
])
