import { setTimeout as sleep } from 'node:timers/promises'
import { median, percentile } from '../../../bench/load.ts'
import { buyId, personId, SHOPS } from '../../../bench/market/market.ts'
import type { Product } from '../../../bench/market/product.ts'
import { type Acknowledgements, checkTotals } from '../parts/count.ts'
import { fillForJoins, type Market, openMarket } from '../parts/market-processes.ts'
import { type CrowdResponses, refusedShare, runCrowd, served, unexpectedResponses } from '../parts/people/crowd.ts'
import { joinCall } from '../parts/people/joins.ts'
import { openPayers } from '../parts/people/payments.ts'
import { cookieOf } from '../parts/people/session.ts'
import { inSandbox } from '../parts/sandbox.ts'
import { startPostgres } from '../parts/servers/debian-postgres.ts'
import { openSheet, type Sheet } from '../parts/sheet.ts'

/**
 * 2,000 connections send one process several times its capacity: anonymous clients request uncached pages, signed-in
 * people read their own data, and some join; every fifth join is paid too. Repeated with admission switched off.
 */
const CLIENTS = { anonymous: 1_700, reads: 260, joins: 40 }
const SECONDS = 35
const MOST_MB = 700
/** Maximum time for a payer in progress to finish after the end of the load. */
const PAYER_TIMEOUT_MS = 30_000

interface LoadResult extends Record<keyof typeof CLIENTS, CrowdResponses> {
  health: CrowdResponses
  ready: CrowdResponses
  /** Home, as a visitor without cookies sees it. */
  home: CrowdResponses
  /** Pages of people who sign in one after the other. */
  signedIn: CrowdResponses
  memoryMb: number
  acknowledgements: Acknowledgements
  /** The number of the next join, so that no person joins a buy twice. */
  nextJoin: number
}

const sheet = openSheet('overload')
await inSandbox(async (sandbox) => {
  const postgres = await startPostgres(sandbox, { name: 'server' })
  const market = await openMarket(sandbox)
  const first = await market.start(postgres.connectionString)
  await fillForJoins(postgres.connectionString)
  await first.stop()

  const guarded = await market.start(postgres.connectionString, { ADMISSION: 'on' })
  const on = await flood(market, guarded, 0)
  const figures = (await (await fetch(`${guarded.origin}/healthz`)).json()) as { admission: object }
  console.log(JSON.stringify(figures.admission))
  await guarded.stop()
  const open = await market.start(postgres.connectionString, { ADMISSION: 'off' })
  const off = await flood(market, open, on.nextJoin)
  reportResults(sheet, on, off)
  await checkTotals(sheet, postgres.connectionString, {
    acknowledged: [...on.acknowledgements.acknowledged, ...off.acknowledgements.acknowledged],
    paid: [...on.acknowledgements.paid, ...off.acknowledgements.paid],
    stuck: on.acknowledgements.stuck,
  })
  await open.stop()
})
sheet.close()

async function flood(market: Market, { origin, memoryMb }: Product, firstJoin: number): Promise<LoadResult> {
  const until = performance.now() + SECONDS * 1000
  const isGoingOn = () => performance.now() < until
  const common = { origin, isGoingOn, retryMs: 1_000 }
  let [pages, nextJoin] = [0, firstJoin]
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, memoryMb())
  }, 500)
  const probe = (path: string) => runCrowd({ ...common, clients: 1, pauseMs: 250, next: () => ({ path }) })
  // The last of them own shops, and vendors cannot join their own buys.
  const buyers = market.tokens.slice(0, -SHOPS)
  const headersOf = (person: number) => ({
    apikey: market.publishableKey,
    authorization: `Bearer ${buyers[person % buyers.length]}`,
  })
  const payers = openPayers(market, { origins: () => [origin], givesUpAt: () => until + PAYER_TIMEOUT_MS })
  const acknowledgements: Acknowledgements = { acknowledged: [], paid: payers.paid, stuck: 0 }
  const joinOf = new WeakMap<object, { person: number; buy: number }>()
  let signedIn = 0
  const [anonymous, reads, joins, health, ready, home, signedInPages] = await Promise.all([
    runCrowd({
      ...common,
      clients: CLIENTS.anonymous,
      pauseMs: 200,
      next: () => ({ path: `/search?q=rice+${firstJoin}${pages++}` }),
    }),
    runCrowd({
      ...common,
      clients: CLIENTS.reads,
      pauseMs: 200,
      next: (client) => ({
        path: '/rest/v1/orders?select=id,quantity,status,created_at&order=created_at.desc&limit=20',
        headers: headersOf(client),
      }),
    }),
    runCrowd({
      ...common,
      clients: CLIENTS.joins,
      pauseMs: 200,
      next() {
        const join = { person: nextJoin % buyers.length, buy: 1 + (nextJoin % market.buys) }
        nextJoin += 1
        const call = joinCall(market, { ...join, key: crypto.randomUUID() })
        joinOf.set(call, join)
        return call
      },
      async onServed(call, { body }) {
        const { person, buy } = joinOf.get(call) ?? { person: 0, buy: 0 }
        acknowledgements.acknowledged.push({ userId: personId(person), buyId: buyId(buy) })
        await payers.payAfterJoin(person, body)
      },
    }),
    probe('/healthz'),
    probe('/readyz'),
    runCrowd({ ...common, clients: 1, pauseMs: 1_000, next: () => ({ path: '/' }) }),
    runCrowd({
      ...common,
      clients: 1,
      pauseMs: 1_000,
      next: () => ({ path: '/products', headers: { cookie: cookieOf(market, CLIENTS.reads + signedIn++) } }),
    }),
  ])
  clearInterval(watch)
  await sleep(1_000)
  acknowledgements.stuck = payers.stuck
  return {
    anonymous,
    reads,
    joins,
    health,
    ready,
    home,
    signedIn: signedInPages,
    memoryMb: most,
    acknowledgements,
    nextJoin,
  }
}

