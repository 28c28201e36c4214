import { afterAll, beforeAll, expect, test } from 'vitest'
import { ServerDemoted } from '../connections/connection-lost.ts'
import { SERVICE } from '../database.ts'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import { isUnavailable } from '../unavailable.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  await db.owner.query('create table stock (units int); grant insert on stock to service_role')
})
afterAll(() => db.drop())

const write = (options = {}) => db.database.as(SERVICE, (tx) => tx.query('insert into stock values (1)'), options)
const faultOf = (work: Promise<unknown>) => work.then(() => undefined).catch((fault: unknown) => fault)
const takesWrites = (value: 'on' | 'off') =>
  db.owner.query(`alter role authenticator set default_transaction_read_only = ${value === 'on' ? 'off' : 'on'}`)

test('a server that has become read-only is unavailable, and its connections are discarded', async () => {
  await takesWrites('off')
  try {
    const fault = await faultOf(write())
    expect(fault).toBeInstanceOf(ServerDemoted)
    expect(isUnavailable(fault)).toBe(true)
  } finally {
    await takesWrites('on')
  }
  // The setting applies to new connections only; this one is new.
  await write()
})

test('a write in a transaction that is read-only by request is no demotion', async () => {
  expect(await faultOf(write({ readOnly: true }))).toMatchObject({ code: '25006' })
})
