import type { Api } from '#api/api.ts'

const PAYOUT = `id, vendor_id, amount_kobo, status, trouble, trouble_text, reference, created_at, answered_at,
  shop:vendors(business_name), account:bank_accounts(bank_name, last_four)`

/** Payouts that need attention, oldest first: stuck ones, and those with contradictory reports from the gateway. */
export async function listStuckPayouts(api: Api) {
  const { data, error } = await api.tables
    .from('payouts')
    .select(PAYOUT)
    .or('status.eq.needs_attention,trouble.eq.contradiction')
    .order('created_at')
    .limit(200)
  return { rows: data ?? [], failure: error?.message ?? null }
}

/** The newest ones, in any state. */
export async function listNewestPayouts(api: Api) {
  const { data, error } = await api.tables
    .from('payouts')
    .select(PAYOUT)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(50)
  return { rows: data ?? [], failure: error?.message ?? null }
}

export type StaffPayout = Awaited<ReturnType<typeof listStuckPayouts>>['rows'][number]

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
