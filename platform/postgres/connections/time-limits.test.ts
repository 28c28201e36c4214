import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, SERVICE } from '../database.ts'
import { openProxy } from '../testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import { isUnavailable } from '../unavailable.ts'
import { NoFreeConnection } from './connection-pools.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  await db.owner.query('create table stock (id int primary key, units int); insert into stock values (1, 5)')
  await db.owner.query('grant select, update on stock to service_role')
})
afterAll(() => db.drop())

const limits = { statementTimeoutMs: 1_000, lockTimeoutMs: 50 }
const one = async (database: Database) => (await database.as(SERVICE, (tx) => tx.query('select 1 as n'))).rows[0].n
const take = (database: Database) =>
  database.as(SERVICE, (tx) => tx.query('update stock set units = units - 1 where id = 1'))

/** The reason of a rejected promise. */
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    (fault: unknown) => fault,
  )

test('a lock timeout rolls the transaction back', async () => {
  const database = openDatabase({ connectionString: db.connectionString, limits })
  const holder = await db.owner.connect()
  try {
    await holder.query('begin; update stock set units = 4 where id = 1')
    const fault = await faultOf(take(database))
    expect(fault).toMatchObject({ code: '55P03' })
    expect(isUnavailable(fault)).toBe(true)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await take(database)
  expect((await db.owner.query('select units from stock')).rows).toEqual([{ units: 4 }])
  await database.close()
})

test('the server cancels a statement after the timeout', async () => {
  const database = openDatabase({ connectionString: db.connectionString, limits: { statementTimeoutMs: 20 } })
  const fault = await faultOf(database.as(SERVICE, (tx) => tx.query('select pg_sleep(60)')))
  expect(fault).toMatchObject({ code: '57014' })
  expect(isUnavailable(fault)).toBe(true)
  expect(await one(database)).toBe(1)
  await database.close()
})

test('calls to a frozen server time out, and their connections are discarded', async () => {
  const line = await openProxy(db.connectionString)
  const database = openDatabase({ connectionString: line.connectionString, limits: { statementTimeoutMs: 20 } })
  expect(await one(database)).toBe(1)
  line.freeze()
  // The first on an open connection, the second on a new one.
  const faults = await Promise.all([one(database), one(database), one(database.pool('readiness'))].map(faultOf))
  expect(faults.map(isUnavailable)).toEqual([true, true, true])
  line.thaw()
  expect(await one(database)).toBe(1)
  expect(await one(database.pool('readiness'))).toBe(1)
  await database.close()
  await line.close()
})

test('calls that hang in one pool leave the others their connections', async () => {
  const database = openDatabase({ connectionString: db.connectionString, maxConnections: 4, waitMs: 20 })
  const holder = await db.owner.connect()
  await holder.query('begin; update stock set units = 9 where id = 1')
  const hanging = [1, 2, 3].map(() => faultOf(take(database.pool('commands'))))
  for (const pool of ['auth', 'reads', 'anonymous', 'work', 'live', 'readiness'] as const) {
    expect(await one(database.pool(pool))).toBe(1)
  }
  const [, ...others] = hanging
  for (const other of others) expect(await other).toBeInstanceOf(NoFreeConnection)
  await holder.query('rollback')
  holder.release()
  expect(await hanging[0]).toBe('no fault')
  await database.close()
})

test('a slow connection attempt ends after the configured timeout', async () => {
  const line = await openProxy(db.connectionString)
  const [hasty, patient] = [20, 60_000].map((connectWithinMs) =>
    openDatabase({ connectionString: line.connectionString, connectWithinMs }),
  ) as [Database, Database]
  line.freeze()
  const result = one(patient)
  expect(isUnavailable(await faultOf(one(hasty)))).toBe(true)
  expect(isUnavailable(await faultOf(one(hasty.pool('work'))))).toBe(true)
  line.thaw()
  expect(await result).toBe(1)
  await Promise.all([hasty.close(), patient.close()])
  await line.close()
})

test('a test database raises the limits that callers set', async () => {
  const statement = (database: Database, own: object) =>
    database.as(
      SERVICE,
      (tx) =>
        tx.query(`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`),
      own,
    )
  const own = { statementTimeoutMs: 20, lockTimeoutMs: 10 }
  const { rows } = await statement(db.database.pool('auth'), own)
  expect(rows).toEqual([{ statement: '100s', lock: '100s' }])
  expect((await statement(db.database, {})).rows).toEqual([{ statement: '0', lock: '0' }])
  const usual = openDatabase({ connectionString: db.connectionString, limits })
  expect((await statement(usual, own)).rows).toEqual([{ statement: '20ms', lock: '10ms' }])
  expect((await statement(usual, {})).rows).toEqual([{ statement: '1s', lock: '50ms' }])
  await usual.close()
})
