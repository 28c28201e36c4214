import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkJoins, recount } from '../parts/count.ts'
import { openFreezableRelay } from '../parts/freezable-relay.ts'
import { fillForJoins, openMarket } from '../parts/market-processes.ts'
import { watchPages } from '../parts/pages.ts'
import { type JoinLoad, loadJoins, longestGapSeconds, waitForJoins } from '../parts/people/joins.ts'
import { inSandbox, type Sandbox } from '../parts/sandbox.ts'
import { startPostgres, startStandby } from '../parts/servers/debian-postgres.ts'
import { type DatabaseNode, type Patroni, startPair } from '../parts/servers/patroni.ts'
import { openSheet, type Sheet } from '../parts/sheet.ts'

/** The market's maximum time beyond that of the cluster manager. */
const OWN_SECONDS = 2
/** The time for which the standby receives nothing before the primary is killed. */
const FROZEN_MS = 2_000

const PARTS: Record<string, (sheet: Sheet) => Promise<void>> = {
  switchover: onPatroni('switchover', async ({ patroni, first, second }) => {
    await patroni.switchOver(first, second)
  }),
  kill: onPatroni('kill -9 of PostgreSQL', async ({ first }) => killPostgres(first)),
  machine: onPatroni('machine lost', async ({ first }) => first.vanish()),
  partition: onPatroni('network partition', async ({ patroni, first, second }) => {
    first.cutFrom(patroni.etcd)
    first.cutFrom(second)
  }),
  control: (sheet) => plainPair(sheet, 'asynchronous'),
  synchronous: (sheet) => plainPair(sheet, 'synchronous'),
}

const requested = process.argv.slice(2)
const unknown = requested.find((part) => !(part in PARTS))
if (unknown) throw new Error(`There is no part ${unknown}, but ${Object.keys(PARTS).join(', ')}.`)
const sheet = openSheet('failover')
for (const part of requested.length > 0 ? requested : Object.keys(PARTS)) {
  console.log(`Running ${part} ...`)
  await PARTS[part]?.(sheet)
}
sheet.close()
// Pooled keep-alive connections would delay the exit of the process for minutes.
process.exit()

interface FailoverScene {
  patroni: Patroni
  first: DatabaseNode
  second: DatabaseNode
}

/** Joins at two processes over a pair under Patroni, while its primary fails. */
function onPatroni(name: string, fail: (trouble: FailoverScene) => Promise<void>) {
  return (all: Sheet) =>
    inSandbox(async (sandbox) => {
      const sheet = prefixed(all, name)
      const { patroni, market, origins } = await openPair(sandbox)
      const [first, second] = patroni.nodes
      const load = loadJoins(market, { origins: () => origins })
      const pages = watchPages(origins)
      await waitForJoins(load, 400)
      // Requested once, so that they are cached.
      await sleep(1_000)
      const atMs = performance.now()
      const before = load.acknowledged.length
      await fail({ patroni, first, second })
      const promotedMs = await patroni.waitForPromotion(second)
      const deposed = countPrimaries(patroni, second)
      await sleep(6_000)
      await waitForJoins(load, 300)
      const endMs = performance.now()
      await load.stop()
      await pages.stop()
      const backMs = firstSince(load, promotedMs)
      sheet.figure('joins acknowledged before', before)
      sheet.figure('Patroni needed, in s', (promotedMs - atMs) / 1000)
      sheet.figure('longest time without an acknowledged join, in s', longestGapSeconds(load, atMs, endMs))
      const afterwards = (backMs - promotedMs) / 1000
      sheet.must(`writes back within ${OWN_SECONDS} s of the promotion`, afterwards <= OWN_SECONDS, afterwards)
      sheet.must(`reads of kept pages that failed: 0 of ${pages.requested}`, pages.failed === 0, pages.failed)
      sheet.figure('processes restarted', 0)
      sheet.must('primaries at the end: 1', (await deposed) === 1, await deposed)
      await checkJoins(sheet, second.connectionString, load)
    })
}

async function openPair(sandbox: Sandbox) {
  const patroni = await startPair(sandbox)
  const market = await openMarket(sandbox)
  const one = await market.start(patroni.databaseUrl)
  await fillForJoins(patroni.nodes[0].connectionString)
  await patroni.waitForSynchronous()
  const origins = [one.origin, (await market.start(patroni.databaseUrl)).origin]
  return { patroni, market, origins }
}

/** Kills the postmaster with all of its processes; Patroni keeps running. */
function killPostgres({ data }: DatabaseNode): void {
  const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  for (const pid of [postmaster, ...stdout.split(/\s+/).filter(Boolean).map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended with its postmaster.
    }
  }
}

/** The number of nodes that claim to be the primary, some time after the promotion. */
async function countPrimaries({ nodes, waitForPromotion }: Patroni, second: DatabaseNode): Promise<number> {
  await waitForPromotion(second)
  await sleep(5_000)
  const answers = await Promise.all(
    nodes.map(({ address }) =>
      fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  )
  return answers.filter(Boolean).length
}

function firstSince({ acknowledged }: JoinLoad, ms: number): number {
  return acknowledged.map(({ atMs }) => atMs).find((atMs) => atMs > ms) ?? Number.POSITIVE_INFINITY
}

/**
 * Two plain servers. The primary's replication traffic stops arriving, and two seconds later it is killed. With
 * synchronous commits no acknowledged join may be lost; with asynchronous ones this must find lost acknowledged joins.
 */
function plainPair(all: Sheet, kind: 'synchronous' | 'asynchronous'): Promise<void> {
  return inSandbox(async (sandbox) => {
    const sheet = prefixed(all, `${kind}, killed while the standby heard nothing`)
    const primary = await startPostgres(sandbox, { name: 'first' })
    const line = await openFreezableRelay(primary.port)
    sandbox.atEnd(line.close)
    const standby = await startStandby(sandbox, { port: line.port }, { name: 'second' })
    const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',')
    const market = await openMarket(sandbox)
    const { origin } = await market.start(`postgres://postgres@${hosts}/postgres`)
    await fillForJoins(primary.connectionString)
    if (kind === 'synchronous') await primary.set('synchronous_standby_names', 'second')
    const load = loadJoins(market, { origins: () => [origin] })
    await waitForJoins(load, 300)
    line.freeze()
    await sleep(FROZEN_MS)
    await primary.end('SIGKILL')
    await line.close()
    await standby.promote()
    await waitForJoins(load, 100)
    await load.stop()
    if (kind === 'synchronous') return checkJoins(sheet, standby.connectionString, load)
    const { lost } = await recount(standby.connectionString, load.acknowledged)
    sheet.figure('joins acknowledged', load.acknowledged.length)
    sheet.must('the control loses acknowledged joins', lost.length > 0, lost.length)
  })
}

/** The same sheet; each line is prefixed with its part's name. */
function prefixed(sheet: Sheet, name: string): Sheet {
  return {
    ...sheet,
    figure: (what, value) => sheet.figure(`${name}: ${what}`, value),
    must: (what, holds, value) => sheet.must(`${name}: ${what}`, holds, value),
  }
}
