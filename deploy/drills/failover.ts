import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { countAfter, mustHaveKept } from './parts/count.ts'
import { startPostgres, startStandby } from './parts/debian-postgres.ts'
import { openFreezableLine } from './parts/freezable-line.ts'
import { type JoinLoad, loadJoins, longestGapSeconds, moreJoins } from './parts/joins.ts'
import { fillForJoins, openMarket } from './parts/market-processes.ts'
import { watchPages } from './parts/pages.ts'
import { type Node, type Patroni, startPatroni } from './parts/patroni.ts'
import { inRoom, type Room } from './parts/room.ts'
import { openSheet, type Sheet } from './parts/sheet.ts'

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

const wanted = process.argv.slice(2)
const unknown = wanted.find((part) => !(part in PARTS))
if (unknown) throw new Error(`There is no part ${unknown}, but ${Object.keys(PARTS).join(', ')}.`)
const sheet = openSheet('failover')
for (const part of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  console.log(`Playing ${part} ...`)
  await PARTS[part]?.(sheet)
}
sheet.close()
// Pooled keep-alive connections would delay the exit of the process for minutes.
process.exit()

interface Trouble {
  patroni: Patroni
  first: Node
  second: Node
}

/** Joins at two processes over a pair under Patroni, while something happens to its primary. */
function onPatroni(name: string, happen: (trouble: Trouble) => Promise<void>) {
  return (all: Sheet) =>
    inRoom(async (room) => {
      const sheet = named(all, name)
      const { patroni, market, origins } = await openPair(room)
      const [first, second] = patroni.nodes
      const load = loadJoins(market, { origins: () => origins })
      const pages = watchPages(origins)
      await moreJoins(load, 400)
      // Requested once, so that they are cached.
      await sleep(1_000)
      const atMs = performance.now()
      const before = load.acknowledged.length
      await happen({ patroni, first, second })
      const promotedMs = await patroni.promoted(second)
      const deposed = both(patroni, second)
      await sleep(6_000)
      await moreJoins(load, 300)
      const endMs = performance.now()
      await load.stop()
      await pages.stop()
      const backMs = firstSince(load, promotedMs)
      sheet.figure('joins acknowledged before', before)
      sheet.figure('Patroni needed, in s', (promotedMs - atMs) / 1000)
      sheet.figure('longest time without an acknowledged join, in s', longestGapSeconds(load, atMs, endMs))
      const afterwards = (backMs - promotedMs) / 1000
      sheet.must(`writes back within ${OWN_SECONDS} s of the promotion`, afterwards <= OWN_SECONDS, afterwards)
      sheet.must(`reads of kept pages that failed: 0 of ${pages.asked}`, pages.failed === 0, pages.failed)
      sheet.figure('processes restarted', 0)
      sheet.must('primaries at the end: 1', (await deposed) === 1, await deposed)
      await mustHaveKept(sheet, second.connectionString, load)
    })
}

async function openPair(room: Room) {
  const patroni = await startPatroni(room)
  const market = await openMarket(room)
  const one = await market.start(patroni.databaseUrl)
  await fillForJoins(patroni.nodes[0].connectionString)
  await patroni.inStep()
  const origins = [one.origin, (await market.start(patroni.databaseUrl)).origin]
  return { patroni, market, origins }
}

/** The postmaster, and all of its processes with it; Patroni lives on. */
function killPostgres({ data }: Node): void {
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
async function both({ nodes, promoted }: Patroni, second: Node): Promise<number> {
  await promoted(second)
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
  return inRoom(async (room) => {
    const sheet = named(all, `${kind}, killed while the standby heard nothing`)
    const primary = await startPostgres(room, { name: 'first' })
    const line = await openFreezableLine(primary.port)
    room.atEnd(line.close)
    const standby = await startStandby(room, { port: line.port }, { name: 'second' })
    const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',')
    const market = await openMarket(room)
    const { origin } = await market.start(`postgres://postgres@${hosts}/postgres`)
    await fillForJoins(primary.connectionString)
    if (kind === 'synchronous') await primary.set('synchronous_standby_names', 'second')
    const load = loadJoins(market, { origins: () => [origin] })
    await moreJoins(load, 300)
    line.freeze()
    await sleep(FROZEN_MS)
    await primary.end('SIGKILL')
    await line.close()
    await standby.promote()
    await moreJoins(load, 100)
    await load.stop()
    if (kind === 'synchronous') return mustHaveKept(sheet, standby.connectionString, load)
    const { lost } = await countAfter(standby.connectionString, load.acknowledged)
    sheet.figure('joins acknowledged', load.acknowledged.length)
    sheet.must('the control loses acknowledged joins', lost.length > 0, lost.length)
  })
}

/** The same sheet; each line says which part it belongs to. */
function named(sheet: Sheet, name: string): Sheet {
  return {
    ...sheet,
    figure: (what, value) => sheet.figure(`${name}: ${what}`, value),
    must: (what, holds, value) => sheet.must(`${name}: ${what}`, holds, value),
  }
}
