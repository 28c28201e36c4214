import { setTimeout as sleep } from 'node:timers/promises'
import { middle, percentile } from '../../bench/load.ts'
import { buyId, SHOPS } from '../../bench/market.ts'
import type { Product } from '../../bench/product.ts'
import { crowdOf, type Heard, odd, refusedShare, served } from './parts/crowd.ts'
import { startPostgres } from './parts/debian-postgres.ts'
import { fillForJoins, type Market, openMarket } from './parts/market-processes.ts'
import { inRoom } from './parts/room.ts'
import { openSheet, type Sheet } from './parts/sheet.ts'

/**
 * 2,000 connections ask one process for several times what it can do: anonymous for pages that nobody has asked for before, people for what is
 * theirs, and some join. Then the same with admission switched off.
 */
const CLIENTS = { anonymous: 1_700, reads: 260, joins: 40 }
const SECONDS = 35
const MOST_MB = 700

interface Outcome extends Record<keyof typeof CLIENTS, Heard> {
  health: Heard
  ready: Heard
  memoryMb: number
}

const sheet = openSheet('overload')
await inRoom(async (room) => {
  const postgres = await startPostgres(room, { name: 'server' })
  const market = await openMarket(room)
  const first = await market.start(postgres.connectionString)
  await fillForJoins(postgres.connectionString)
  await first.stop()

  const guarded = await market.start(postgres.connectionString, { ADMISSION: 'on' })
  const on = await flood(market, guarded, 0)
  const figures = (await (await fetch(`${guarded.origin}/healthz`)).json()) as { admission: object }
  console.log(JSON.stringify(figures.admission))
  await guarded.stop()
  const open = await market.start(postgres.connectionString, { ADMISSION: 'off' })
  const off = await flood(market, open, 1_500)
  await open.stop()

  tell(sheet, on, off)
})
sheet.close()

async function flood(market: Market, { origin, memoryMb }: Product, firstPerson: number): Promise<Outcome> {
  const until = performance.now() + SECONDS * 1000
  const isGoingOn = () => performance.now() < until
  const everybody = { origin, isGoingOn, againMs: 1_000 }
  let [pages, joins] = [0, firstPerson - 1]
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, memoryMb())
  }, 500)
  const probe = (path: string) => crowdOf({ ...everybody, clients: 1, pauseMs: 250, next: () => ({ path }) })
  // The last of them have shops, which they may not join themselves.
  const buyers = market.tokens.slice(0, -SHOPS)
  const headersOf = (person: number) => ({
    apikey: market.publishableKey,
    authorization: `Bearer ${buyers[person % buyers.length]}`,
  })
  const [anonymous, reads, joining, health, ready] = await Promise.all([
    crowdOf({
      ...everybody,
      clients: CLIENTS.anonymous,
      pauseMs: 200,
      next: () => ({ path: `/search?q=rice+${firstPerson}${pages++}` }),
    }),
    crowdOf({
      ...everybody,
      clients: CLIENTS.reads,
      pauseMs: 200,
      next: (client) => ({
        path: '/rest/v1/orders?select=id,quantity,status,created_at&order=created_at.desc&limit=20',
        headers: headersOf(client),
      }),
    }),
    crowdOf({
      ...everybody,
      clients: CLIENTS.joins,
      pauseMs: 200,
      next() {
        joins += 1
        return {
          path: '/functions/v1/join-group-buy',
          method: 'POST',
          headers: {
            ...headersOf(joins),
            'content-type': 'application/json',
            'idempotency-key': crypto.randomUUID(),
          },
          body: JSON.stringify({ group_buy_id: buyId(1 + (joins % market.buys)), quantity: 1 }),
        }
      },
    }),
    probe('/healthz'),
    probe('/readyz'),
  ])
  clearInterval(watch)
  await sleep(1_000)
  return { anonymous, reads, joins: joining, health, ready, memoryMb: most }
}

function tell({ figure, must }: Sheet, on: Outcome, off: Outcome): void {
  const share = (heard: Heard) => `${(refusedShare(heard) * 100).toFixed(1)}%`
  for (const [how, outcome] of [
    ['', on],
    [', admission off', off],
  ] as const) {
    for (const who of ['anonymous', 'reads', 'joins'] as const) {
      const heard = outcome[who]
      figure(`${who}${how}: served a second`, served(heard) / SECONDS)
      figure(`${who}${how}: refused`, share(heard))
      figure(`${who}${how}: half of the served took, ms`, middle(heard.servedMs))
      figure(`${who}${how}: 99 of 100 served took less than, ms`, percentile(heard.servedMs, 0.99))
    }
    figure(`refusals to anonymous${how}: half took, ms`, middle(outcome.anonymous.refusedMs))
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
  must('joins that were served or told to come back: all', odd(on.joins) === '', odd(on.joins) || 'all')
  must(
    'reads that were served or told to come back: all',
    odd(on.anonymous) + odd(on.reads) === '',
    odd(on.anonymous) || 'all',
  )
  const probes = [...on.health.statuses.keys(), ...on.ready.statuses.keys()]
  must(
    '/healthz and /readyz say 200 throughout',
    probes.every((status) => status === 200),
    probes.join(', '),
  )
  must(`memory stays below ${MOST_MB} MB`, on.memoryMb < MOST_MB, on.memoryMb)
  const [mine, control] = [middle(on.joins.servedMs), middle(off.joins.servedMs)]
  must('control: without admission joins take at least twice as long', control > 2 * mine, control / mine)
  must(
    'control: without admission fewer joins are served',
    served(off.joins) < served(on.joins),
    served(off.joins) / SECONDS,
  )
}
