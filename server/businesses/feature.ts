import type { BusinessCommands } from '#api/commands/accounts.ts'
import type { Feature } from '#server/feature.ts'
import { decideBusiness } from './decide-business.ts'
import { inviteColleague } from './invite-colleague.ts'
import { joinBusiness } from './join-business.ts'
import { leaveBusiness } from './leave-business.ts'
import { orderForBusiness } from './order-for-business.ts'
import { passBusiness } from './pass-business.ts'
import { saveBusiness } from './save-business.ts'
import { textColleague } from './text-colleague.ts'

export const businesses: Feature<BusinessCommands> = {
  commands: {
    'save-business': saveBusiness,
    'decide-business': decideBusiness,
    'order-for-business': orderForBusiness,
    'invite-colleague': inviteColleague,
    'join-business': joinBusiness,
    'pass-business': passBusiness,
    'leave-business': leaveBusiness,
  },
  jobs: ({ database, siteUrl, sms }) => ({
    'text-colleague': { run: (payload) => textColleague({ database, siteUrl, sms }, payload) },
  }),
}
