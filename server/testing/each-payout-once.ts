import type { TestMarket } from './market.ts'
import type { UnreliableBank } from './unreliable-bank.ts'

/** Where the bank and the market disagree about what was paid out. An empty list: each payout was seen once, and both say what became of it. */
export async function disagreements(market: Pick<TestMarket, 'db'>, bank: UnreliableBank): Promise<string[]> {
  const { rows } = await market.db.owner.query<{ reference: string; status: string; kobo: bigint }>(
    'select reference, status, amount_kobo as kobo from public.payouts',
  )
  const ours = new Map(rows.map((row) => [row.reference, row]))
  const theirs = [...bank.transfers.values()].flatMap(({ reference, status, amount }) => {
    const known = ours.get(reference)
    if (!known) return [`${reference} is none of ours`]
    const fits = BECAME[status].includes(known.status) && String(known.kobo) === amount
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

/** What came back before we heard that it had arrived has failed for us: the money is the vendor's either way. */
const BECAME = { success: ['arrived'], failed: ['failed'], reversed: ['reversed', 'failed'], pending: ['sent'] }
