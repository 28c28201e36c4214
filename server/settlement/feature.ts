import type { SettlementCommands } from '#api/commands/settlement.ts'
import type { Feature } from '#server/feature.ts'
import { advanceGroupBuys } from './advance-group-buys.ts'
import { confirmPartPack } from './confirm-part-pack.ts'
import { honourGroupBuy } from './honour-group-buy.ts'
import { processPayments } from './process-payments.ts'

export const settlement: Feature<SettlementCommands> = {
  commands: {
    'confirm-part-pack': confirmPartPack,
    'honour-group-buy': honourGroupBuy,
  },
  jobs: ({ database, siteUrl, payments, beforePayments }) => ({
    'advance-group-buys': { run: () => advanceGroupBuys(database, siteUrl), everySeconds: 15 },
    'process-payments': {
      run: async () => {
        await beforePayments?.()
        await processPayments(payments)
      },
      everySeconds: 5,
    },
  }),
}
