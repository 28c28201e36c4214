import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#platform/postgres/embedded.ts'
import { fillMarket } from '../../database/seed/fill-market.ts'
import { command, type Place } from './parts/command.ts'
import { countAfter } from './parts/count.ts'
import { startPostgres } from './parts/debian-postgres.ts'
import { type JoinLoad, loadJoins, moreJoins } from './parts/joins.ts'
import { fillForJoins, openMarket } from './parts/market-processes.ts'
import { addPerson, whatWorks } from './parts/person.ts'
import { inRoom } from './parts/room.ts'
import { differences, rowsOf } from './parts/rows.ts'
import { openSheet } from './parts/sheet.ts'

const { values } = parseArgs({ options: { orders: { type: 'string', default: '4000' } } })
const ORDERS = Number(values.orders)

/** A restore lets payouts and refunds wait. */
const CHANGED_BY_A_RESTORE = ['jobs.queue', 'jobs.schedules']

/** A market moves by its backup: from the embedded PostgreSQL 18 to Debian's 15, and from there into a new embedded one. */
const sheet = openSheet('major-version')
await inRoom(async (room) => {
  const market = await openMarket(room)
  const first: Place = { dataDir: join(room.folder, 'market'), market }
  await (await market.start('')).stop()
  await atRest(first, async (connectionString) => {
    const wish = { orders: ORDERS, products: 2_000, people: 8_000 }
    await fillMarket({ connectionString, size: wish, onStep: () => {} })
    await fillForJoins(connectionString)
  })
  const product = await market.start('')
  const person = await addPerson(product.origin, market)
  const joins: JoinLoad['acknowledged'] = []
  joins.push(...(await joinOn(product.origin, 0)))
  await product.stop()
  console.log(`A market of ${ORDERS} orders stands still.`)
  const server = await startPostgres(room, { name: 'server' })
  const second = { dataDir: join(room.folder, 'second'), market, databaseUrl: server.connectionString }
  const third = { dataDir: join(room.folder, 'third'), market }
  await move(first, second, 'to-debian.tar')
  await move(second, third, 'back.tar')

  async function move(from: Place, to: Place, name: string): Promise<void> {
    const path = join(room.folder, name)
    const before = await atRest(from, rowsOf)
    await command('backup', [path], from)
    const beganAt = performance.now()
    const told = await command('restore', [path], to)
    const seconds = (performance.now() - beganAt) / 1000
    const after = await atRest(to, rowsOf)
    const way = `${before.version} to ${after.version}`
    sheet.figure(`${way}: tables, rows`, `${before.tables.size}, ${before.rows}`)
    sheet.figure(`${way}: seconds of the restore, with its audit`, seconds)
    sheet.must(`${way}: the audit adds up`, told.includes('everything adds up'), told.split('\n').at(-3) ?? '')
    const others = differences(before, after).filter((table) => !CHANGED_BY_A_RESTORE.includes(table))
    sheet.must(`${way}: every row of every table is the same`, others.length === 0, others.join(', ') || 'yes')

    await command('restore', ['--money-goes-on'], to)
    const moved = await market.start(to.databaseUrl ?? '', { DATA_DIR: to.dataDir })
    const works = await whatWorks(moved.origin, market, person)
    sheet.must(`${way}: people sign in, pictures are there`, works.signedIn && works.picture, JSON.stringify(works))
    if (to === second) sheet.must(`${way}: a session of before goes on`, works.renewed, String(works.renewed))
    const since = await joinOn(moved.origin, to === second ? 100_000 : 200_000)
    joins.push(...since)
    await moved.stop()
    const { lost, twice, faults } = await atRest(to, (at) => countAfter(at, joins))
    const left = await atRest(from, (at) => countAfter(at, since))
    const seen = differences(after, await atRest(to, rowsOf))
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
    await moreJoins(load, 200)
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
async function atRest<T>({ dataDir, databaseUrl }: Place, look: (connectionString: string) => Promise<T>): Promise<T> {
  if (databaseUrl !== undefined) return look(databaseUrl)
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    return await look(server.connectionString)
  } finally {
    await server.stop()
  }
}
