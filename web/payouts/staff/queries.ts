import type { Api } from '#api/api.ts'

/** Shops with a balance, largest first, and whether a chief has stopped their payouts. */
export async function listShopsWithMoney(api: Api) {
  const [balances, terms] = await Promise.all([
    api.tables
      .from('shop_balances')
      .select(
        'vendor_id, business_name, releasable_kobo, held_kobo, held_orders, disputed_kobo, on_its_way_kobo, on_its_way_payouts',
      )
      .or('releasable_kobo.gt.0,on_its_way_kobo.gt.0,held_kobo.gt.0,disputed_kobo.gt.0')
      .order('releasable_kobo', { ascending: false })
      .order('vendor_id')
      .limit(200),
    api.tables.from('payout_terms').select('vendor_id, held_at, hold_reason').not('held_at', 'is', null).limit(1000),
  ])
  const holds = new Map((terms.data ?? []).map((row) => [row.vendor_id, row.hold_reason]))
  return {
    rows: (balances.data ?? []).map((row) => ({ ...row, holdReason: holds.get(row.vendor_id) ?? null })),
    failure: balances.error?.message ?? terms.error?.message ?? null,
  }
}

export type ShopWithMoney = Awaited<ReturnType<typeof listShopsWithMoney>>['rows'][number]
