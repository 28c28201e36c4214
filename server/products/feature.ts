import type { ProductCommands } from '#api/commands/products.ts'
import type { Feature } from '#server/feature.ts'
import { answerQuestion } from './answer-question.ts'
import { askQuestion } from './ask-question.ts'
import { confirmStockpile } from './confirm-stockpile.ts'
import { deleteOldImports } from './imports/delete-old-imports.ts'
import { importProducts } from './imports/import-products.ts'
import { prepareProductImport } from './imports/prepare-import.ts'
import { startProductImport } from './imports/start-import.ts'
import { judgeQuestion } from './judge-question.ts'
import { removeMeasure } from './remove-measure.ts'
import { reportQuestion } from './report-question.ts'
import { saveMeasure } from './save-measure.ts'
import { archiveProducts } from './shelf/archive-products.ts'
import { endPauses } from './shelf/end-pauses.ts'
import { pauseProducts } from './shelf/pause-products.ts'
import { restoreProducts } from './shelf/restore-products.ts'
import { setOutOfStock, setStock } from './shelf/set-stock.ts'

export const products: Feature<ProductCommands> = {
  commands: {
    'ask-question': askQuestion,
    'answer-question': answerQuestion,
    'report-question': reportQuestion,
    'judge-question': judgeQuestion,
    'save-measure': saveMeasure,
    'remove-measure': removeMeasure,
    'confirm-stockpile': confirmStockpile,
    'archive-products': archiveProducts,
    'restore-products': restoreProducts,
    'pause-products': pauseProducts,
    'set-stock': setStock,
    'set-out-of-stock': setOutOfStock,
    'prepare-product-import': prepareProductImport,
    'start-product-import': startProductImport,
  },
  deleteOldRows: deleteOldImports,
  jobs: ({ database }) => ({
    'import-products': { run: (payload, { signal }) => importProducts(database, payload, signal) },
    'end-pauses': { run: () => endPauses(database), everySeconds: 15 },
  }),
}
