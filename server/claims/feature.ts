import type { ClaimCommands } from '#api/commands/claims.ts'
import type { Feature } from '#server/feature.ts'
import { advanceClaims } from './advance-claims.ts'
import { answerClaim } from './answer-claim.ts'
import { appealClaim } from './appeal-claim.ts'
import { confirmReplacement } from './confirm-replacement.ts'
import { decideAppeal } from './decide-appeal.ts'
import { decideClaim } from './decide-claim.ts'
import { appealLot } from './lots/appeal-lot.ts'
import { decideLot } from './lots/decide-lot.ts'
import { decideLotAppeal } from './lots/decide-lot-appeal.ts'
import { answerOffer } from './offers/answer-offer.ts'
import { offerSettlement } from './offers/offer-settlement.ts'
import { previewClaimRefund } from './offers/preview-claim-refund.ts'
import { withdrawOffer } from './offers/withdraw-offer.ts'
import { openClaim } from './open-claim.ts'
import { proposeDecision } from './propose-decision.ts'
import { withdrawClaim } from './withdraw-claim.ts'

export const claims: Feature<ClaimCommands> = {
  commands: {
    'open-claim': openClaim,
    'answer-claim': answerClaim,
    'offer-settlement': offerSettlement,
    'withdraw-offer': withdrawOffer,
    'answer-offer': answerOffer,
    'preview-claim-refund': previewClaimRefund,
    'confirm-replacement': confirmReplacement,
    'withdraw-claim': withdrawClaim,
    'propose-decision': proposeDecision,
    'decide-claim': decideClaim,
    'appeal-claim': appealClaim,
    'decide-appeal': decideAppeal,
    'decide-lot': decideLot,
    'appeal-lot': appealLot,
    'decide-lot-appeal': decideLotAppeal,
  },
  jobs: ({ database, siteUrl }) => ({
    'advance-claims': { run: () => advanceClaims(database, siteUrl), everySeconds: 15 },
  }),
}
