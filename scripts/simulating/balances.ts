import type { MonthSums } from './figures.ts'

/** Two sums that must be equal to the kobo. */
interface Balance {
  label: string
  leftKobo: number
  rightKobo: number
  holds: boolean
}

export const heldKobo = ({ held, rewardsKobo }: MonthSums): number =>
  Object.values(held).reduce((all, kobo) => all + kobo, 0) - rewardsKobo

export function checkBalances(sums: MonthSums): Balance[] {
  const balance = (label: string, leftKobo: number, rightKobo: number): Balance => ({
    label,
    leftKobo,
    rightKobo,
    holds: leftKobo === rightKobo,
  })
  return [
    balance('What came in is what went back and what is held', sums.ledgerInKobo, sums.ledgerOutKobo + heldKobo(sums)),
    balance('The gateway has taken what the ledger says', sums.gatewayInKobo, sums.ledgerInKobo),
    balance('The gateway has sent back what the ledger says', sums.gatewayOutKobo, sums.ledgerOutKobo),
    balance('What is owed back belongs to refunds under way', sums.held.refund_due, sums.refundsOpenKobo),
    balance('Payments that the gateway took and the market never heard of', sums.unheardKobo, 0),
  ]
}
