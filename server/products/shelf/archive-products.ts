import { isRefusal, refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockOwnProducts, ofOwnProducts } from './own-products.ts'

/** A vendor archives products: all of them or none. Archived ones stay as they are. */
export const archiveProducts: Command<'archive-products'> = {
  name: 'archive-products',
  ...ofOwnProducts,
  async run({ input, caller, tx }) {
    const products = await lockOwnProducts(tx, { userId: caller.userId, ids: input.product_ids })
    if (isRefusal(products)) return products
    const open = products.filter(({ archived_at }) => archived_at === null)
    const { rows: live } = await tx.query<{ id: string }>(
      'select id from unnest($1::uuid[]) id where public.product_is_live(id)',
      [open.map(({ id }) => id)],
    )
    const inUse = open.find(({ id }) => live.some((row) => row.id === id))
    if (inUse) return refuse('product_in_use', { message: `${inUse.name}: ${IN_USE}` })
    await tx.query('update public.products set archived_at = now() where id = any ($1::uuid[])', [
      open.map(({ id }) => id),
    ])
    for (const { id, name, unit, base_price } of open) {
      await recordAct(tx, {
        actorId: caller.userId,
        action: 'product.archive',
        subject: { type: 'product', id },
        before: { name, unit, base_price },
      })
    }
    return { archived: open.length }
  },
}

const IN_USE = 'it has running group buys or orders. Archive it when they have ended.'
