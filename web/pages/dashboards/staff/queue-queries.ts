import type { Api } from '#api/api.ts'
import type { Scope } from '#web/desk/lists/scope.ts'

/** Buys that are not over, the next to be due first. */
export async function listRunningBuys(api: Api, { states }: Scope) {
  let query = api.tables
    .from('group_buys')
    .select(
      `id, product_name, status, end_date, payment_due_at, paid_participants, min_participants, allow_extension, extended_at, honoured_at, part_pack_until, part_pack_confirmed_at, final_price,
       vendor:vendors!inner(id, business_name, state)`,
    )
    .in('status', ['active', 'closed', 'settling', 'confirmed'])
  if (states) query = query.in('vendor.state', states)
  const { data, error } = await query.order('payment_due_at').order('id').limit(200)
  return { rows: data ?? [], failure: error?.message ?? null }
}

export type RunningBuy = Awaited<ReturnType<typeof listRunningBuys>>['rows'][number]

/** Stuck refunds, and payments that paid for nothing, of orders in the region. */
export async function listOddMoney(api: Api) {
  const [refunds, payments] = await Promise.all([
    api.tables.from('overseen_refunds').select('*').order('created_at').limit(200),
    api.tables.from('overseen_odd_payments').select('*').order('created_at', { ascending: false }).limit(200),
  ])
  return {
    refunds: refunds.data ?? [],
    payments: payments.data ?? [],
    failure: refunds.error?.message ?? payments.error?.message ?? null,
  }
}

export type OddRefund = Awaited<ReturnType<typeof listOddMoney>>['refunds'][number]
export type OddPayment = Awaited<ReturnType<typeof listOddMoney>>['payments'][number]
