// People who had a place in a buy that is over: the unpaid too, but nobody who gave the place up before.

/** `end_reason` of orders that gave their place up while others kept theirs. */
export const GAVE_UP: readonly string[] = [
  'left by the buyer',
  'cancelled by the buyer',
  'not paid while the place was held',
  'the bank took the payment back',
]

/** Of all orders of one buy. */
export function countWhoHadJoined(orders: readonly { user_id: string; end_reason: string | null }[]): number {
  const kept = orders.filter(({ end_reason }) => end_reason === null || !GAVE_UP.includes(end_reason))
  return new Set(kept.map(({ user_id }) => user_id)).size
}
