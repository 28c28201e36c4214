import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** A vendor has the good rows of a checked import written. A job does it. */
export const startProductImport: Command<'start-product-import'> = {
  name: 'start-product-import',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['import_id'],
  check: (raw) => checkFields(raw, { import_id: uuid('Import') }),
  async run({ input, caller, tx }) {
    // A unique index refuses the second of two that start at once.
    const { rows } = await tx.query<{ status: string; shop: string; running: boolean }>(
      `select i.status, v.status as shop,
         exists (select from public.product_imports r where r.vendor_id = v.id and r.status = 'running' and r.id <> i.id) as running
       from public.product_imports i join public.vendors v on v.id = i.vendor_id where i.id = $1 and v.owner_id = $2 for update of i`,
      [input.import_id, caller.userId],
    )
    const [found] = rows
    if (!found) return refuse('import_not_found')
    if (found.shop === 'suspended') return refuse('shop_is_suspended')
    if (found.status !== 'checked') return refuse('product_import_ended')
    if (found.running) return refuse('product_import_running')
    await tx.query(
      `update public.product_imports set status = 'running', started_at = clock_timestamp() where id = $1`,
      [input.import_id],
    )
    await tx.query(`select jobs.enqueue('import-products', $1::jsonb, now(), $2)`, [
      JSON.stringify({ import_id: input.import_id }),
      `import-products:${input.import_id}`,
    ])
    return { import_id: input.import_id }
  },
}
