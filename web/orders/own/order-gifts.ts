import type { Api } from '#api/api.ts'

/** The newest gifts of an order of the viewer, and the one that it comes from. */
export async function listOrderGifts(api: Api, orderId: string) {
  const { data } = await api.tables
    .from('own_share_gifts')
    .select('id, status, to_waiting_list, address, expires_at, receiver, held_until, giver, is_given')
    .or(`and(order_id.eq.${orderId},is_given.eq.true),own_order_id.eq.${orderId}`)
    .order('created_at', { ascending: false })
    .limit(2)
    .throwOnError()
  return data
}

export type OrderGift = Awaited<ReturnType<typeof listOrderGifts>>[number]

/** Whether the order is on offer to somebody now. */
export const isOnOffer = (gifts: readonly OrderGift[]): boolean =>
  gifts.some(({ is_given, status }) => is_given === true && (status === 'offered' || status === 'accepted'))
