import type { ProductCommands } from '#api/commands/products.ts'
import type { Feature } from '#server/feature.ts'
import { answerQuestion } from './answer-question.ts'
import { askQuestion } from './ask-question.ts'
import { confirmStockpile } from './confirm-stockpile.ts'
import { judgeQuestion } from './judge-question.ts'
import { removeMeasure } from './remove-measure.ts'
import { reportQuestion } from './report-question.ts'
import { saveMeasure } from './save-measure.ts'

export const products: Feature<ProductCommands> = {
  commands: {
    'ask-question': askQuestion,
    'answer-question': answerQuestion,
    'report-question': reportQuestion,
    'judge-question': judgeQuestion,
    'save-measure': saveMeasure,
    'remove-measure': removeMeasure,
    'confirm-stockpile': confirmStockpile,
  },
}
