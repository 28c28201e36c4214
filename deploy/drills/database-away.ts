import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { percentile } from '../../bench/load.ts'
import { mustHaveKept } from './parts/count.ts'
import { type DebianPostgres, startPostgres } from './parts/debian-postgres.ts'
import { loadJoins, moreJoins } from './parts/joins.ts'
import { fillForJoins, openMarket } from './parts/market-processes.ts'
import { inRoom } from './parts/room.ts'
import { openSheet } from './parts/sheet.ts'

/**
 * The database is frozen for a while, then killed and down for a minute. Each request gets a 503 in time, visitors
 * still get cached pages, nothing acknowledged is lost, and the market recovers without a restart.
 */
const FROZEN_S = 20
const AWAY_S = 60
/** A statement's five seconds and the two that the driver adds, and a machine that is busy with other things. */
const MOST_MS = 12_000

interface Look {
  atMs: number
  tookMs: number
  status: number
  isCopy: boolean
  saysWhen: boolean
}

const sheet = openSheet('database-away')
await inRoom(async (room) => {
  const postgres = await startPostgres(room, { name: 'server' })
  const market = await openMarket(room)
  const product = await market.start(postgres.connectionString, { ADMISSION: 'on' })
  await fillForJoins(postgres.connectionString)
  const joins = loadJoins(market, { origins: () => [product.origin], clients: 4, pauseMs: 50, answerWithinMs: MOST_MS })
  let isGoingOn = true
  const looks = { page: [] as Look[], people: [] as Look[], health: [] as Look[] }
  const looking = [
    look(looks.page, `${product.origin}/group-buys`),
    look(looks.people, `${product.origin}/rest/v1/orders?select=id&limit=1`, {
      apikey: market.publishableKey,
      authorization: `Bearer ${market.tokens[0]}`,
    }),
    look(looks.health, `${product.origin}/healthz`),
  ]
  await moreJoins(joins, 50)
  await sleep(3_000)

  const frozenAt = performance.now()
  signalAll(postgres, 'STOP')
  await sleep(FROZEN_S * 1000)
  signalAll(postgres, 'CONT')
  const thawedAt = performance.now()
  const afterThaw = await moreJoins(joins, 1, 60)
  await moreJoins(joins, 50, 60)
  await sleep(3_000)

  await postgres.end('SIGKILL')
  const killedAt = performance.now()
  await sleep(AWAY_S * 1000)
  const startedAt = performance.now()
  await postgres.start()
  const answersAt = performance.now()
  const afterStart = await moreJoins(joins, 1, 60)
  await moreJoins(joins, 50, 60)
  await mailsAreQueued(postgres)
  await sleep(5_000)
  isGoingOn = false
  await Promise.all(looking)
  await joins.stop()

  const during = (list: Look[], from: number, until: number) => list.filter(({ atMs }) => atMs > from && atMs < until)
  const away = during(looks.page, killedAt + 1_000, startedAt)
  const copies = away.filter(({ isCopy }) => isCopy)
  const slowest = Math.max(...[...looks.page, ...looks.people].map(({ tookMs }) => tookMs))
  const odd = [...looks.page, ...looks.people].filter(
    ({ status, saysWhen }) => status !== 200 && !(status === 503 && saysWhen),
  )
  const stale = during(looks.page, answersAt + 5_000, Number.POSITIVE_INFINITY).filter(({ isCopy }) => isCopy)
  const frozen = during(looks.page, frozenAt, thawedAt)
  sheet.figure('frozen for, s', FROZEN_S)
  sheet.figure('frozen: page served', `${frozen.filter(({ status }) => status === 200).length} of ${frozen.length}`)
  sheet.figure('from its thaw to the next join, s', (afterThaw - thawedAt) / 1000)
  sheet.figure('killed and away for, s', (startedAt - killedAt) / 1000)
  sheet.figure('from its first answer to the next join, s', (afterStart - answersAt) / 1000)
  sheet.figure(
    'away: half of the answers to people took, ms',
    percentile(
      during(looks.people, killedAt, startedAt).map(({ tookMs }) => tookMs),
      0.5,
    ),
  )
  sheet.must(
    'away: a kept page is answered throughout',
    away.length > 0 && away.every(({ status }) => status === 200),
    `${copies.length} copies of ${away.length}`,
  )
  sheet.must('after its return: copies: 0', stale.length === 0, stale.length)
  sheet.must(`every answer within ${MOST_MS} ms`, slowest < MOST_MS, slowest)
  sheet.must(
    'answers that are neither 200 nor 503 with Retry-After: 0',
    odd.length === 0,
    odd
      .map(({ status }) => status)
      .slice(0, 5)
      .join(', ') || 0,
  )
  sheet.must(
    '/healthz says 200 throughout',
    looks.health.every(({ status }) => status === 200),
    looks.health.length,
  )
  sheet.must('joins go on within 5 s of its return', afterStart - answersAt < 5_000, (afterStart - answersAt) / 1000)
  await mustHaveKept(sheet, postgres.connectionString, joins)
  await product.stop()

  async function look(into: Look[], url: string, headers: Record<string, string> = {}): Promise<void> {
    while (isGoingOn) {
      const atMs = performance.now()
      const answer = await fetch(url, { headers, signal: AbortSignal.timeout(60_000) }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      into.push({
        atMs,
        tookMs: performance.now() - atMs,
        status: answer?.status ?? 0,
        isCopy: /ttl=-/.test(answer?.headers.get('cache-status') ?? ''),
        saysWhen: answer?.headers.has('retry-after') ?? false,
      })
      await sleep(200)
    }
  }
})
sheet.close()

/** The server with all of its processes. */
function signalAll({ data }: DebianPostgres, signal: 'STOP' | 'CONT'): void {
  const pid = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' })
  for (const one of [pid, ...stdout.split(/\s+/)].filter(Boolean).map(Number)) {
    try {
      process.kill(one, `SIG${signal}`)
    } catch {
      // It has already ended.
    }
  }
}

/** The jobs go on too: what became due while the database was away is done. */
async function mailsAreQueued({ connectionString }: DebianPostgres): Promise<void> {
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  try {
    const waits = "select count(*)::integer as due from jobs.queue where run_at < now() - interval '20 seconds'"
    for (let turn = 0; turn < 60; turn++) {
      const { rows } = await owner.query<{ due: number }>(waits)
      if (rows[0]?.due === 0) return sheet.must('jobs that were due are done', true, `within ${turn} s`)
      await sleep(1_000)
    }
    sheet.must('jobs that were due are done', false, 'not within a minute')
  } finally {
    await owner.end()
  }
}
