import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { percentile } from '../../../bench/load.ts'
import { checkJoins } from '../parts/count.ts'
import { fillForJoins, openMarket } from '../parts/market-processes.ts'
import { loadJoins, waitForJoins } from '../parts/people/joins.ts'
import { inSandbox } from '../parts/sandbox.ts'
import { type DebianPostgres, startPostgres } from '../parts/servers/debian-postgres.ts'
import { openSheet } from '../parts/sheet.ts'

/**
 * The database is frozen for a while, then killed and down for a minute. Each request gets a 503 in time, visitors
 * still get cached pages, nothing acknowledged is lost, and the market recovers without a restart.
 */
const FROZEN_S = 20
const AWAY_S = 60
/** A statement's five seconds, the driver's two, and a margin for a busy machine. */
const MOST_MS = 12_000

interface Probe {
  atMs: number
  tookMs: number
  status: number
  isStale: boolean
  hasRetryAfter: boolean
}

const sheet = openSheet('database-away')
await inSandbox(async (sandbox) => {
  const postgres = await startPostgres(sandbox, { name: 'server' })
  const market = await openMarket(sandbox)
  const product = await market.start(postgres.connectionString, { ADMISSION: 'on' })
  await fillForJoins(postgres.connectionString)
  const joins = loadJoins(market, { origins: () => [product.origin], clients: 4, pauseMs: 50, answerWithinMs: MOST_MS })
  let isGoingOn = true
  const probes = { page: [] as Probe[], people: [] as Probe[], health: [] as Probe[] }
  const probing = [
    probe(probes.page, `${product.origin}/group-buys`),
    probe(probes.people, `${product.origin}/rest/v1/orders?select=id&limit=1`, {
      apikey: market.publishableKey,
      authorization: `Bearer ${market.tokens[0]}`,
    }),
    probe(probes.health, `${product.origin}/healthz`),
  ]
  await waitForJoins(joins, 50)
  await sleep(3_000)

  const frozenAt = performance.now()
  signalAll(postgres, 'STOP')
  await sleep(FROZEN_S * 1000)
  signalAll(postgres, 'CONT')
  const thawedAt = performance.now()
  const afterThaw = await waitForJoins(joins, 1, 60)
  await waitForJoins(joins, 50, 60)
  await sleep(3_000)

  await postgres.end('SIGKILL')
  const killedAt = performance.now()
  await sleep(AWAY_S * 1000)
  const startedAt = performance.now()
  await postgres.start()
  const answersAt = performance.now()
  const afterStart = await waitForJoins(joins, 1, 60)
  await waitForJoins(joins, 50, 60)
  await checkDueJobs(postgres)
  await sleep(5_000)
  isGoingOn = false
  await Promise.all(probing)
  await joins.stop()

  const during = (list: Probe[], from: number, until: number) => list.filter(({ atMs }) => atMs > from && atMs < until)
  const away = during(probes.page, killedAt + 1_000, startedAt)
  const copies = away.filter(({ isStale }) => isStale)
  const slowest = Math.max(...[...probes.page, ...probes.people].map(({ tookMs }) => tookMs))
  const unexpected = [...probes.page, ...probes.people].filter(
    ({ status, hasRetryAfter }) => status !== 200 && !(status === 503 && hasRetryAfter),
  )
  const stale = during(probes.page, answersAt + 5_000, Number.POSITIVE_INFINITY).filter(({ isStale }) => isStale)
  const frozen = during(probes.page, frozenAt, thawedAt)
  sheet.figure('frozen for, s', FROZEN_S)
  sheet.figure('frozen: page served', `${frozen.filter(({ status }) => status === 200).length} of ${frozen.length}`)
  sheet.figure('from its thaw to the next join, s', (afterThaw - thawedAt) / 1000)
  sheet.figure('killed and away for, s', (startedAt - killedAt) / 1000)
  sheet.figure('from its first answer to the next join, s', (afterStart - answersAt) / 1000)
  sheet.figure(
    'away: half of the answers to people took, ms',
    percentile(
      during(probes.people, killedAt, startedAt).map(({ tookMs }) => tookMs),
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
    unexpected.length === 0,
    unexpected
      .map(({ status }) => status)
      .slice(0, 5)
      .join(', ') || 0,
  )
  sheet.must(
    '/healthz says 200 throughout',
    probes.health.every(({ status }) => status === 200),
    probes.health.length,
  )
  sheet.must('joins go on within 5 s of its return', afterStart - answersAt < 5_000, (afterStart - answersAt) / 1000)
  await checkJoins(sheet, postgres.connectionString, joins)
  await product.stop()

  async function probe(into: Probe[], url: string, headers: Record<string, string> = {}): Promise<void> {
    while (isGoingOn) {
      const atMs = performance.now()
      const answer = await fetch(url, { headers, signal: AbortSignal.timeout(60_000) }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      into.push({
        atMs,
        tookMs: performance.now() - atMs,
        status: answer?.status ?? 0,
        isStale: /ttl=-/.test(answer?.headers.get('cache-status') ?? ''),
        hasRetryAfter: answer?.headers.has('retry-after') ?? false,
      })
      await sleep(200)
    }
  }
})
sheet.close()

/** Signals the server and all of its processes. */
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

/** Checks that the jobs recover too: those that became due while the database was down are done. */
async function checkDueJobs({ connectionString }: DebianPostgres): Promise<void> {
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
