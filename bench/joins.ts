import type pg from 'pg'
import { openPool } from '#platform/postgres/database.ts'
import type { Bench, Figure } from './figure.ts'
import { CLIENTS, type HttpCall, httpWorkers, type Side, takeTurns, type Worker } from './load.ts'
import { buyId, HOT_BUY, MARKET, personId } from './market.ts'
import { replay, type Step } from './record-statements.ts'

const TURNS = { rounds: 8, seconds: 1 }

/** Joins per second over HTTP compared with the same SQL on raw connections: on one hot buy, and spread over a thousand. */
export async function benchJoins(bench: Bench): Promise<Figure[]> {
  const template = await learnJoin(bench)
  const pool = openPool({ connectionString: bench.authenticatorConnectionString, maxConnections: CLIENTS })
  try {
    const figures: Figure[] = []
    for (const { what, buyOf, target } of [
      { what: 'joins of one hot buy', buyOf: () => HOT_BUY, target: 0.6 },
      {
        what: `joins spread over ${MARKET.buys} buys`,
        buyOf: (person: number) => 1 + (person % MARKET.buys),
        target: 0.5,
      },
    ]) {
      // A person can join a buy only once, and recording the statements used up the first people.
      let person = LEARNERS
      const next = () => {
        person += 1
        if (person >= MARKET.people - 100) throw new Error('The benchmark has run out of people; raise MARKET.people.')
        return { person, buy: buyOf(person) }
      }
      const sides: Side[] = [
        { name: 'product', workers: httpWorkers(bench.product.origin, () => joinCall(bench, next())) },
        { name: 'raw', workers: rawWorkers(pool, template, next) },
      ]
      const [product = 0, raw = 0] = await takeTurns(sides, TURNS)
      figures.push({ what, product, measure: raw, unit: '/s', target })
    }
    return figures
  } finally {
    await pool.end()
  }
}

interface Join {
  person: number
  buy: number
}

const LEARNERS = 50

interface JoinTemplate {
  steps: Step[]
  ids: { person: string; buy: string; key: string; order: string }
}

/** One join as the product sends it, recorded when the price no longer changes. */
async function learnJoin(bench: Bench): Promise<JoinTemplate> {
  let person = 0
  let key = ''
  const steps = await bench.learner.statementsOf(async () => {
    person += 1
    key = crypto.randomUUID()
    const { path, ...call } = joinCall(bench, { person, buy: MARKET.buys }, key)
    return new Request(bench.product.origin + path, call)
  })
  const writing = steps.find((step) => /insert into public\.orders/.test(step.text))
  const order = writing?.values[0]
  if (typeof order !== 'string') throw new Error('The statement that writes the order was not recorded.')
  return { steps, ids: { person: personId(person), buy: buyId(MARKET.buys), key, order } }
}

export function joinCall(bench: Bench, { person, buy }: Join, key: string = crypto.randomUUID()): HttpCall {
  return {
    path: '/functions/v1/join-group-buy',
    method: 'POST',
    headers: {
      apikey: bench.apiKeys.publishable,
      authorization: `Bearer ${bench.tokens[person]}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ group_buy_id: buyId(buy), quantity: 1 }),
  }
}

function rawWorkers(pool: pg.Pool, { steps, ids }: JoinTemplate, next: () => Join): Worker[] {
  return Array.from({ length: CLIENTS }, () => async (mayGoOn) => {
    const client = await pool.connect()
    let count = 0
    for (; mayGoOn(); count++) {
      const { person, buy } = next()
      const key = crypto.randomUUID()
      const order = crypto.randomUUID()
      const results = await replay(client, steps, (text) =>
        text
          .replaceAll(ids.person, personId(person))
          .replaceAll(ids.buy, buyId(buy))
          .replaceAll(ids.order, order)
          .replaceAll(ids.key, key),
      )
      if (results.at(-1)?.command !== 'COMMIT') throw new Error('A replayed join was not stored.')
    }
    client.release()
    return count
  })
}
