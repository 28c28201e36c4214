import type { StaffCommands } from '#api/commands/staff.ts'
import type { Feature } from '#server/feature.ts'
import { assignRegion } from './assign-region.ts'
import { decideAmount } from './decide-amount.ts'
import { findPeopleByContact } from './find-people-by-contact.ts'
import { notifyOfPlannedRates } from './notify-of-planned-rates.ts'
import { planSetting } from './plan-setting.ts'
import { withdrawSetting } from './withdraw-setting.ts'

export const staff: Feature<StaffCommands> = {
  commands: {
    'decide-amount': decideAmount,
    'assign-region': assignRegion,
    'find-people-by-contact': findPeopleByContact,
    'plan-setting': planSetting,
    'withdraw-setting': withdrawSetting,
  },
  jobs: ({ database, siteUrl }) => ({
    'notify-of-planned-rates': { run: () => notifyOfPlannedRates(database, siteUrl), everySeconds: 60 },
  }),
}
