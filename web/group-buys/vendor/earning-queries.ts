import type { Api } from '#api/api.ts'
import { earningsOf } from '#domain/orders/earnings.ts'
import { readAllRows } from '#web/every-row.ts'
import { isId, listPage, rowsOf } from '#web/list-page.ts'

interface BuyWish {
  shopId: string
  buyId: string
}

/** A published buy of the shop, with the sums of its money. */
export async function readBuyMoney(api: Api, { shopId, buyId }: BuyWish) {
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

/** For its shop and those who look after it; null for others. */
export async function readOwnSums(api: Api, buyId: string) {
  return (await api.tables.from('own_buy_sums').select('*').eq('group_buy_id', buyId).maybeSingle()).data
}

const earnings = (api: Api, { shopId, buyId }: BuyWish) =>
  api.tables
    .from('order_earnings')
    .select('*', { count: 'exact' })
    .eq('group_buy_id', buyId)
    .eq('vendor_id', shopId)
    .order('order_no')

export async function listEarnings(api: Api, wish: BuyWish, page: number) {
  const list = listPage(await earnings(api, wish).range(...rowsOf(page)))
  return { ...list, rows: list.rows.map(earningOf) }
}

export async function everyEarning(api: Api, wish: BuyWish) {
  const { rows, failure } = await readAllRows((from, to) => earnings(api, wish).range(from, to))
  return { rows: rows.map(earningOf), failure }
}

type Row = NonNullable<Awaited<ReturnType<typeof earnings>>['data']>[number]

function earningOf(row: Row) {
  const { goodsKobo, feeKobo, netKobo, standing } = earningsOf({
    status: row.status,
    goodsKobo: BigInt(row.goods_kobo),
    vendorFeeBasisPoints: row.vendor_fee_bps,
    earnedKobo: BigInt(row.earned_kobo),
    heldKobo: BigInt(row.held_kobo),
  })
  return { ...row, goods: Number(goodsKobo), fee: Number(feeKobo), net: Number(netKobo), standing }
}

export type Earning = ReturnType<typeof earningOf>
