import { buyId, personId, SHOPS } from '../../../../bench/market/market.ts'
import type { Market } from '../market-processes.ts'
import { callUntilAnswered, startAtRate } from './calls.ts'
import { type AcknowledgedHandOver, handOver, MAX_HAND_OVERS } from './hand-overs.ts'
import { type Acknowledged, joinCall } from './joins.ts'
import { openPayers, type Payers } from './payments.ts'

/** Acts a second. */
interface Rates {
  joins: number
  payments: number
  handOvers: number
}

/** The acknowledgements that the clients received. */
export interface WholeLoad extends Pick<Payers, 'paid'> {
  joins: Acknowledged[]
  handOvers: AcknowledgedHandOver[]
  /** Paths of pictures that were stored. */
  pictures: { path: string; atMs: number }[]
  /** Unexpected responses, with their number. */
  refused: Map<string, number>
  /** Acts that were never answered. */
  abandoned: number
  /** Payers who could not go on. */
  stuck(): number
  stop(): Promise<void>
}

const PICTURE = Uint8Array.from(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'))
/** Time after the end of the load in which everything that was started is answered. */
const PATIENCE_MS = 60_000

/** People who join, pay and collect at these rates, and staff who upload a picture every second. */
export function startWholeLoad(market: Market, origin: string, rates: Rates): WholeLoad {
  let endsAt = Number.POSITIVE_INFINITY
  const givesUpAt = () => endsAt
  const joinsAPayment = Math.max(1, Math.round(rates.joins / rates.payments))
  const payers = openPayers(market, { origins: () => [origin], givesUpAt, joinsAPayment })
  const load: WholeLoad = {
    joins: [],
    paid: payers.paid,
    handOvers: [],
    pictures: [],
    refused: new Map(),
    abandoned: 0,
    stuck: () => payers.stuck,
    async stop() {
      endsAt = performance.now() + PATIENCE_MS
      await Promise.all(parts.map((part) => part.end()))
    },
  }
  const parts = [startAtRate(rates.joins, join), startAtRate(rates.handOvers, collect), startAtRate(1, upload)]
  return load

  async function join(number: number): Promise<void> {
    // The last of them own the shops, and vendors cannot join their own buys.
    const people = market.tokens.length - SHOPS
    const person = number % people
    const buy = 1 + ((number + Math.floor(number / people)) % market.buys)
    const call = joinCall(market, { person, buy, key: crypto.randomUUID() })
    const answer = await callUntilAnswered(origin, call, givesUpAt)
    if (answer?.status !== 200) return fail('join', answer)
    const joined = { buyId: buyId(buy), userId: personId(person), tries: answer.tries, atMs: performance.now() }
    load.joins.push(joined)
    await payers.payAfterJoin(person, answer.text)
  }

  async function collect(number: number): Promise<void> {
    if (number >= MAX_HAND_OVERS) return
    const done = await handOver(market, { origin, person: number, givesUpAt })
    if (done !== null && typeof done === 'object') load.handOvers.push(done)
    else fail('hand-over', done === null ? null : { status: 0, text: done })
  }

  async function upload(): Promise<void> {
    const path = `pictures/drill/${crypto.randomUUID()}.gif`
    const answer = await callUntilAnswered(
      origin,
      {
        method: 'POST',
        path: `/storage/v1/object/${path}`,
        headers: {
          apikey: market.secretKey,
          authorization: `Bearer ${market.secretKey}`,
          'content-type': 'image/gif',
          // The first try may have been stored without its answer.
          'x-upsert': 'true',
        },
        body: PICTURE,
      },
      givesUpAt,
    )
    if (answer?.status === 200) load.pictures.push({ path, atMs: performance.now() })
    else fail('upload', answer)
  }

  function fail(what: string, answer: { status: number; text: string } | null): void {
    if (!answer) load.abandoned += 1
    else {
      const text = `${what}: ${answer.status} ${answer.text.slice(0, 200)}`
      load.refused.set(text, (load.refused.get(text) ?? 0) + 1)
    }
  }
}
