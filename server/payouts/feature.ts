import type { PayoutCommands } from '#api/commands/payouts.ts'
import type { Feature } from '#server/feature.ts'
import { setBankAccount } from './bank-account/set-bank-account.ts'
import { checkPayout } from './check-payout.ts'
import { holdPayouts } from './hold-payouts.ts'
import { processPayouts } from './process-payouts.ts'
import { requestPayout } from './request-payout.ts'
import { setWeeklyPayouts } from './set-weekly-payouts.ts'

export const payouts: Feature<PayoutCommands> = {
  commands: {
    'set-bank-account': setBankAccount,
    'request-payout': requestPayout,
    'set-weekly-payouts': setWeeklyPayouts,
    'hold-payouts': holdPayouts,
    'check-payout': checkPayout,
  },
  jobs: ({ payments }) => ({
    'process-payouts': { run: () => processPayouts(payments), everySeconds: 5 },
  }),
}
