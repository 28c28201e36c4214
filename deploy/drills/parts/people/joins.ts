import { setTimeout as sleep } from 'node:timers/promises'
import { openHttpClient } from '../../../../bench/http-client.ts'
import { buyId, personId, SHOPS } from '../../../../bench/market/market.ts'
import type { Market } from '../market-processes.ts'
import { openPayers, type Payers } from './payments.ts'

/** A join whose 200 has arrived. */
export interface Acknowledged {
  buyId: string
  userId: string
  /** Time at which its response arrived, by `performance.now()`. */
  atMs: number
  /** The number of tries. */
  tries: number
}

export interface JoinLoad extends Pick<Payers, 'paid' | 'stuck'> {
  acknowledged: Acknowledged[]
  /**
   * Unexpected responses (neither an acknowledgement nor a request to retry) by status and code; empty where the market
   * behaves.
   */
  refused: Map<string, number>
  /** Tries without an answer, or with a 503. */
  unanswered: number
  /** Joins that were given up: never acknowledged, perhaps stored. */
  abandoned: Acknowledged[]
  /** Resolves once every pending join is answered, or after `patienceMs` (30,000), when the rest are abandoned. */
  stop(patienceMs?: number): Promise<void>
}

interface LoadOptions {
  /** Returns the target of each try; may change while the load runs. */
  origins: () => readonly string[]
  clients?: number
  /** Pause between two joins of one client, so that the machine has capacity for all else. */
  pauseMs?: number
  /** A try is repeated if its response has not arrived within this time. */
  answerWithinMs?: number
  /** The number of the first join, so that two loads on one market never repeat a join. */
  first?: number
}

/**
 * Joins by well-behaved clients: each join has a key, and is sent again with the same key, to the next process, until
 * it is answered. No person joins a buy twice.
 */
export function loadJoins(market: Market, options: LoadOptions): JoinLoad {
  const { clients = 12, pauseMs = 20, answerWithinMs = 8_000 } = options
  // The last of them own the shops, and vendors cannot join their own buys.
  const people = market.tokens.length - SHOPS
  let number = (options.first ?? 0) - 1
  let isGoingOn = true
  let givesUpAt = Number.POSITIVE_INFINITY
  const payers = openPayers(market, { origins: options.origins, givesUpAt: () => givesUpAt, answerWithinMs })
  const load: JoinLoad = {
    acknowledged: [],
    refused: new Map(),
    unanswered: 0,
    abandoned: [],
    paid: payers.paid,
    get stuck() {
      return payers.stuck
    },
    async stop(patienceMs = 30_000) {
      isGoingOn = false
      givesUpAt = performance.now() + patienceMs
      await all
    },
  }
  const all = Promise.all(Array.from({ length: clients }, (_, client) => joinOn(client)))
  return load

  async function joinOn(client: number): Promise<void> {
    const wires = new Map<string, ReturnType<typeof openHttpClient>>()
    for (let turn = client; isGoingOn; turn++) {
      number += 1
      const person = number % people
      const buy = 1 + ((number + Math.floor(number / people)) % market.buys)
      await joinOnce({ person, buy, turn, wires })
      await sleep(pauseMs)
    }
    for (const wire of wires.values()) wire.close()
  }

  async function joinOnce({ person, buy, turn, wires }: JoinAttempt): Promise<void> {
    const key = crypto.randomUUID()
    const join = { buyId: buyId(buy), userId: personId(person) }
    for (let tries = 1; ; tries++) {
      const origins = options.origins()
      const origin = origins[(turn + tries) % origins.length] ?? ''
      const wire = wires.get(origin) ?? openHttpClient(origin)
      wires.set(origin, wire)
      const answer = await sendWithin(answerWithinMs, wire, joinCall(market, { person, buy, key }))
      if (answer?.status === 200) {
        load.acknowledged.push({ ...join, tries, atMs: performance.now() })
        return void (await payers.payAfterJoin(person, answer.body))
      }
      if (answer && answer.status !== 503) {
        const code = `${answer.status} ${answer.body.toString().slice(0, 300)}`
        return void load.refused.set(code, (load.refused.get(code) ?? 0) + 1)
      }
      load.unanswered += 1
      if (performance.now() > givesUpAt) return void load.abandoned.push({ ...join, tries, atMs: performance.now() })
      await sleep(250)
    }
  }
}

interface JoinAttempt {
  person: number
  buy: number
  turn: number
  wires: Map<string, ReturnType<typeof openHttpClient>>
}

/** Returns undefined if no response arrived in time. */
async function sendWithin(ms: number, wire: ReturnType<typeof openHttpClient>, call: Parameters<typeof wire.send>[0]) {
  // A closed connection rejects its pending request.
  const timer = setTimeout(() => wire.close(), ms)
  try {
    return await wire.send(call)
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The request of one person to join one buy. */
export const joinCall = (market: Market, { person, buy, key }: { person: number; buy: number; key: string }) => ({
  path: '/functions/v1/join-group-buy',
  method: 'POST',
  headers: {
    apikey: market.publishableKey,
    authorization: `Bearer ${market.tokens[person]}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  },
  body: JSON.stringify({ group_buy_id: buyId(buy), quantity: 1 }),
})

/** The longest time without an acknowledged join between two moments (by default all of it), in seconds. */
export function longestGapSeconds({ acknowledged }: Pick<JoinLoad, 'acknowledged'>, fromMs = 0, untilMs = Infinity) {
  const times = acknowledged.map(({ atMs }) => atMs).toSorted((a, b) => a - b)
  const inside = times.filter((at) => at >= fromMs && at <= untilMs)
  const edges = [...(fromMs > 0 ? [fromMs] : []), ...inside, ...(Number.isFinite(untilMs) ? [untilMs] : [])]
  return edges.reduce((longest, at, index) => Math.max(longest, at - (edges[index - 1] ?? at)), 0) / 1000
}

/** Waits until `count` more joins have been acknowledged, and returns the time of the first; throws after `seconds`. */
export async function waitForJoins({ acknowledged }: JoinLoad, more: number, seconds = 120): Promise<number> {
  const before = acknowledged.length
  const until = performance.now() + seconds * 1000
  while (acknowledged.length < before + more) {
    if (performance.now() > until) throw new Error(`${acknowledged.length - before} of ${more} joins in ${seconds} s`)
    await sleep(20)
  }
  return acknowledged[before]?.atMs ?? 0
}
