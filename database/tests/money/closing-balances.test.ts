import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

// Balances of past days are stored (sums.closing_balances) and always equal those of the movements, also after late
// ones.
let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

const pay = (order: string, kobo: number, daysAgo: number) =>
  write('payment', { kind: 'payment', credit: order, amount_kobo: kobo }, daysAgo)
const giveBack = (order: string, kobo: number, daysAgo: number) =>
  write('back', { kind: 'returned_as_peps', debit: order, credit: cast.customer, amount_kobo: kobo }, daysAgo)
const write = (event: string, line: object, daysAgo: number) =>
  db.owner.query('select ledger.write($1, $2, now() - make_interval(days => $3))', [
    `${event}:${randomUUID()}`,
    JSON.stringify([line]),
    daysAgo,
  ])
const close = () => db.owner.query('select sums.close_days()')
const closings = async () =>
  (await db.owner.query('select count(*)::integer as rows from sums.closing_balances')).rows[0].rows

/** [accounts with a balance, balance] of a kind at the end of the day `daysAgo` days ago. */
async function asAt(daysAgo: number, kind = 'escrow', person = cast.chief) {
  const { rows } = await asPerson(
    db,
    person,
    `select accounts, balance_kobo::integer from public.ledger_balances
     where as_at = (now() at time zone 'Africa/Lagos')::date - ${daysAgo} and kind = '${kind}'`,
  )
  return rows[0] && [rows[0].accounts, rows[0].balance_kobo]
}
const faults = async () => (await auditLedger(db.owner)).filter(({ rule }) => rule === 'closing balances')

test('each day has its balances, before it is closed and after', async () => {
  const [one, two] = [randomUUID(), randomUUID()]
  await pay(one, 5000, 9)
  await pay(two, 700, 6)
  await giveBack(one, 5000, 4)
  const balances = async () => [
    await asAt(10),
    await asAt(9),
    await asAt(7),
    await asAt(5),
    await asAt(4),
    await asAt(0),
  ]
  const expected = [
    [0, 0],
    [1, 5000],
    [1, 5000],
    [2, 5700],
    [1, 700],
    [1, 700],
  ]
  expect(await balances()).toEqual(expected)
  await close()
  expect(await closings()).toBeGreaterThan(0)
  expect(await balances()).toEqual(expected)
  expect([await asAt(5, 'peps'), await asAt(4, 'peps')]).toEqual([
    [0, 0],
    [1, 5000],
  ])
  // Closing again adds nothing, and today's movements are visible immediately.
  const before = await closings()
  await close()
  expect(await closings()).toBe(before)
  await pay(two, 300, 0)
  expect([await asAt(3), await asAt(0)]).toEqual([
    [1, 700],
    [1, 1000],
  ])
  expect(await faults()).toEqual([])
})

test('a movement with an earlier time reopens its day and the following ones', async () => {
  await close()
  const late = randomUUID()
  await pay(late, 40, 5)
  expect([await asAt(6), await asAt(5), await asAt(1)]).toEqual([
    [2, 5700],
    [3, 5740],
    [2, 740],
  ])
  expect(await faults()).toEqual([])
  await close()
  expect([await asAt(6), await asAt(5), await asAt(1)]).toEqual([
    [2, 5700],
    [3, 5740],
    [2, 740],
  ])
  expect(await faults()).toEqual([])
})

test('the audit finds a stored balance that differs from the movements', async () => {
  await close()
  await db.owner.query(`update sums.closing_balances set credits_kobo = credits_kobo + 1
    where kind = 'escrow' and day = (select max(day) from sums.closing_balances)`)
  expect(await faults()).toHaveLength(1)
  await db.owner.query('select sums.recount()')
  expect(await faults()).toEqual([])
})

test('only a chief reads them', async () => {
  expect(await asAt(1, 'escrow', cast.coordinator)).toBeUndefined()
  expect((await asPerson(db, cast.coordinator, 'select * from sums.balances_at(current_date)')).count).toBe(0)
  expect((await asPerson(db, cast.chief, 'select * from sums.closing_balances')).errorCode).toBe('42501')
})
