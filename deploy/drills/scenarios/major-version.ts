import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillMarket } from '#database/seed/fill/fill-market.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded.ts'
import { type Installation, runScript } from '../parts/command.ts'
import { recount } from '../parts/count.ts'
import { fillForJoins, openMarket } from '../parts/market-processes.ts'
import { type JoinLoad, loadJoins, waitForJoins } from '../parts/people/joins.ts'
import { addPerson, checkPerson } from '../parts/people/person.ts'
import { differences, rowsOf } from '../parts/rows.ts'
import { inSandbox } from '../parts/sandbox.ts'
import { startPostgres } from '../parts/servers/debian-postgres.ts'
import { openSheet } from '../parts/sheet.ts'

const { values } = parseArgs({ options: { orders: { type: 'string', default: '4000' } } })
const ORDERS = Number(values.orders)

/** A restore lets payouts and refunds wait. */
const CHANGED_BY_A_RESTORE = ['jobs.queue', 'jobs.schedules']

/**
 * A market is moved by its backup: from the embedded PostgreSQL 18 to Debian's 15, and from there to a new embedded
 * one.
 */
const sheet = openSheet('major-version')
await inSandbox(async (sandbox) => {
  const market = await openMarket(sandbox)
  const first: Installation = { dataDir: join(sandbox.folder, 'market'), market }
  await (await market.start('')).stop()
  await withDatabase(first, async (connectionString) => {
    const size = { orders: ORDERS, products: 2_000, people: 8_000 }
    await fillMarket({ connectionString, size, onStep: () => {} })
    await fillForJoins(connectionString)
  })
  const product = await market.start('')
  const person = await addPerson(product.origin, market)
  const joins: JoinLoad['acknowledged'] = []
  joins.push(...(await joinOn(product.origin, 0)))
  await product.stop()
  console.log(`A market of ${ORDERS} orders is stopped.`)
  const server = await startPostgres(sandbox, { name: 'server' })
  const second = { dataDir: join(sandbox.folder, 'second'), market, databaseUrl: server.connectionString }
  const third = { dataDir: join(sandbox.folder, 'third'), market }
  await move(first, second, 'to-debian.tar')
  await move(second, third, 'back.tar')

  async function move(from: Installation, to: Installation, name: string): Promise<void> {
    const path = join(sandbox.folder, name)
    const before = await withDatabase(from, rowsOf)
    await runScript('backup', [path], from)
    const beganAt = performance.now()
    const output = await runScript('restore', [path], to)
    const seconds = (performance.now() - beganAt) / 1000
    const after = await withDatabase(to, rowsOf)
    const way = `${before.version} to ${after.version}`
    sheet.figure(`${way}: tables, rows`, `${before.tables.size}, ${before.rows}`)
    sheet.figure(`${way}: seconds of the restore, with its audit`, seconds)
    sheet.must(`${way}: the audit adds up`, output.includes('everything adds up'), output.split('\n').at(-3) ?? '')
    const others = differences(before, after).filter((table) => !CHANGED_BY_A_RESTORE.includes(table))
    sheet.must(`${way}: every row of every table is the same`, others.length === 0, others.join(', ') || 'yes')

    await runScript('restore', ['--money-goes-on'], to)
    const moved = await market.start(to.databaseUrl ?? '', { DATA_DIR: to.dataDir })
    const works = await checkPerson(moved.origin, market, person)
    sheet.must(`${way}: people sign in, pictures are there`, works.signedIn && works.picture, JSON.stringify(works))
    if (to === second) sheet.must(`${way}: a session of before goes on`, works.renewed, String(works.renewed))
    const since = await joinOn(moved.origin, to === second ? 100_000 : 200_000)
    joins.push(...since)
    await moved.stop()
    const { lost, twice, faults } = await withDatabase(to, (at) => recount(at, joins))
    const left = await withDatabase(from, (at) => recount(at, since))
    const seen = differences(after, await withDatabase(to, rowsOf))
    sheet.must(
      `${way}: control: the place that was left lacks the joins since`,
      left.lost.length === since.length,
      left.lost.length,
    )
    sheet.must(
      `${way}: control: the comparison of rows sees them`,
      seen.includes('public.orders'),
      `${seen.length} tables`,
    )
    sheet.must(`${way}: of ${joins.length} joins before and after the move lost: 0`, lost.length === 0, lost.length)
    sheet.figure(`${way}: orders of several units, as invented`, twice)
    sheet.must(
      `${way}: counters, ledger and moves add up in the running market`,
      faults.length === 0,
      faults[0] ?? 'yes',
    )
  }

  async function joinOn(origin: string, firstNumber: number) {
    const load = loadJoins(market, { origins: () => [origin], first: firstNumber })
    await waitForJoins(load, 200)
    await load.stop()
    sheet.must(
      'people join, none refused',
      load.refused.size === 0,
      [...load.refused.keys()][0] ?? load.acknowledged.length,
    )
    return load.acknowledged
  }
})
sheet.close()

/** The contents of a database while no market runs on it. */
async function withDatabase<T>(
  { dataDir, databaseUrl }: Installation,
  look: (connectionString: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) return look(databaseUrl)
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    return await look(server.connectionString)
  } finally {
    await server.stop()
  }
}
