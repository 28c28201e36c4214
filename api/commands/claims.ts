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
  /** The vendor offers a part of the money, as an amount or in units, or a replacement, instead of an answer. */
  'offer-settlement': { input: SettlementOffer; output: ClaimResult & { goods_kobo: number } }
  /** Until the time to answer is over; then the claim is to be answered as before. */
  'withdraw-offer': { input: { claim_id: string }; output: ClaimResult }
  /** The buyer accepts or declines the offer; `outcome` and `goods_kobo` are what they saw. Declined, it goes to staff. */
  'answer-offer': { input: OfferAnswer; output: ClaimResult }
  /**
   * Shows what a refund of these goods of a claim gives the buyer and costs the shop; for both sides. `goods_kobo` null: as
   * much as was claimed and is left.
   */
  'preview-claim-refund': { input: { claim_id: string; goods_kobo: number | null }; output: ClaimRefundPreview }
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

interface SettlementOffer {
  claim_id: string
  outcome: PreferredOutcome
  goods_kobo: number | null
  units: number | null
  text: string
  evidence: string[]
}

interface OfferAnswer {
  claim_id: string
  answer: 'accept' | 'decline'
  outcome: PreferredOutcome
  goods_kobo: number
  text: string
}

export interface ClaimRefundPreview {
  goods_kobo: number
  /** The part of the buyer's fee, and the delivery fee, that come back with them. */
  fee_kobo: number
  delivery_kobo: number
  returned_kobo: number
  /** The goods less the shop's own fee on them; null for the buyer. */
  shop_loses_kobo: number | null
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
