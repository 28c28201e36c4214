import { EXAMPLE_ROWS } from '#domain/products/imports/columns.ts'
import { csvResponse, csvText } from '#web/files/csv.ts'
import { productCsv } from './product-csv.ts'

/** `/vendor/products/template.csv`: the columns with rows as examples. */
export const loader = () => csvResponse('ajoja-products-template.csv', csvText(productCsv, EXAMPLE_ROWS))
