// Every table of moves by the subject's name in `public.allowed_moves`.
import { postMoves } from './blog/states.ts'
import { listedMoves, vendorMoves } from './catalogue/states.ts'
import { claimMoves } from './claims/states.ts'
import { groupBuyMoves } from './group-buys/states.ts'
import { emailLogMoves } from './messages/email-log-states.ts'
import type { Move } from './moves.ts'
import { checkoutMoves, orderMoves } from './orders/states.ts'
import { paymentMoves, refundMoves } from './payments/states.ts'

export const allMoves: Record<string, readonly Move[]> = {
  group_buy: groupBuyMoves,
  order: orderMoves,
  checkout: checkoutMoves,
  payment: paymentMoves,
  refund: refundMoves,
  claim: claimMoves,
  vendor: vendorMoves,
  deal: listedMoves,
  advert: listedMoves,
  post: postMoves,
  email_log: emailLogMoves,
}
