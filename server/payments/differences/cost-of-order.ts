import { nairaToKobo } from '#domain/money.ts'
import { costOfStaying } from '#domain/price-rises/answering.ts'

interface OrderTermsRow {
  quantity: number
  buyer_fee_bps: number
  ceiling_unit_price: string
}

/** Additional cost of this order if its buyer agrees to a higher price, in naira per unit as stored. */
export const costOfOrder = (row: OrderTermsRow, raisedCeilingPrice: string) =>
  costOfStaying({
    quantity: row.quantity,
    buyerBasisPoints: row.buyer_fee_bps,
    ceilingKobo: nairaToKobo(row.ceiling_unit_price),
    raisedCeilingKobo: nairaToKobo(raisedCeilingPrice),
  })
