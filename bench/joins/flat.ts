import { type Figure, ratio } from '../figure.ts'
import { httpWorkers, measureAlternating, rateOf } from '../load.ts'
import { MARKET } from '../market/market.ts'
import { unlessOnce } from '../market/once.ts'
import type { Bench } from '../market/site.ts'
import { createJoinSequence, JOINERS, joinCall } from './joins.ts'

const FILLED = unlessOnce(19_000, 200)
const TURNS = { rounds: 9, units: 100, seconds: 60 }

/** The last thousand joins of a buy that grows to 20,000 orders, in turns with the first thousand of a new one. */
export async function benchFlat(bench: Bench): Promise<Figure[]> {
  const joinersOf = (buy: number, first: number) => {
    const joins = createJoinSequence(bench, () => buy, first)
    return httpWorkers(bench.origin, { clients: JOINERS, next: () => joinCall(bench, joins.next()) })
  }
  const grown = joinersOf(MARKET.buys - 1, 0)
  await rateOf(grown, { units: FILLED, seconds: 600 })
  const fresh = joinersOf(MARKET.buys - 2, FILLED + 2_000)
  const rates = await measureAlternating(
    [
      { name: 'grown', workers: grown },
      { name: 'fresh', workers: fresh },
    ],
    TURNS,
  )
  return [ratio('joins 19,000 to 20,000 of a buy, against the first 1,000 of another', rates, 0.9)]
}
