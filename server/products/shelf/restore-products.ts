import { isRefusal } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockOwnProducts, ofOwnProducts } from './own-products.ts'

/** A vendor takes products out of the archive. A guard refuses those that our staff removed. */
export const restoreProducts: Command<'restore-products'> = {
  name: 'restore-products',
  ...ofOwnProducts,
  async run({ input, caller, tx }) {
    const products = await lockOwnProducts(tx, { userId: caller.userId, ids: input.product_ids })
    if (isRefusal(products)) return products
    const archived = products.filter(({ archived_at }) => archived_at !== null)
    await tx.query('update public.products set archived_at = null, paused_until = null where id = any ($1::uuid[])', [
      archived.map(({ id }) => id),
    ])
    for (const { id, name } of archived) {
      await recordAct(tx, {
        actorId: caller.userId,
        action: 'product.restore',
        subject: { type: 'product', id },
        before: { name },
      })
    }
    return { restored: archived.length }
  },
}
