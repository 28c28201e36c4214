import type { TestMarket } from '../market.ts'
import type { UnreliableBank } from './unreliable-bank.ts'

/**
 * Lists differences between the bank's transfers and the market's payouts. Empty: each payout was sent once, and both
 * agree on its state.
 */
export async function payoutDifferences(market: Pick<TestMarket, 'db'>, bank: UnreliableBank): Promise<string[]> {
  const { rows } = await market.db.owner.query<{ reference: string; status: string; kobo: bigint }>(
    'select reference, status, amount_kobo as kobo from public.payouts',
  )
  const ours = new Map(rows.map((row) => [row.reference, row]))
  const theirs = [...bank.transfers.values()].flatMap(({ reference, status, amount }) => {
    const known = ours.get(reference)
    if (!known) return [`${reference} is none of ours`]
    const fits = MATCHING_STATES[status].includes(known.status) && String(known.kobo) === amount
    return fits ? [] : [`${reference}: the bank says ${status} of ${amount}, we say ${known.status} of ${known.kobo}`]
  })
  const untaken = rows.filter(({ reference }) => !bank.transfers.has(reference))
  return [
    ...theirs,
    ...untaken
      .filter(({ reference, status }) => status !== 'failed' || !bank.refused.has(reference))
      .map(({ reference, status }) => `${reference}: ${status}, and the bank has not seen it`),
  ]
}

/**
 * Payout states that match a transfer's state. A transfer reversed before we saw it succeed has failed for us: the
 * money is the vendor's either way.
 */
const MATCHING_STATES = {
  success: ['arrived'],
  failed: ['failed'],
  reversed: ['reversed', 'failed'],
  pending: ['sent'],
}
