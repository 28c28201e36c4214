import type { Api } from '#api/api.ts'
import { orderEarnings } from '#domain/orders/earnings.ts'
import { isId, listPage, rowRange } from '#web/list-page.ts'
import { readAllRows } from '#web/lists/read-all-rows.ts'

interface BuyKey {
  shopId: string
  buyId: string
}

/** A published buy of the shop, with the sums of its money. */
export async function readBuyMoney(api: Api, { shopId, buyId }: BuyKey) {
  if (!isId(buyId)) return { buy: null, sums: null, failure: null }
  const [buy, sums] = await Promise.all([
    api.tables
      .from('group_buys')
      .select('id, product_name, unit, status, final_price')
      .eq('id', buyId)
      .eq('vendor_id', shopId)
      .not('published_at', 'is', null)
      .maybeSingle(),
    readOwnSums(api, buyId),
  ])
  return { buy: buy.data, sums, failure: buy.error?.message ?? null }
}

/** The sums, for its shop and the staff who oversee it; null for other users. */
export async function readOwnSums(api: Api, buyId: string) {
  return (await api.tables.from('own_buy_sums').select('*').eq('group_buy_id', buyId).maybeSingle()).data
}

const earningsQuery = (api: Api, { shopId, buyId }: BuyKey) =>
  api.tables
    .from('order_earnings')
    .select('*', { count: 'exact' })
    .eq('group_buy_id', buyId)
    .eq('vendor_id', shopId)
    .order('order_no')

export async function listEarnings(api: Api, key: BuyKey, page: number) {
  const list = listPage(await earningsQuery(api, key).range(...rowRange(page)))
  return { ...list, rows: list.rows.map(toEarning) }
}

export async function readAllEarnings(api: Api, key: BuyKey) {
  const { rows, failure } = await readAllRows((from, to) => earningsQuery(api, key).range(from, to))
  return { rows: rows.map(toEarning), failure }
}

type EarningRow = NonNullable<Awaited<ReturnType<typeof earningsQuery>>['data']>[number]

function toEarning(row: EarningRow) {
  const { goodsKobo, feeKobo, netKobo, standing } = orderEarnings({
    status: row.status,
    goodsKobo: BigInt(row.goods_kobo),
    vendorFeeBasisPoints: row.vendor_fee_bps,
    earnedKobo: BigInt(row.earned_kobo),
    heldKobo: BigInt(row.held_kobo),
  })
  return { ...row, goods: Number(goodsKobo), fee: Number(feeKobo), net: Number(netKobo), standing }
}

export type Earning = ReturnType<typeof toEarning>
