import type { Api } from '#api/api.ts'
import { readPriceRise } from '#web/desk/price-rise.ts'
import { isId } from '#web/list-page.ts'
import { readOwnSums } from '../vendor/earning-queries.ts'
import { listBroadcasts } from '../vendor/reach/queries.ts'

/** The answer of `public.buy_for_staff`. */
interface BuyParts {
  states: readonly {
    status: string
    orders: number
    people: number
    units: number
    first_due_at: string | null
  }[]
  packed: number
  places: readonly { name: string; orders: number }[]
  /** Claims that are not decided. */
  claims: number
}

/** Orders that the record lists; the rest is in the list of orders. */
const ORDERS_SHOWN = 50

/** A published buy that the viewer oversees, with where its people, goods and money are. */
export async function readOverseenBuy(api: Api, id: string) {
  if (!isId(id)) return { buy: null, failure: null }
  const [found, parts, sums, broadcasts, rise, orders] = await Promise.all([
    api.tables
      .from('group_buys')
      .select(
        `id, product_name, unit, status, base_price, price_tiers, current_price, final_price, locked_participants, end_date, payment_due_at, share_date, current_participants, paid_participants,
         min_participants, current_quantity, target_quantity, pack_size, pack_unit, end_reason, payment_mode, starts_at, extended_at, top_up_at, allow_extension, has_late_promise, vendor:vendors(id, business_name, state), cycle:buy_cycles(period, status, pause_reason, next_share_date)`,
      )
      .eq('id', id)
      .not('published_at', 'is', null)
      .maybeSingle(),
    api.tables.rpc('buy_for_staff', { record_id: id }, { get: true }),
    readOwnSums(api, id),
    listBroadcasts(api, id),
    readPriceRise(api, id),
    api.tables
      .from('orders')
      .select('id, order_no, buyer_name, status, quantity')
      .eq('group_buy_id', id)
      .order('created_at')
      .order('id')
      .limit(ORDERS_SHOWN + 1),
  ])
  const rest = parts.data as unknown as BuyParts | null
  if (!found.data || !rest) return { buy: null, failure: found.error?.message ?? parts.error?.message ?? null }
  const rows = orders.data ?? []
  return {
    buy: {
      ...found.data,
      ...rest,
      sums,
      broadcasts,
      rise,
      orders: rows.slice(0, ORDERS_SHOWN),
      hasMoreOrders: rows.length > ORDERS_SHOWN,
    },
    failure: null,
  }
}

export type OverseenBuy = NonNullable<Awaited<ReturnType<typeof readOverseenBuy>>['buy']>

/** Orders of the buy in these states. */
export const ordersIn = ({ states }: Pick<OverseenBuy, 'states'>, ...statuses: readonly string[]): number =>
  states.filter(({ status }) => statuses.includes(status)).reduce((sum, { orders }) => sum + Number(orders), 0)
