import type { ClaimPayer, ClaimReason, Outcome, Wish } from '#domain/claims/claiming.ts'

/** Commands about claims, lot incidents and ratings. */
export interface ClaimCommands {
  /** The caller's claim about goods of a hand-over, or (`hand_over_id` null) goods that did not come. `asked_kobo` null: all they cost. */
  'open-claim': { input: OpenClaimInput; output: { claim_id: string } }
  'answer-claim': {
    input: { claim_id: string; answer: 'accept' | 'contest'; text: string; evidence: string[] }
    output: ClaimResult
  }
  /** By its buyer: the goods that were to replace others have come. */
  'confirm-replacement': { input: { claim_id: string }; output: { claim_id: string } }
  'withdraw-claim': { input: { claim_id: string; text: string }; output: ClaimResult }
  /** A manager proposes, a coordinator decides, a chief hears the appeal: nobody in their own case. */
  'propose-decision': { input: ClaimDecisionInput; output: ClaimResult }
  'decide-claim': { input: ClaimDecisionInput; output: ClaimResult }
  'appeal-claim': { input: { claim_id: string; text: string }; output: ClaimResult }
  'decide-appeal': { input: ClaimDecisionInput; output: ClaimResult }
  /** One decision for all claims of a lot that are not decided yet: a share of what each asks. One appeal for all. */
  'decide-lot': { input: LotDecisionInput; output: LotResult }
  'appeal-lot': { input: { lot_id: string; text: string }; output: LotResult }
  'decide-lot-appeal': { input: LotDecisionInput; output: LotResult }
  /** One to five stars for the shop of an order that was handed over. */
  'rate-order': { input: { order_id: string; rating: number; comment: string }; output: { review_id: string } }
  'reply-to-review': { input: { review_id: string; reply: string }; output: { review_id: string } }
  'report-review': { input: { review_id: string; reason: string }; output: { review_id: string } }
  /** What was reported is hidden, or stays. */
  'judge-review': {
    input: { review_id: string; hide: boolean; reason: string }
    output: { review_id: string; hidden: boolean }
  }
}

interface OpenClaimInput {
  order_id: string
  hand_over_id: string | null
  reason: ClaimReason
  wish: Wish
  asked_kobo: number | null
  lines: { line_id: string; quantity: number }[]
  text: string
  /** Names of the caller's files in the bucket `evidence`. */
  evidence: string[]
}

interface ClaimDecisionInput {
  claim_id: string
  outcome: Outcome
  /** Of what was asked; 0 unless it is a refund. */
  goods_kobo: number
  payer: ClaimPayer
  reason: string
}

interface LotDecisionInput {
  lot_id: string
  outcome: Outcome
  /** 1 to 100 of what each claim asks; 0 unless it is a refund. */
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
