import type { HandOverCommands } from '#api/commands/hand-overs.ts'
import type { Feature } from '#server/feature.ts'
import { nameNominee } from './codes/name-nominee.ts'
import { readCodes } from './codes/read-codes.ts'
import { renewCode } from './codes/renew-code.ts'
import { sendCodes, textCode } from './codes/send-codes.ts'
import { confirmHandOver } from './confirm-hand-over.ts'
import { handOverGoods } from './hand-over-goods.ts'
import { readCodeChecks } from './offline/read-code-checks.ts'
import { sendOfflineHandOver } from './offline/send-offline-hand-over.ts'
import { settleOfflineHandOver } from './offline/settle-offline-hand-over.ts'
import { overrideHandOver } from './override-hand-over.ts'
import { releaseHandOvers } from './release-hand-overs.ts'
import { acceptInvitation } from './staff/accept-invitation.ts'
import { endMembership } from './staff/end-membership.ts'
import { inviteStaff } from './staff/invite-staff.ts'
import { textInvitation } from './staff/text-invitation.ts'
import { chooseUncollectedOutcome } from './uncollected/choose-uncollected-outcome.ts'
import { decideUncollected } from './uncollected/decide-uncollected.ts'
import { logCall } from './uncollected/log-call.ts'
import { lookUpBuyer } from './uncollected/look-up-buyer.ts'
import { remindToCollect } from './uncollected/remind-to-collect.ts'

export const handOvers: Feature<HandOverCommands> = {
  commands: {
    'read-codes': readCodes,
    'renew-code': renewCode,
    'name-nominee': nameNominee,
    'hand-over': handOverGoods,
    'read-code-checks': readCodeChecks,
    'send-offline-hand-over': sendOfflineHandOver,
    'settle-offline-hand-over': settleOfflineHandOver,
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
    'text-code': { run: (payload) => textCode({ database, codes }, payload) },
    'text-invitation': { run: (payload) => textInvitation({ database, sms, siteUrl }, payload) },
    'release-hand-overs': { run: () => releaseHandOvers(database), everySeconds: 15 },
  }),
}
