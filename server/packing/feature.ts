import type { PackingCommands } from '#api/commands/packing.ts'
import type { Feature } from '#server/feature.ts'
import { correctLoad } from './correct-load.ts'
import { markReady } from './mark-ready.ts'
import { packOrder } from './pack-order.ts'
import { answerShortfall } from './shortfalls/answer-shortfall.ts'
import { carryOutShortfalls } from './shortfalls/carry-out-shortfalls.ts'
import { enterShortfall } from './shortfalls/enter-shortfall.ts'
import { previewShortfall } from './shortfalls/preview-shortfall.ts'
import { withdrawShortfall } from './shortfalls/withdraw-shortfall.ts'
import { weighIn } from './weigh-in.ts'
import { weighOrder } from './weights/weigh-order.ts'

export const packing: Feature<PackingCommands> = {
  commands: {
    'pack-order': packOrder,
    'mark-ready': markReady,
    'weigh-in': weighIn,
    'weigh-order': weighOrder,
    'correct-load': correctLoad,
    'enter-shortfall': enterShortfall,
    'preview-shortfall': previewShortfall,
    'withdraw-shortfall': withdrawShortfall,
    'answer-shortfall': answerShortfall,
  },
  jobs: ({ database, siteUrl }) => ({
    'carry-out-shortfalls': { run: () => carryOutShortfalls(database, siteUrl), everySeconds: 15 },
  }),
}
