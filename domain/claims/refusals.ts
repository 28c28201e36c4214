import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const claimRefusals = {
  invalid: {
    claim_reason_wrong: /*i18n*/ 'This reason does not fit. Goods were either handed over or never came.',
    share_wrong: 'A refund is 1 to 100 per cent of what each claim asks; every other outcome is 0.',
    outcome_exceeds_request: 'A refund is above zero and at most what was asked and is still there to come back.',
    outcome_moves_nothing: 'Only a refund gives goods back: leave the amount at 0.',
  },
  forbidden: {
    own_case: 'Nobody decides in their own case: you have a part in this one.',
    own_decision: 'An appeal is decided by a person who did not decide before.',
  },
  missing: {
    claim_not_found: /*i18n*/ 'Claim not found',
    lot_not_found: 'Lot incident not found',
  },
  conflict: {
    claim_too_late: /*i18n*/ 'The time to make a claim on this order has passed.',
    claim_too_early: /*i18n*/ 'These goods are not due yet. You can claim them from the day they should have come.',
    claim_empty: /*i18n*/ 'These goods cannot be claimed. Please look at the order again.',
    claim_exceeds_units: /*i18n*/ 'This is more than was handed over.',
    claim_part_of_unit: /*i18n*/ 'These goods are counted in pieces: please give a whole number.',
    claim_exceeds_value: /*i18n*/ 'You can ask for at most what these goods cost.',
    goods_at_hub: /*i18n*/ 'These goods are at the hub where you collect them, so they have come.',
    claim_made: /*i18n*/ 'You have already made a claim about this. You will find it under Claims.',
    claim_answered: /*i18n*/ 'This claim has already been answered.',
    claim_answer_late: /*i18n*/ 'The time to answer has passed, so this claim is upheld. You may appeal.',
    claim_decided: /*i18n*/ 'This claim has been decided, so it can no longer be withdrawn.',
    claim_status_changed: /*i18n*/ 'This claim has changed since you saw it. Please look at it again.',
    decided_with_lot: /*i18n*/ 'This claim is decided together with the others of its lot.',
    lot_status_changed: 'This lot has changed since you saw it. Please look at it again.',
    vendor_response_pending: 'The vendor has time to answer these claims first.',
    proposal_first: 'The manager has time to propose a decision first.',
    appeal_too_late: /*i18n*/ 'The time to appeal has passed.',
    evidence_unknown: /*i18n*/ 'A picture or film was not found. Please add it again.',
  },
} as const satisfies RefusalTexts
