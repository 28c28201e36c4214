import type { Api } from '#api/api.ts'

/** The viewer's PEPS in kobo that can be spent. */
export async function readSpendablePeps(api: Api): Promise<number> {
  const { data } = await api.tables.from('own_peps_balance').select('spendable_kobo').maybeSingle().throwOnError()
  return data?.spendable_kobo ?? 0
}

/** One of the shop's published buys; null if there is none. */
export async function readBuyToRaise(api: Api, shopId: string, id: string) {
  const { data } = await api.tables
    .from('group_buys')
    .select(
      'id, product_name, unit, status, base_price, price_tiers, min_participants, current_participants, paid_participants, payment_due_at, most_rise_naira',
    )
    .eq('id', id)
    .eq('vendor_id', shopId)
    .not('published_at', 'is', null)
    .maybeSingle()
    .throwOnError()
  return data
}

export type BuyToRaise = NonNullable<Awaited<ReturnType<typeof readBuyToRaise>>>
