import { uuidText } from '#domain/forms/validation.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'

/** Rows of one transaction: short enough that a cart with one of the products does not wait long. */
const BATCH_SIZE = 50

/**
 * Writes the rows of a running import, batch by batch. Each batch commits its rows' outcomes, so the next run, after a
 * crash or a restart, goes on with the rest.
 */
export async function importProducts(
  database: Pick<Database, 'as'>,
  payload: unknown,
  signal?: AbortSignal,
): Promise<void> {
  const id = uuidText((payload as { import_id?: unknown } | null)?.import_id)
  if (!id) return
  for (let written = BATCH_SIZE; written === BATCH_SIZE; ) {
    signal?.throwIfAborted()
    written = await database.as(SERVICE, async (tx) => {
      const { rows } = await tx.query<{ written: number }>('select public.import_products($1, $2) as written', [
        id,
        BATCH_SIZE,
      ])
      return rows[0]?.written ?? 0
    })
  }
}
