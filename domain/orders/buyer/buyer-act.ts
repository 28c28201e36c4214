// The act that an order waits for. `public.buyer_act_rank` is the same rule in SQL, by which lists are sorted; a
// database test compares the two.

type BuyerAct = 'pay' | 'collect' | 'choose-place'

interface WaitingOrder {
  status: string
  fulfilment: string
  /** It has a place, which has not closed. */
  hasOpenPlace: boolean
}

/** The act that an order waits for; null if nothing waits for its buyer. */
export function buyerAct({ status, fulfilment, hasOpenPlace }: WaitingOrder): BuyerAct | null {
  if (status === 'pending') return 'pay'
  if (status === 'ready') return 'collect'
  const isComing = status === 'paid' || status === 'confirmed'
  return isComing && fulfilment !== 'delivery' && !hasOpenPlace ? 'choose-place' : null
}
