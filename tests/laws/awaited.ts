/** Rules that stand tested before their command: what the money, hand-over and claims issues call. Each goes when it is called. */
export const AWAITED: Record<string, string> = {
  'domain/calendar.ts businessDeadline': 'claims are answered within business days',
  'domain/group-buys/progress.ts payUntil': 'a place is held unpaid until then',
  'domain/money.ts feeBackKobo': 'refunds give the fee back by steps',
  'domain/money.ts allocate': 'settling shares an amount between orders to the kobo',
  'domain/payments/handing-over.ts goodsBackKobo': 'short delivery gives back goods and their fee',
  'domain/payments/rewarding.ts rewardBackKobo': 'a partial refund takes its part of the reward back',
  'domain/rewards/referrals.ts referralCreditedBy': 'a completed order credits who referred the buyer',
  // Not a rule to call: the trigger holds the same rows, and a test compares the two.
  'domain/all-moves.ts allMoves': 'the moves by subject, for tests and the law of causes',
}
