// Participants of a buy that has ended, paid or unpaid, without those who gave up their place earlier.

/** `end_reason` of orders whose place was given up while the buy went on: texts of orders/end-reasons.ts. */
export const GIVEN_UP_REASONS: readonly string[] = [
  'left by the buyer',
  'cancelled by the buyer',
  'not paid while the place was held',
  'the bank took the payment back',
]

/** Number of users with such an order, from all orders of one buy. */
export function countFormerParticipants(orders: readonly { user_id: string; end_reason: string | null }[]): number {
  const counted = orders.filter(({ end_reason }) => end_reason === null || !GIVEN_UP_REASONS.includes(end_reason))
  return new Set(counted.map(({ user_id }) => user_id)).size
}
