// All tables of moves, by subject in `public.allowed_moves`.
import { circleMoves, memberMoves } from './ajo/states.ts'
import { postMoves } from './blog/states.ts'
import { lotMoves } from './claims/lot-states.ts'
import { claimMoves } from './claims/states.ts'
import { listedMoves } from './content/states.ts'
import { cycleMoves, standingMoves } from './cycles/states.ts'
import { groupBuyMoves } from './group-buys/states.ts'
import { emailLogMoves } from './mails/email-log-states.ts'
import type { Move } from './moves.ts'
import { checkoutMoves, orderMoves } from './orders/states.ts'
import { paymentMoves, refundMoves } from './payments/states.ts'
import { payoutMoves } from './payouts/states.ts'
import { vendorMoves } from './vendors/states.ts'

export const allMoves: Record<string, readonly Move[]> = {
  group_buy: groupBuyMoves,
  order: orderMoves,
  checkout: checkoutMoves,
  payment: paymentMoves,
  refund: refundMoves,
  payout: payoutMoves,
  claim: claimMoves,
  lot: lotMoves,
  vendor: vendorMoves,
  deal: listedMoves,
  advert: listedMoves,
  post: postMoves,
  email_log: emailLogMoves,
  ajo_circle: circleMoves,
  ajo_member: memberMoves,
  buy_cycle: cycleMoves,
  standing_order: standingMoves,
}
