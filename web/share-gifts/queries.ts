import type { Api } from '#api/api.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { nairaToKobo } from '#domain/money.ts'
import { orderAmounts } from '#domain/orders/amounts.ts'

/** A share that is given away, as anybody who has its link sees it; null if there is none. */
export async function readGift(api: Api, id: string) {
  if (!isUuid(id)) return { gift: null, failure: null }
  const { data, error } = await api.tables.rpc('shared_gift', { gift: id }, { get: true })
  const [gift = null] = data ?? []
  return { gift: gift && { ...gift, ...giftAmounts(gift) }, failure: error?.message ?? null }
}

export type SharedGift = NonNullable<Awaited<ReturnType<typeof readGift>>['gift']>

interface PricedGift {
  ceiling_unit_price: number
  quantity: number
  buyer_fee_bps: number
}

/** The most that the receiver pays. */
function giftAmounts({ ceiling_unit_price, quantity, buyer_fee_bps }: PricedGift) {
  const price = nairaToKobo(ceiling_unit_price)
  const { feeKobo, amountDueKobo } = orderAmounts({
    unitPriceKobo: price,
    ceilingUnitPriceKobo: price,
    quantity,
    rates: { buyerBasisPoints: buyer_fee_bps, vendorBasisPoints: 0, referralBasisPoints: 0 },
    deliveryFeeKobo: 0n,
  })
  return { fee_kobo: Number(feeKobo), due_kobo: Number(amountDueKobo) }
}

/** An order of the viewer that they may give away, and its newest gift; null for any other order. */
export async function readShareToGive(api: Api, { orderId, userId }: { orderId: string; userId: string }) {
  if (!isUuid(orderId)) return null
  const [{ data: order }, { data: gifts }] = await Promise.all([
    api.tables
      .from('orders')
      .select(
        'id, order_no, status, is_live, quantity, takes_over_order_id, group_buy:group_buys(id, product_name, unit, status, payment_due_at, waiting_people), paying:payment_parts(payment:payments(status, expires_at))',
      )
      .eq('id', orderId)
      .eq('user_id', userId)
      .maybeSingle()
      .throwOnError(),
    api.tables
      .from('own_share_gifts')
      .select('id, status, is_open, to_waiting_list, address, expires_at, receiver, held_until')
      .eq('order_id', orderId)
      .eq('is_given', true)
      .order('created_at', { ascending: false })
      .limit(1)
      .throwOnError(),
  ])
  if (!order?.group_buy) return null
  return { order: { ...order, group_buy: order.group_buy }, gift: gifts[0] ?? null }
}

export type ShareToGive = NonNullable<Awaited<ReturnType<typeof readShareToGive>>>
