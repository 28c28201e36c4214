import { recordPath } from '#web/desk/records/record-path.ts'

interface ConversationThing {
  order_id: string | null
  buy_id: string | null
  claim_id: string | null
  /** Null if the viewer cannot read the order. */
  order: { user_id: string } | null
}

/** The page of what a conversation is about, in the viewer's own area; null if it is about nothing that they can open. */
export function aboutPath(
  { order_id: orderId, buy_id: buyId, claim_id: claimId, order }: ConversationThing,
  { userId, base }: { userId: string; base: string },
): string | null {
  const area = base.split('/')[1]
  if (area === 'manager' || area === 'coordinator' || area === 'chief') {
    if (orderId) return recordPath(base, 'order', orderId)
    if (buyId) return recordPath(base, 'buy', buyId)
    return claimId && recordPath(base, 'claim', claimId)
  }
  if (area === 'vendor') {
    if (orderId) return order && `/vendor/orders/${orderId}`
    if (buyId) return `/vendor/products/buys/${buyId}`
    return claimId && `/vendor/claims/${claimId}`
  }
  if (orderId) return order?.user_id === userId ? `/account/orders/${orderId}` : null
  if (buyId) return `/group-buys/${buyId}`
  return claimId && `/account/claims/${claimId}`
}
