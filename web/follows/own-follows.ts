import type { Api } from '#api/api.ts'
import { listPage, rowsOf } from '../list-page.ts'

/** One page of what a person follows, newest first, each with the group buys that run on it now. */
export async function listOwnFollows(api: Api, page: number) {
  const list = listPage(
    await api.tables
      .from('follows')
      .select(
        'id, kind, product_id, vendor_id, product:products(name, unit, shop:vendors(business_name)), shop:vendors(business_name, location)',
        { count: 'exact' },
      )
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowsOf(page)),
  )
  const open = await openBuys(api, list.rows)
  const rows = list.rows.map((row) => ({
    id: row.product_id ?? row.vendor_id ?? '',
    kind: row.product_id ? ('product' as const) : ('shop' as const),
    // What has gone is no longer theirs to see, only to let go.
    name: row.product?.name ?? row.shop?.business_name ?? null,
    from: row.product?.shop?.business_name ?? row.shop?.location ?? '',
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
  return data ?? []
}
