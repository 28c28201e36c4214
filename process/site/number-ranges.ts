import type pg from 'pg'
import { addIdentityEntry, SiteFault } from '#platform/secrets/site-identity.ts'

const CELL = 'cell'
/** Size of a cell's range in each series; its numbers begin with the cell's own. */
const STRIDE = 100_000_000
/** Series that are never reset, with their first number. */
const SERIES = { order_numbers: 10_001, claim_numbers: 1_001, lot_numbers: 101 }

/** Throws a `SiteFault` if the database has given out numbers of another cell. */
export function checkNumberRange(known: ReadonlyMap<string, string>, cell: number | null): void {
  const own = known.get(CELL)
  if (own === undefined || own === String(cell)) return
  throw new SiteFault(
    `The numbers of this database begin with ${own}, its cell's. Set CELL=${own}: with ${cell ?? 'none'}, another market's orders would get the same numbers.`,
  )
}

/**
 * Makes order numbers, claims, lots and documents begin with the cell's number (decision 0070). A site that was open
 * before retains the numbers it has given out. Documents use the new series from the first one of a year on.
 */
export async function reserveNumberRange(
  client: pg.ClientBase,
  known: ReadonlyMap<string, string>,
  cell: number | null,
) {
  if (cell === null || known.has(CELL)) return
  const offset = cell * STRIDE
  for (const [name, first] of Object.entries(SERIES)) {
    await client.query(
      `alter sequence public.${name} minvalue 1 maxvalue ${offset + STRIDE - 1} start ${offset + first} restart ${offset + first} no cycle`,
    )
  }
  for (const kind of ['receipts', 'invoices', 'credit_notes']) {
    await client.query(`alter table public.document_numbers alter column ${kind} set default ${offset}`)
  }
  await addIdentityEntry(client, CELL, String(cell))
}
