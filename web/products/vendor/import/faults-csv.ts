import { columnHeader } from '#domain/products/imports/columns.ts'
import { apiContext } from '#web/context.ts'
import { csvStream } from '#web/files/csv.ts'
import type { Route } from './+types/faults-csv.ts'
import { productCsv } from './product-csv.ts'
import { type FaultyRow, listFaults, readImport } from './queries.ts'

const BATCH = 500

/** `/vendor/products/import/:id/faults.csv`: the rows that were not imported, with their errors; they can be corrected and uploaded. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const found = await readImport(api, params.id)
  if (!found) return new Response(null, { status: 404 })
  async function* batches() {
    for (let from = 0; ; from += BATCH) {
      const rows = await listFaults(api, { id: params.id, from, to: from + BATCH - 1 })
      yield rows
      if (rows.length < BATCH) return
    }
  }
  return csvStream<FaultyRow>(
    'ajoja-products-to-correct.csv',
    [
      ...productCsv.map(([header, cell]) => [header, (row: FaultyRow) => cell(row.typed)] as const),
      ['Row in your file', ({ row_number }) => row_number],
      [
        'To correct',
        ({ errors }) =>
          Object.entries(errors)
            .map(([field, text]) => `${columnHeader(field)}: ${text}`)
            .join(' '),
      ],
    ],
    batches(),
  )
}
