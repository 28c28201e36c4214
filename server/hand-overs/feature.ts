import type { HandOverCommands } from '#api/commands/hand-overs.ts'
import type { Feature } from '#server/feature.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { chooseUncollectedOutcome } from './choose-uncollected-outcome.ts'
import { confirmHandOver } from './confirm-hand-over.ts'
import { decideUncollected } from './decide-uncollected.ts'
import { endMembership } from './end-membership.ts'
import { handOverGoods } from './hand-over-goods.ts'
import { inviteStaff } from './invite-staff.ts'
import { logCall } from './log-call.ts'
import { lookUpBuyer } from './look-up-buyer.ts'
import { nameNominee } from './name-nominee.ts'
import { overrideHandOver } from './override-hand-over.ts'
import { readCodes } from './read-codes.ts'
import { releaseHandOvers } from './release-hand-overs.ts'
import { remindToCollect } from './remind-to-collect.ts'
import { renewCode } from './renew-code.ts'
import { sendCodes, textCode } from './send-codes.ts'
import { textInvitation } from './text-invitation.ts'

export const handOvers: Feature<HandOverCommands> = {
  commands: {
    'read-codes': readCodes,
    'renew-code': renewCode,
    'name-nominee': nameNominee,
    'hand-over': handOverGoods,
    'confirm-hand-over': confirmHandOver,
    'override-hand-over': overrideHandOver,
    'invite-staff': inviteStaff,
    'accept-invitation': acceptInvitation,
    'end-membership': endMembership,
    'choose-uncollected-outcome': chooseUncollectedOutcome,
    'look-up-buyer': lookUpBuyer,
    'log-call': logCall,
    'decide-uncollected': decideUncollected,
  },
  jobs: ({ database, siteUrl, codes, sms }) => ({
    'remind-to-collect': { run: () => remindToCollect(database, siteUrl), everySeconds: 60 },
    'send-codes': { run: () => sendCodes({ database, codes, siteUrl }), everySeconds: 15 },
    'text-code': { run: (payload) => textCode({ database, codes, sms }, payload) },
    'text-invitation': { run: (payload) => textInvitation({ database, sms, siteUrl }, payload) },
    'release-hand-overs': { run: () => releaseHandOvers(database), everySeconds: 15 },
  }),
}