function reportResults({ figure, must }: Sheet, on: LoadResult, off: LoadResult): void {
  const share = (responses: CrowdResponses) => `${(refusedShare(responses) * 100).toFixed(1)}%`
  for (const [how, outcome] of [
    ['', on],
    [', admission off', off],
  ] as const) {
    for (const who of ['anonymous', 'reads', 'joins'] as const) {
      const responses = outcome[who]
      figure(`${who}${how}: served a second`, served(responses) / SECONDS)
      figure(`${who}${how}: refused`, share(responses))
      figure(`${who}${how}: half of the served took, ms`, median(responses.servedMs))
      figure(`${who}${how}: 99 of 100 served took less than, ms`, percentile(responses.servedMs, 0.99))
    }
    figure(`refusals to anonymous${how}: half took, ms`, median(outcome.anonymous.refusedMs))
    const { paid, stuck } = outcome.acknowledgements
    figure(`payments made${how}`, paid.length)
    figure(`payments made${how}: half took from the first press to the return, ms`, median(paid.map(({ ms }) => ms)))
    figure(`payers who could not go on${how}`, stuck)
    figure(`most memory${how}, MB`, outcome.memoryMb)
  }
  must(
    'connections asking at once',
    true,
    Object.values(CLIENTS).reduce((sum, count) => sum + count, 0),
  )
  const [anonymous, reads, joins] = [on.anonymous, on.reads, on.joins].map(refusedShare) as [number, number, number]
  must(
    'joins are refused less than reads, and reads less than anonymous',
    joins <= reads && reads <= anonymous,
    'by share',
  )
  must(
    'joins that were served or told to come back: all',
    unexpectedResponses(on.joins) === '',
    unexpectedResponses(on.joins) || 'all',
  )
  must(
    'reads that were served or told to come back: all',
    unexpectedResponses(on.anonymous) + unexpectedResponses(on.reads) === '',
    unexpectedResponses(on.anonymous) + unexpectedResponses(on.reads) || 'all',
  )
  for (const [who, responses, least] of [
    ['a visitor opens home', on.home, 0.9],
    ['people who have just signed in open a page', on.signedIn, 0.5],
  ] as const) {
    const tries = responses.servedMs.length + responses.refusedMs.length
    const share = served(responses) / tries
    must(
      `${who}: served ${served(responses)} of ${tries}, at least ${least * 100}%`,
      share >= least,
      `${Math.round(share * 100)}%`,
    )
  }
  const probes = [...on.health.statuses.keys(), ...on.ready.statuses.keys()]
  must(
    '/healthz and /readyz say 200 throughout',
    probes.every((status) => status === 200),
    probes.join(', '),
  )
  must(`memory stays below ${MOST_MB} MB`, on.memoryMb < MOST_MB, on.memoryMb)
  const [mine, control] = [median(on.joins.servedMs), median(off.joins.servedMs)]
  must('control: without admission joins take at least twice as long', control > 2 * mine, control / mine)
  must(
    'control: without admission fewer joins are served',
    served(off.joins) < served(on.joins),
    served(off.joins) / SECONDS,
  )
}
