import pg from 'pg'
import { type Figure, ratio, value } from '../figure.ts'
import type { HttpCall } from '../http-client.ts'
import { type Contender, httpWorkers, measureAlternating, median, percentile, type Worker } from '../load.ts'
import { buyId, HOT_BUY, MARKET, personId } from '../market/market.ts'
import { type Bench, CONNECTIONS } from '../market/site.ts'
import { JOIN, JOIN_TABLES } from '../rivals/join-sql.ts'
import { startRival } from '../rivals/process.ts'

export const JOINERS = 64
const TURNS = { rounds: 7, units: 800, seconds: 1.5 }

/** Joins per second against a minimal correct handler: on one hot buy, and spread over a thousand. */
export async function benchJoins(bench: Bench): Promise<Figure[]> {
  await bench.owner.query(JOIN_TABLES)
  const connectionString = bench.ownerConnectionString
  const { publicKey, issuer } = bench
  const rival = await startRival('./joins.ts', { connectionString, connections: CONNECTIONS, publicKey, issuer })
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS })
  try {
    const figures: Figure[] = []
    for (const { what, buyOf, target } of [
      { what: 'of one hot buy', buyOf: () => HOT_BUY, target: 2 },
      { what: `spread over ${MARKET.buys} buys`, buyOf: (number: number) => 1 + (number % MARKET.buys), target: 0.8 },
    ]) {
      const tookMs: number[] = []
      const joins = () => createJoinSequence(bench, buyOf)
      const [product, byHand, raw] = await measureAlternating(
        [
          httpContender(bench, { origin: bench.origin, joins: joins(), tookMs, warm: profileCall }),
          httpContender(bench, { origin: rival.origin, joins: joins(), warm: (call) => ({ ...call, path: '/' }) }),
          { name: 'raw', workers: rawWorkers(pool, joins()) },
        ],
        TURNS,
      )
      figures.push(
        ratio(`joins ${what}, against ${CONNECTIONS} raw connections`, [product ?? 0, raw ?? 0]),
        ratio(`joins ${what}, against joins over HTTP by hand`, [product ?? 0, byHand ?? 0], target),
        value(`joins ${what}: 99th percentile over median`, percentile(tookMs, 0.99) / median(tookMs), '', 4),
      )
    }
    return figures
  } finally {
    rival.stop()
    await pool.end()
  }
}

interface Join {
  person: number
  buy: number
}

/** A sequence of joins, one for each person. */
export function createJoinSequence(bench: Pick<Bench, 'tokens'>, buyOf: (person: number) => number, first = 0) {
  let person = first - 1
  return {
    /** Returns the next people without joining them. */
    nextTokens: (count: number) => Array.from({ length: count }, (_, index) => bench.tokens[person + 1 + index] ?? ''),
    next(): Join {
      person += 1
      if (person >= MARKET.people - 100) throw new Error('The benchmark has run out of people; raise MARKET.people.')
      return { person, buy: buyOf(person) }
    },
  }
}

type JoinSequence = ReturnType<typeof createJoinSequence>

interface HttpJoins {
  origin: string
  joins: JoinSequence
  /** A request by each person before they join, so that both sides have verified their tokens. */
  warm(call: HttpCall): HttpCall
  tookMs?: number[]
}

function httpContender(bench: Bench, { origin, joins, warm, tookMs }: HttpJoins): Contender {
  let rounds = 0
  return {
    name: origin,
    workers: httpWorkers(origin, {
      clients: JOINERS,
      next: () => joinCall(bench, joins.next()),
      ...(tookMs && { tookMs }),
    }),
    async prepare() {
      // The warm-up round is not counted.
      if (rounds++ === 1) tookMs?.splice(0)
      const tokens = joins.nextTokens(TURNS.units)
      const next = () => warm({ path: '', headers: headersOf(bench, tokens.pop() ?? '') })
      const warmUps = httpWorkers(origin, { clients: 8, next })
      await Promise.all(warmUps.map((warmUp) => warmUp(() => tokens.length > 0)))
    },
  }
}

const profileCall = (call: HttpCall): HttpCall => ({ ...call, path: '/rest/v1/profiles?select=id&limit=1' })

const headersOf = (bench: Pick<Bench, 'publishableKey'>, token: string) => ({
  apikey: bench.publishableKey,
  authorization: `Bearer ${token}`,
})

export function joinCall(bench: Bench, { person, buy }: Join, key: string = crypto.randomUUID()): HttpCall {
  return {
    path: '/functions/v1/join-group-buy',
    method: 'POST',
    headers: {
      ...headersOf(bench, bench.tokens[person] ?? ''),
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ group_buy_id: buyId(buy), quantity: 1 }),
  }
}

function rawWorkers(pool: pg.Pool, joins: JoinSequence): Worker[] {
  return Array.from({ length: CONNECTIONS }, () => async (mayContinue) => {
    const client = await pool.connect()
    let count = 0
    for (; mayContinue(); count++) {
      const { person, buy } = joins.next()
      const values = [buyId(buy), personId(person), 1, crypto.randomUUID()]
      const { rowCount } = await client.query({ name: 'join', text: JOIN, values })
      if (rowCount !== 1) throw new Error('A raw join was not stored.')
    }
    client.release()
    return count
  })
}
