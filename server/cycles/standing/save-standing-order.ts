import { checkStandingOrder } from '#domain/cycles/standing-order.ts'
import { limitFault } from '#domain/group-buys/participants/joining.ts'
import { nairaToKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { SHOP_STAFF } from '#domain/texts/screens.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Sets up the caller's standing order in a cycle, or changes it. It is for rounds that open from now on. */
export const saveStandingOrder: Command<'save-standing-order'> = {
  name: 'save-standing-order',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['cycle_id', 'quantity', 'most', 'mode'],
  check: checkStandingOrder,
  async run({ input, caller, tx }) {
    await tx.query(`select public.caused_by('buyer')`)
    const { rows } = await tx.query<CycleTermsRow>(
      `select c.status, v.owner_id = $2 as is_owner, rights.serves_shop($2, v.id) as serves_shop, rights.is_confirmed($2) as is_confirmed,
         p.min_quantity, p.max_quantity
       from public.buy_cycles c join public.vendors v on v.id = c.vendor_id join public.products p on p.id = c.product_id
       where c.id = $1 for key share of c`,
      [input.cycle_id, caller.userId],
    )
    const [terms] = rows
    if (!terms) return refuse('cycle_not_found')
    if (terms.status === 'ended') return refuse('cycle_over')
    if (terms.is_owner) return refuse('own_shop')
    if (terms.serves_shop) return refuse('own_shop', { message: SHOP_STAFF })
    if (!terms.is_confirmed) return refuse('contact_not_confirmed')
    const limits = { minQuantity: terms.min_quantity, maxQuantity: terms.max_quantity }
    const fault = limitFault(limits, input.quantity)
    if (fault) return fault
    const { rows: saved } = await tx.query<{ id: string }>(
      `insert into public.standing_orders (cycle_id, person_id, quantity, most_kobo, mode) values ($1, $2, $3, $4, $5)
       on conflict (cycle_id, person_id) where status <> 'ended' do update set quantity = excluded.quantity, most_kobo = excluded.most_kobo, mode = excluded.mode
       returning id`,
      [input.cycle_id, caller.userId, input.quantity, nairaToKobo(input.most), input.mode],
    )
    const [order] = saved
    if (!order) throw new Error('An insert returns its row')
    return { standing_order_id: order.id }
  },
}

interface CycleTermsRow {
  status: string
  is_owner: boolean
  serves_shop: boolean
  is_confirmed: boolean
  min_quantity: number
  max_quantity: number | null
}
