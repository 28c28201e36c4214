import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { fillMarket } from '#database/seed/fill/fill-market.ts'
import { writeArchive } from '#platform/backups/archive.ts'
import { dumpDatabase } from '#platform/backups/dump-database.ts'
import { readBackup, restoreBackup } from '#platform/backups/restore-backup.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded.ts'
import { runScript } from '../parts/command.ts'
import { recount } from '../parts/count.ts'
import { fillForJoins, type Market, openMarket } from '../parts/market-processes.ts'
import { type JoinLoad, loadJoins, waitForJoins } from '../parts/people/joins.ts'
import { addPerson, checkPerson } from '../parts/people/person.ts'
import { inSandbox, type Sandbox } from '../parts/sandbox.ts'
import { openSheet } from '../parts/sheet.ts'

const { values } = parseArgs({ options: { orders: { type: 'string', default: '40000' } } })
const ORDERS = Number(values.orders)
const SECONDS = 10

/** The default installation is backed up while people join, lost with its disk, and restored. */
const sheet = openSheet('backup')
await inSandbox(async (sandbox) => {
  const market = await openMarket(sandbox)
  const dataDir = join(sandbox.folder, 'market')
  // Migrated by a first start, and filled while no job runs, because the filler copies orders that must not change
  // meanwhile.
  await (await market.start('')).stop()
  const filling = await startEmbeddedPostgres({ dataDir })
  const size = { orders: ORDERS, products: 2_000, people: 8_000 }
  await fillMarket({ connectionString: filling.connectionString, size, onStep: () => {} })
  await fillForJoins(filling.connectionString)
  const { faults, twice: invented } = await recount(filling.connectionString, [])
  await filling.stop()
  sheet.must('the market adds up before all this', faults.length === 0, faults[0] ?? 'yes')
  const product = await market.start('')
  const at = product.ownerConnectionString()
  console.log(`A market of ${ORDERS} orders is open.`)
  const person = await addPerson(product.origin, market)

  const load = loadJoins(market, { origins: () => [product.origin] })
  await waitForJoins(load, 200)
  const alone = await rateDuring(load, () => sleep(SECONDS * 1000))
  const before = load.acknowledged.slice()
  const backups = join(sandbox.folder, 'backups')
  let output = ''
  const beside = await rateDuring(load, async () => {
    output = await runScript('backup', [backups, '--keep', '3'], { dataDir, market })
  })
  const after = await rateDuring(load, () => sleep(SECONDS * 1000))
  const control = join(sandbox.folder, 'control.tar')
  await controlCopy(at, control)
  await load.stop()
  const path = join(backups, readdirSync(backups)[0] ?? '')
  sheet.figure('orders in the market', ORDERS + load.acknowledged.length)
  sheet.figure('size of the backup, MB', statSync(path).size / 1e6)
  sheet.figure('seconds of the command', beside.seconds)
  sheet.figure('of which it copied and read again', /([\d.]+) s\)/.exec(output)?.[1] ?? '?')
  sheet.figure('joins a second without it, before and after', `${alone.rate.toFixed(0)}, ${after.rate.toFixed(0)}`)
  sheet.figure('joins a second beside it', beside.rate)

  // The disk is lost.
  await product.stop('SIGKILL')
  await startEmbeddedPostgres({ dataDir }).then((left) => left.stop())
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir)
  await restoreAndCheck(market, { path, dataDir, before, load, person, invented })
  await controlMustFail(sandbox, control)
})
sheet.close()

interface RestoreOptions {
  path: string
  dataDir: string
  /** Acknowledged before the backup began. */
  before: JoinLoad['acknowledged']
  load: JoinLoad
  /** Generated orders of several units, which the recount counts as double joins. */
  invented: number
  person: Awaited<ReturnType<typeof addPerson>>
}

async function restoreAndCheck(
  market: Market,
  { path, dataDir, before, load, person, invented }: RestoreOptions,
): Promise<void> {
  const beganAt = performance.now()
  const output = await runScript('restore', [path], { dataDir, market })
  sheet.figure('seconds of the restore, with its audit', (performance.now() - beganAt) / 1000)
  sheet.must('the audit of the restore adds up', output.includes('everything adds up'), output.split('\n').at(-3) ?? '')
  const product = await market.start('')
  const at = product.ownerConnectionString()
  const { lost, twice, faults } = await recount(at, before)
  const later = load.acknowledged.filter((one) => !before.includes(one))
  const absent = (await recount(at, later)).lost.length
  sheet.figure('joins acknowledged before the backup began', before.length)
  sheet.must('of these lost: 0', lost.length === 0 && before.length > 0, lost.length)
  sheet.figure('joins acknowledged after it began, and of these not in it', `${later.length}, ${absent}`)
  sheet.must('joins kept twice: 0', twice === invented, twice - invented)
  sheet.must('counters, ledger and moves add up in the running market', faults.length === 0, faults[0] ?? 'yes')
  const works = await checkPerson(product.origin, market, person)
  sheet.must('people sign in', works.signedIn, String(works.signedIn))
  sheet.must('a session of before goes on', works.renewed, String(works.renewed))
  sheet.must('pictures are there', works.picture, String(works.picture))
  const more = loadJoins(market, { origins: () => [product.origin], first: 500_000 })
  await waitForJoins(more, 100)
  await more.stop()
  sheet.must('people join again, none refused', more.refused.size === 0, [...more.refused.keys()][0] ?? 'yes')
  await product.stop()
}

/** The same copy, table by table, but without one snapshot. */
async function controlCopy(connectionString: string, path: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const ask = client.query.bind(client) as (...all: unknown[]) => unknown
  const careless = (first: unknown, ...others: unknown[]) =>
    ask(typeof first === 'string' ? first.replace('isolation level repeatable read, ', '') : first, ...others)
  await writeArchive(path, dumpDatabase(Object.assign(client, { query: careless })))
  await client.end()
}

async function controlMustFail({ folder }: Sandbox, path: string): Promise<void> {
  const dataDir = join(folder, 'control')
  const backup = await readBackup(path)
  await restoreBackup({ backup, databaseUrl: undefined, dataDir, authenticatorPassword: () => 'control' })
  const server = await startEmbeddedPostgres({ dataDir })
  const { faults } = await recount(server.connectionString, [])
  await server.stop()
  sheet.must(
    'control: copied without one moment, the audit finds damage',
    faults.length > 0,
    `${faults.length} findings`,
  )
}

async function rateDuring(load: JoinLoad, work: () => Promise<unknown>) {
  const beganAt = performance.now()
  const before = load.acknowledged.length
  await work()
  const seconds = (performance.now() - beganAt) / 1000
  return { seconds, rate: (load.acknowledged.length - before) / seconds }
}
