/** Exports that only tests use so far, with the reason. An entry is removed when the export is used. */
export const EXEMPT_EXPORTS: Record<string, string> = {
  'domain/calendar.ts businessDeadline': 'claims are answered within business days',
  'domain/rewards/referrals.ts referralCreditedBy': 'a completed order earns the referrer a reward',
  'server/hand-overs/open-hand-over.ts openHandOver': 'stored goods are handed over in parts',
  // The trigger uses the same rows, and a test compares the two.
  'domain/all-moves.ts allMoves': 'all tables of moves, for tests',
  // SQL applies the same rule to all rewards of a wallet, and a test compares the two.
  'domain/rewards/ripening.ts ripensAt': 'when a reward may be spent, beside public.group_order_final_at',
}
