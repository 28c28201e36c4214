// Docs/decisions/0001, "Payment" and "Refund". Only a verified event of the gateway makes a payment succeed.
import { movesOf } from '../moves.ts'

export type PaymentState = 'initiated' | 'pending' | 'succeeded' | 'failed' | 'abandoned' | 'reversed'

export const paymentMoves = movesOf<PaymentState>([
  // PEPS that cover everything need no gateway.
  ['new', 'initiated succeeded', 'buyer'],
  ['initiated', 'pending succeeded failed abandoned', 'gateway'],
  ['pending', 'succeeded failed abandoned', 'gateway'],
  // A transfer may arrive after everybody has given it up.
  ['failed', 'succeeded', 'gateway'],
  ['abandoned', 'succeeded', 'gateway'],
  ['succeeded', 'reversed', 'gateway'],
])

export type RefundState = 'requested' | 'sent' | 'processed' | 'needs_attention' | 'failed'

export const refundMoves = movesOf<RefundState>([
  // A payment that pays nothing sends itself back.
  ['new', 'requested', 'buyer clock vendor manager coordinator chief gateway hub'],
  ['requested', 'sent', 'gateway'],
  ['sent', 'processed needs_attention failed', 'gateway'],
  // An operator looked at it, or the gateway is asked again.
  ['needs_attention', 'sent', 'operator chief'],
  // Its own people have sent it.
  ['needs_attention', 'processed', 'gateway'],
  ['failed', 'sent', 'gateway'],
])
