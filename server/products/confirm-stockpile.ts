import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Staff who oversee the shop confirm that a product keeps for two weeks at a hub, or revoke it (semantics, section 6).
 */
export const confirmStockpile: Command<'confirm-stockpile'> = {
  name: 'confirm-stockpile',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['product_id', 'confirmed'],
  check: (raw) =>
    checkFields(raw, {
      product_id: uuid('Product'),
      confirmed: (sent) =>
        typeof sent === 'boolean' ? { value: sent } : { error: 'Please say whether it is confirmed.' },
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ name: string; offered: boolean; was: boolean; overseen: boolean }>(
      `select p.name, p.stockpile_allowed as offered, p.can_be_stockpiled as was,
         rights.person_oversees($2, v.state) as overseen
       from public.products p join public.vendors v on v.id = p.vendor_id where p.id = $1 and p.archived_at is null for update of p`,
      [input.product_id, caller.userId],
    )
    const product = rows[0]
    if (!product?.overseen) return refuse('not_allowed')
    if (input.confirmed && !product.offered) return refuse('stockpile_not_offered')
    if (input.confirmed === product.was)
      return { product_id: input.product_id, can_be_stockpiled: product.was, has_changed: false }
    await tx.query(
      `update public.products set stockpile_confirmed_by = case when $2 then $3::uuid end, stockpile_confirmed_at = case when $2 then now() end
       where id = $1`,
      [input.product_id, input.confirmed, caller.userId],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'product.stockpile',
      subject: { type: 'product', id: input.product_id },
      before: { can_be_stockpiled: product.was, name: product.name },
      after: { can_be_stockpiled: input.confirmed },
    })
    return { product_id: input.product_id, can_be_stockpiled: input.confirmed, has_changed: true }
  },
}
