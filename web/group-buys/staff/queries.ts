import type { Api } from '#api/api.ts'

/** A published buy that the viewer oversees. */
export async function readOverseenBuy(api: Api, id: string) {
  const { data, error } = await api.tables
    .from('group_buys')
    .select(
      `id, product_name, status, base_price, price_tiers, current_price, final_price, locked_participants, end_date, payment_due_at, share_date, current_participants, paid_participants,
       min_participants, vendor:vendors(id, business_name, state)`,
    )
    .eq('id', id)
    .maybeSingle()
  return { buy: data, failure: error?.message ?? null }
}
