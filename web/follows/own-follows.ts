import type { Api } from '#api/api.ts'
import { listPage, rowRange } from '#web/list-page.ts'

/** One page of the user's follows, newest first, each with its open group buys. */
export async function listOwnFollows(api: Api, page: number) {
  const list = listPage(
    await api.tables
      .from('follows')
      .select(
        'id, kind, product_id, vendor_id, wants_restock, product:products(name, unit, shop:vendors(business_name)), shop:vendors(business_name, location)',
        { count: 'exact' },
      )
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowRange(page)),
  )
  const open = await openBuys(api, list.rows)
  const rows = list.rows.map((row) => ({
    id: row.product_id ?? row.vendor_id ?? '',
    kind: row.product_id ? ('product' as const) : ('shop' as const),
    // The user cannot see a removed item any more, and can only unfollow it.
    name: row.product?.name ?? row.shop?.business_name ?? null,
    from: row.product?.shop?.business_name ?? row.shop?.location ?? '',
    wantsRestock: row.wants_restock,
    openBuys: open.filter((buy) =>
      row.product_id ? buy.product_id === row.product_id : buy.vendor_id === row.vendor_id,
    ),
  }))
  return { ...list, rows }
}

export type OwnFollow = Awaited<ReturnType<typeof listOwnFollows>>['rows'][number]

interface Ids {
  product_id: string | null
  vendor_id: string | null
}

async function openBuys(api: Api, follows: readonly Ids[]) {
  const ids = (column: keyof Ids) => follows.flatMap((row) => row[column] ?? [])
  if (follows.length === 0) return []
  const among = (['product_id', 'vendor_id'] as const)
    .filter((column) => ids(column).length > 0)
    .map((column) => `${column}.in.(${ids(column).join(',')})`)
  const { data } = await api.tables
    .from('group_buys')
    .select('id, product_id, vendor_id')
    .eq('status', 'active')
    .gt('end_date', new Date().toISOString())
    .or(among.join(','))
    .throwOnError()
  return data
}
