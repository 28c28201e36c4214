import { moment } from '#domain/forms/times.ts'
import { checkFields, optional } from '#domain/forms/validation.ts'
import { pauseFault } from '#domain/products/pauses.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { lockOwnProducts, productIds } from './own-products.ts'

/** A vendor takes products out of sale until a time, or sells them again at once. Group buys go on. */
export const pauseProducts: Command<'pause-products'> = {
  name: 'pause-products',
  who: 'signed-in',
  personal: true,
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['product_ids', 'until'],
  check: (raw) => checkFields(raw, { product_ids: productIds, until: optional(moment({ label: 'The time' })) }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ now: Date }>('select clock_timestamp() as now')
    const fault = input.until !== null && rows[0] ? pauseFault(new Date(input.until), rows[0].now) : null
    if (fault) return refuse('invalid_input', { message: fault, errors: { until: fault } })
    const products = await lockOwnProducts(tx, { userId: caller.userId, ids: input.product_ids })
    if (isRefusal(products)) return products
    if (products.some(({ archived_at }) => archived_at !== null)) return refuse('product_not_found')
    await tx.query(
      'update public.products set paused_until = $2 where id = any ($1::uuid[]) and paused_until is distinct from $2',
      [input.product_ids, input.until],
    )
    return { paused_until: input.until }
  },
}
