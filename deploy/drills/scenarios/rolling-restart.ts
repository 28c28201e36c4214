import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#platform/postgres/free-port.ts'
import type { Product } from '../../../bench/market/product.ts'
import { checkJoins } from '../parts/count.ts'
import { fillForJoins, openMarket } from '../parts/market-processes.ts'
import { failures, openWatchers, type Readers, startReaders, type Watchers } from '../parts/people/audience.ts'
import { type JoinLoad, loadJoins, waitForJoins } from '../parts/people/joins.ts'
import { inSandbox } from '../parts/sandbox.ts'
import { startPostgres } from '../parts/servers/debian-postgres.ts'
import { startHaproxy } from '../parts/servers/haproxy.ts'
import { openSheet, type Sheet } from '../parts/sheet.ts'
import { openVersions } from '../parts/versions.ts'
import { workersOf } from '../parts/workers-of.ts'

/**
 * Every process is replaced while people read, join and watch: by a signal with WORKERS=3, and three behind HAProxy one
 * after the other.
 */
const WATCHERS = 30
/** `workers` or `balancer` runs one half. */
const only = process.argv[2]
const sheet = openSheet('rolling-restart')

await inSandbox(async (sandbox) => {
  const postgres = await startPostgres(sandbox, { name: 'primary', settings: { max_connections: '200' } })
  const { connectionString } = postgres
  const market = await openMarket(sandbox)
  const versions = await openVersions(sandbox)
  let first = 0

  const workers = await market.start(connectionString, { WORKERS: '3' }, { script: versions.script })
  await fillForJoins(connectionString)
  const owner = new pg.Pool({ connectionString, max: 1 })
  sandbox.atEnd(() => owner.end())

  if (only !== 'balancer') await renewWorkers()
  await workers.stop()

  if (only !== 'workers') await renewBehindBalancer()

  async function renewWorkers(): Promise<void> {
    await underLoad('WORKERS=3, a new version with a migration', workers.origin, { must: true }, async () => {
      versions.update('version-two', {
        name: '9990_drill',
        sql: 'alter table public.group_buys add column drilled text; alter table public.orders add column drilled text;',
      })
      const beganAt = performance.now()
      process.kill(workers.pid, 'SIGUSR2')
      await waitForOutput(workers, 'All 3 processes are new')
      sheet.figure('WORKERS=3: seconds until all are new', (performance.now() - beganAt) / 1000)
      const { rows } = await owner.query("select 1 from migrations.applied where name = '9990_drill'")
      sheet.must('WORKERS=3: the new version has migrated', rows.length === 1, rows.length)
    })
    await underLoad('control, WORKERS=3: each killed', workers.origin, { must: false }, async () => {
      for (const pid of workersOf(workers.pid)) {
        process.kill(pid, 'SIGKILL')
        await sleep(3_000)
      }
    })
  }

  async function renewBehindBalancer(): Promise<void> {
    const ports = [await freePort(), await freePort(), await freePort()]
    const begin = (port: number) =>
      market.start(
        connectionString,
        { SHUTDOWN_NOTICE_MS: '2000', TRUST_PROXY: '1' },
        { port, script: versions.script },
      )
    const processes: Product[] = []
    for (const port of ports) processes.push(await begin(port))
    const balancer = await startHaproxy(sandbox, ports)
    await sleep(1_000)
    const renewEach = async (signal: 'SIGTERM' | 'SIGKILL') => {
      for (const [index, port] of ports.entries()) {
        await processes[index]?.stop(signal)
        processes[index] = await begin(port)
        // Time for the balancer's health check.
        await sleep(2_000)
      }
    }
    await underLoad('three behind HAProxy, one after the other', balancer, { must: true }, () => renewEach('SIGTERM'))
    await underLoad('control, behind HAProxy: each killed', balancer, { must: false }, () => renewEach('SIGKILL'))
  }

  interface Expectation {
    must: boolean
  }

  async function underLoad(
    what: string,
    origin: string,
    { must }: Expectation,
    work: () => Promise<void>,
  ): Promise<void> {
    console.log(`${new Date().toISOString().slice(11, 19)} ${what}`)
    const watchers = await openWatchers(market, origin, WATCHERS)
    const readers = startReaders(market, origin)
    const joins = loadJoins(market, { origins: () => [origin], clients: 8, first })
    await waitForJoins(joins, 30)
    await work()
    await waitForJoins(joins, 30)
    await watchers.waitForChange(() =>
      owner
        .query(
          `update public.group_buys set updated_at = now() where id = (select id from public.group_buys where status = 'active' limit 1)`,
        )
        .catch(() => undefined),
    )
    watchers.stop()
    await Promise.all([readers.stop(), joins.stop()])
    first += joins.acknowledged.length + 100
    reportLoad(what, { readers, joins, watchers }, must)
    await checkJoins(sheet, connectionString, joins)
  }
})
sheet.close()

interface LoadResults {
  readers: Readers
  joins: JoinLoad
  watchers: Watchers
}

function reportLoad(what: string, { readers, joins, watchers }: LoadResults, must: boolean): void {
  const named: Sheet['must'] = (text, ...rest) => sheet.must(`${what}: ${text}`, ...rest)
  sheet.figure(`${what}: reads answered`, readers.answered)
  sheet.figure(`${what}: lines of ${WATCHERS} watchers that ended and came back`, watchers.ended)
  const reasons = [...readers.failed].map(([reason, count]) => `${count} times ${reason}`).join('; ')
  const failed = failures(readers) + joins.unanswered
  if (must) {
    named('reads failed: 0', failures(readers) === 0, reasons || 0)
    named('tries of joins failed: 0', joins.unanswered === 0, joins.unanswered)
  } else named('requests failed: some', failed > 0, `${failures(readers)} reads, ${joins.unanswered} tries of joins`)
}

async function waitForOutput(product: Product, words: string): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    if (product.output().includes(words)) return
    await sleep(100)
  }
  throw new Error(`It never printed "${words}":\n${product.output()}`)
}
