import type { ClaimOutcome, ClaimPayer, ClaimReason, PreferredOutcome } from '#domain/claims/claiming.ts'

export interface ClaimCommands {
  /**
   * Opens the caller's claim about handed-over goods, or (`hand_over_id` null) about goods that did not arrive.
   * `requested_kobo` null claims their whole price.
   */
  'open-claim': { input: OpenClaimInput; output: { claim_id: string } }
  'answer-claim': {
    input: { claim_id: string; answer: 'accept' | 'contest'; text: string; evidence: string[] }
    output: ClaimResult
  }
  /** The buyer confirms that the replacement goods have arrived. */
  'confirm-replacement': { input: { claim_id: string }; output: { claim_id: string } }
  'withdraw-claim': { input: { claim_id: string; text: string }; output: ClaimResult }
  /** A manager proposes, a coordinator decides, a chief decides the appeal; none of them in a case of their own. */
  'propose-decision': { input: ClaimDecisionInput; output: ClaimResult }
  'decide-claim': { input: ClaimDecisionInput; output: ClaimResult }
  'appeal-claim': { input: { claim_id: string; text: string }; output: ClaimResult }
  'decide-appeal': { input: ClaimDecisionInput; output: ClaimResult }
  /** One decision for all undecided claims of a lot, as a share of what each claims; one appeal for all of them. */
  'decide-lot': { input: LotDecisionInput; output: LotResult }
  'appeal-lot': { input: { lot_id: string; text: string }; output: LotResult }
  'decide-lot-appeal': { input: LotDecisionInput; output: LotResult }
}

interface OpenClaimInput {
  order_id: string
  hand_over_id: string | null
  reason: ClaimReason
  preferred_outcome: PreferredOutcome
  requested_kobo: number | null
  lines: { line_id: string; quantity: number }[]
  text: string
  /** Names of the caller's files in the bucket `evidence`. */
  evidence: string[]
}

interface ClaimDecisionInput {
  claim_id: string
  outcome: ClaimOutcome
  /** The part of the claimed amount that is granted; 0 unless the outcome is a refund. */
  goods_kobo: number
  payer: ClaimPayer
  reason: string
}

interface LotDecisionInput {
  lot_id: string
  outcome: ClaimOutcome
  /** 1 to 100 per cent of what each claim asks; 0 unless the outcome is a refund. */
  share_percent: number
  payer: ClaimPayer
  reason: string
}

interface LotResult {
  lot_id: string
  status: string
}

interface ClaimResult {
  claim_id: string
  status: string
}
