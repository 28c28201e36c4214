// The answers of buyers to a higher price (decision 0142).
import { feeKobo, formatNaira } from '#domain/money.ts'
import { orderRefusals } from '#domain/orders/refusals.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { priceRiseRefusals } from './refusals.ts'

const refuse = refuseFrom(orderRefusals, priceRiseRefusals)

interface RaisedOrder {
  quantity: number
  buyerBasisPoints: number
  ceilingKobo: bigint
  raisedCeilingKobo: bigint
}

interface CostOfStaying {
  /** The fee of the whole order at the new ceiling. */
  feeKobo: bigint
  /** The most by which the order costs more, fee included. */
  moreKobo: bigint
}

/** The cost of a yes. The fee is that of the whole order, so that its rounding is that of any other order. */
export function costOfStaying({
  quantity,
  buyerBasisPoints,
  ceilingKobo,
  raisedCeilingKobo,
}: RaisedOrder): CostOfStaying {
  const [former, raised] = [ceilingKobo, raisedCeilingKobo].map((price) => {
    const goodsKobo = price * BigInt(quantity)
    return { goodsKobo, feeKobo: feeKobo(goodsKobo, buyerBasisPoints) }
  }) as [Amounts, Amounts]
  return {
    feeKobo: raised.feeKobo,
    moreKobo: raised.goodsKobo + raised.feeKobo - former.goodsKobo - former.feeKobo,
  }
}

interface Amounts {
  goodsKobo: bigint
  feeKobo: bigint
}

interface AnsweringOrder {
  status: string
  isBeingPaid: boolean
  answer: string | null
  moreKobo: bigint
}

interface Yes {
  rise: { status: string; endsAt: Date }
  /** The difference that the buyer saw. */
  expectedKobo: bigint
  now: Date
}

/** Why the buyer cannot agree to the higher price; null if they can. */
export function stayingFault(order: AnsweringOrder, { rise, expectedKobo, now }: Yes): Refusal | null {
  if (rise.status !== 'open' || now >= rise.endsAt) return refuse('price_vote_over')
  if (order.status !== 'pending' && order.status !== 'paid') return refuse('price_vote_over')
  if (order.answer === 'stay') return refuse('price_accepted')
  if (order.status === 'pending' && order.isBeingPaid) return refuse('being_paid')
  if (order.moreKobo === expectedKobo) return null
  return refuse('total_mismatch', {
    message: withValues(/*i18n*/ 'The difference is {naira} now. Please check and confirm it.', {
      naira: formatNaira(order.moreKobo),
    }),
    details: { total_kobo: String(order.moreKobo) },
  })
}
