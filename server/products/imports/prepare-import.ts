import { checkFields, type Reader, text } from '#domain/forms/validation.ts'
import { readImportRows } from '#domain/products/imports/read-rows.ts'
import type { Measure } from '#domain/products/measures.ts'
import { refuse } from '#domain/refusal.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { readFile } from './read-file.ts'

const file: Reader<string> = (raw) =>
  typeof raw === 'string' && raw !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(raw)
    ? { value: raw }
    : { error: 'Choose a file.' }

/** A vendor uploads a file of products. Every row is checked and stored; no product is written yet. */
export const prepareProductImport: Command<'prepare-product-import'> = {
  name: 'prepare-product-import',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['file_name', 'file'],
  check: (raw) => checkFields(raw, { file_name: text({ label: 'Name of the file', max: 200 }), file }),
  async run({ input, caller, tx }) {
    const { rows: shops } = await tx.query<{ id: string; status: string; now: Date }>(
      'select id, status, clock_timestamp() as now from public.vendors where owner_id = $1',
      [caller.userId],
    )
    const [shop] = shops
    if (!shop) return refuse('vendor_profile_not_found')
    if (shop.status === 'suspended') return refuse('shop_is_suspended')
    const table = await readFile(input.file)
    const { rows: measures } = await tx.query<Measure>(
      `select unit, food, kg_per_unit::float, least_kg::float, most_kg::float, is_equivalent from public.measures order by unit, food`,
    )
    const rows = typeof table === 'string' ? table : readImportRows(table, { today: lagosDate(shop.now), measures })
    if (typeof rows === 'string') return refuse('invalid_input', { message: rows, errors: { file: rows } })
    const faults = rows.filter(({ draft }) => draft === null).length
    const { rows: stored } = await tx.query<{ id: string }>(
      'insert into public.product_imports (vendor_id, file_name, row_count, fault_count) values ($1, $2, $3, $4) returning id',
      [shop.id, input.file_name, rows.length, faults],
    )
    const import_id = stored[0]?.id ?? ''
    await tx.query(
      `insert into public.product_import_rows (import_id, row_number, typed, draft, errors)
       select $1, r.row_number, r.typed, nullif(r.draft, 'null'), r.errors
       from jsonb_to_recordset($2::jsonb) as r (row_number integer, typed jsonb, draft jsonb, errors jsonb)`,
      [import_id, JSON.stringify(rows)],
    )
    return { import_id, row_count: rows.length, fault_count: faults }
  },
}
