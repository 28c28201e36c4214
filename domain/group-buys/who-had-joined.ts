// Participants of a buy that has ended, paid or unpaid, without those who gave up their place earlier.

/** `end_reason` of orders whose place was given up while the buy went on. */
export const GAVE_UP: readonly string[] = [
  'left by the buyer',
  'cancelled by the buyer',
  'not paid while the place was held',
  'the bank took the payment back',
]

/** Number of users with such an order, from all orders of one buy. */
export function countWhoHadJoined(orders: readonly { user_id: string; end_reason: string | null }[]): number {
  const kept = orders.filter(({ end_reason }) => end_reason === null || !GAVE_UP.includes(end_reason))
  return new Set(kept.map(({ user_id }) => user_id)).size
}
