import type { CycleCommands } from '#api/commands/group-buys.ts'
import type { Feature } from '#server/feature.ts'
import { advanceCycles } from './advance-cycles.ts'
import { changeCycle } from './change-cycle.ts'
import { repeatGroupBuy } from './repeat-group-buy.ts'
import { changeStandingOrder } from './standing/change-standing-order.ts'
import { saveStandingOrder } from './standing/save-standing-order.ts'

export const cycles: Feature<CycleCommands> = {
  commands: {
    'repeat-group-buy': repeatGroupBuy,
    'change-cycle': changeCycle,
    'save-standing-order': saveStandingOrder,
    'change-standing-order': changeStandingOrder,
  },
  jobs: ({ database, siteUrl }) => ({
    'advance-cycles': { run: () => advanceCycles({ database, siteUrl }), everySeconds: 30 },
  }),
}
