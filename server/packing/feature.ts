import type { PackingCommands } from '#api/commands/packing.ts'
import type { Feature } from '#server/feature.ts'
import { answerShortfall } from './answer-shortfall.ts'
import { carryOutShortfalls } from './carry-out-shortfalls.ts'
import { correctLoad } from './correct-load.ts'
import { enterShortfall } from './enter-shortfall.ts'
import { markReady } from './mark-ready.ts'
import { packOrder } from './pack-order.ts'
import { previewShortfall } from './preview-shortfall.ts'
import { weighIn } from './weigh-in.ts'
import { withdrawShortfall } from './withdraw-shortfall.ts'

export const packing: Feature<PackingCommands> = {
  commands: {
    'pack-order': packOrder,
    'mark-ready': markReady,
    'weigh-in': weighIn,
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
