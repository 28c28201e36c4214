// States of payments and refunds (docs/states-amounts-clocks.md, "Payment"). Only a status read from the gateway makes
// a payment succeed (confirming.ts), or PEPS that cover everything.
import { parseMoves } from '#domain/moves.ts'

export type PaymentState = 'initiated' | 'pending' | 'succeeded' | 'failed' | 'abandoned' | 'reversed'

export const paymentMoves = parseMoves<PaymentState>([
  // Payments fully covered by PEPS bypass the gateway.
  ['new', 'initiated succeeded', 'buyer'],
  ['initiated', 'pending succeeded failed abandoned', 'gateway'],
  ['pending', 'succeeded failed abandoned', 'gateway'],
  // A transfer may arrive after the payment was given up.
  ['failed', 'succeeded', 'gateway'],
  ['abandoned', 'succeeded', 'gateway'],
  ['succeeded', 'reversed', 'gateway'],
])

export type RefundState = 'requested' | 'sent' | 'processed' | 'needs_attention' | 'failed'

export const refundMoves = parseMoves<RefundState>([
  // Payments that pay no order are refunded automatically.
  ['new', 'requested', 'buyer clock vendor manager coordinator chief gateway hub'],
  ['requested', 'sent', 'gateway'],
  ['sent', 'processed needs_attention failed', 'gateway'],
  // An operator resolved it, or the request to the gateway is repeated.
  ['needs_attention', 'sent', 'operator chief'],
  // The gateway's staff have sent it.
  ['needs_attention', 'processed', 'gateway'],
  ['failed', 'sent', 'gateway'],
])
