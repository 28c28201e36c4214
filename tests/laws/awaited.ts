/** Rules that stand tested before their command: what the money, hand-over and claims issues call. Each goes when it is called. */
export const AWAITED: Record<string, string> = {
  'domain/calendar.ts businessDeadline': 'claims are answered within business days',
  'domain/rewards/referrals.ts referralCreditedBy': 'a completed order credits who referred the buyer',
  'server/hand-overs/open-hand-over.ts openHandOver': 'goods left with us are handed over in parts',
  // Not a rule to call: the trigger holds the same rows, and a test compares the two.
  'domain/all-moves.ts allMoves': 'the moves by subject, for tests and the law of causes',
  // Nor this one: SQL sums it over all rewards of a purse, and a test compares the two.
  'domain/rewards/ripening.ts ripensAt': 'when a reward may be spent, beside public.group_order_final_at',
}
