import type { Api } from '#api/api.ts'
import { statesOf } from '#domain/orders/shop/stages.ts'
import { ALL_PAID } from '#web/desk/figures/sold-orders.ts'
import { idParam, likeText } from '#web/list-page.ts'
import { afterRow, readAllRows, readBatches } from '#web/lists/read-all-rows.ts'
import { applyOrderFilters, type OrderAddress, readOrderAddress } from '../order-filters.tsx'
import type { AllOrdersRow } from '../order-rows.tsx'

interface OrderFilters extends OrderAddress {
  /** Id of a group buy. */
  buy: string
}

/** Reads the filters from the address. Malformed ones are ignored. */
export function readOrderFilters(params: URLSearchParams): OrderFilters {
  return {
    ...readOrderAddress(params),
    buy: idParam(params, 'buy'),
  }
}

/** For CSV: the shop's orders of both kinds that match the filters, newest first. */
function shopOrders(api: Api, shopId: string, { buy, search, ...filters }: OrderFilters, columns: string) {
  let query = applyOrderFilters(api.tables.from('all_orders').select(columns).eq('vendor_id', shopId), {
    ...filters,
    search,
  })
  if (buy) query = query.eq('group_buy_id', buy)
  if (/^\d{1,12}$/.test(search)) query = query.eq('order_no', Number(search))
  else if (search) query = query.or(`buyer_name.ilike."${likeText(search)}",product_name.ilike."${likeText(search)}"`)
  return query.order('created_at', { ascending: false }).order('id')
}

/** The newest matching orders, without a count. */
export async function listNewestOrders(api: Api, shopId: string, size: number) {
  const all = { buy: '', status: '', kind: '', month: '', search: '' } as const
  const { data } = await shopOrders(api, shopId, all, '*')
    .limit(size)
    .throwOnError()
    .overrideTypes<AllOrdersRow[], { merge: false }>()
  return data
}

/** Only the columns of the CSV, because it may have thousands of rows. */
const SHEET_COLUMNS = [
  ...(['id', 'order_no', 'created_at', 'kind', 'buyer_name', 'product_name', 'quantity_left', 'unit', 'kg'] as const),
  ...([
    'fulfilment',
    'delivered_by',
    'place',
    'place_street',
    'place_hours',
    'is_place_closed',
    'zone',
    'door',
  ] as const),
  ...(['status', 'goods_left', 'amount_due_kobo', 'vendor_fee_left_kobo'] as const),
] satisfies (keyof AllOrdersRow)[]

export type SheetOrder = Pick<AllOrdersRow, (typeof SHEET_COLUMNS)[number]>

/** All matching orders in batches, regardless of the page. */
export const readShopOrderBatches = (api: Api, shopId: string, filters: OrderFilters) =>
  readBatches<SheetOrder>((last, size) =>
    afterRow(shopOrders(api, shopId, filters, SHEET_COLUMNS.join()), {
      at: 'created_at',
      last,
      size,
    }).overrideTypes<SheetOrder[], { merge: false }>(),
  )

/** The number of matching orders; null for a search, which would have to be carried out to be counted. */
export async function countShopOrders(api: Api, { status, kind, month, buy, search }: OrderFilters) {
  if (search) return null
  const { data } = await api.tables.rpc('shop_order_count', {
    only_paid: status === ALL_PAID,
    ...(status && status !== ALL_PAID && { states: statesOf(status) }),
    ...(kind && { is_bulk: kind === 'bulk' }),
    ...(month && { month: `${month}-01` }),
    ...(buy && { buy }),
  })
  return data
}

/** The shop's latest 100 published buys, to filter by. */
export async function listBuyChoices(api: Api, shopId: string) {
  const { data } = await api.tables
    .from('group_buys')
    .select('id, product_name, end_date, status')
    .eq('vendor_id', shopId)
    .not('published_at', 'is', null)
    .order('end_date', { ascending: false })
    .order('id')
    .limit(100)
    .throwOnError()
  return data
}

/** Everyone who gets goods from a buy, by name: paid orders, and those still to be paid. */
export async function readPackingList(api: Api, shopId: string, buyId: string) {
  const [buy, orders] = await Promise.all([
    api.tables
      .from('group_buys')
      .select(
        'id, product_name, unit, status, share_date, end_date, payment_due_at, vendor:vendors(business_name, location)',
      )
      .eq('id', buyId)
      .eq('vendor_id', shopId)
      .neq('status', 'draft')
      .maybeSingle(),
    // All rows, because a buyer missing from the sheet would get nothing.
    readAllRows((from, to) =>
      api.tables
        .from('all_orders')
        .select('id, order_no, buyer_name, quantity:quantity_left, fulfilment, status')
        .eq('group_buy_id', buyId)
        .eq('vendor_id', shopId)
        .not('status', 'in', '(expired,cancelled,refunding,refunded)')
        .order('buyer_name')
        .order('order_no')
        .range(from, to),
    ),
  ])
  const rows = orders.rows.map(({ quantity, ...order }) => ({ ...order, quantity: quantity ?? 0 }))
  return { buy: buy.data, orders: rows, failure: orders.failure }
}

export type PackedOrder = Awaited<ReturnType<typeof readPackingList>>['orders'][number]
