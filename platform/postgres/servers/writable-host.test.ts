import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import { hostsOf, writableHost } from './writable-host.ts'

let db: TestDatabase
let host: string
const NOBODY = '127.0.0.1:1'
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  host = new URL(db.ownerConnectionString).host
})
afterAll(() => db.drop())

/** A connection string of the test database at these hosts. */
const at = (hosts: string, query = '') => db.ownerConnectionString.replace(host, hosts) + query

test('splits a connection string by host', () => {
  expect(hostsOf('postgres://me:p%40ss@a:5432,b:5433/market?sslmode=require')).toEqual([
    'postgres://me:p%40ss@a:5432/market?sslmode=require',
    'postgres://me:p%40ss@b:5433/market?sslmode=require',
  ])
  for (const one of ['postgres://a/market', 'postgresql:///market?host=/tmp', 'no address']) {
    expect(hostsOf(one)).toEqual([one])
  }
})

test('returns the first writable host', async () => {
  expect(await writableHost(at(`${NOBODY},${host}`, '?target_session_attrs=read-write'))).toBe(db.ownerConnectionString)
  expect(await writableHost(db.ownerConnectionString)).toBe(db.ownerConnectionString)
})

test('skips a read-only host, and reports the reason of each if none is writable', async () => {
  const readOnly = at(`${NOBODY},${host}`, '?options=-c%20default_transaction_read_only%3Don')
  const refused = writableHost(readOnly)
  await expect(refused).rejects.toThrow(`Nothing is listening at ${NOBODY}`)
  await expect(refused).rejects.toThrow(`${host} is read-only.`)
})

test('rejects a standby', async () => {
  await expect(writableHost(at(host, '?target_session_attrs=standby'))).rejects.toThrow(
    'asks for a server that is standby',
  )
})
