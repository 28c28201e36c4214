import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { createHealth } from './health.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
})
afterAll(() => db.drop())

const send = async (path: string, migrations = ['0001_postgres'], database = db.database) => {
  const response = await createHealth({ database, migrations }).routes.request(path)
  return [response.status, await response.json()]
}

test('alive and ready', async () => {
  expect(await send('/healthz')).toEqual([200, { status: 'alive' }])
  expect(await send('/readyz')).toEqual([200, { status: 'ready', database: 'reachable', migrations: 'applied' }])
})

test('ready also after a newer version has migrated the database', async () => {
  expect(await send('/readyz', [])).toMatchObject([200, { migrations: 'applied' }])
})

test('not ready without a migration, or without the database, but alive', async () => {
  expect(await send('/readyz', ['0001_postgres', '0002_next'])).toMatchObject([503, { migrations: 'missing' }])
  const nowhere = openDatabase({ connectionString: 'postgres://authenticator:x@127.0.0.1:1/none' })
  expect(await send('/readyz', [], nowhere)).toMatchObject([503, { database: 'unreachable' }])
  expect(await send('/healthz', [], nowhere)).toMatchObject([200, {}])
  await nowhere.close()
})

test('other methods get 405', async () => {
  const { routes } = createHealth({ database: db.database, migrations: [] })
  const rejected = await routes.request('/readyz', { method: 'POST' })
  expect([rejected.status, rejected.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect((await routes.request('/readyz', { method: 'HEAD' })).status).toBe(200)
})

test('fails readiness on shutdown, and reports whether a load balancer has probed it', async () => {
  const health = createHealth({ database: db.database, migrations: [] })
  expect(health.failReadiness()).toBe(false)
  const leaving = await health.routes.request('/readyz')
  expect([leaving.status, await leaving.json()]).toEqual([503, { status: 'leaving' }])
  expect((await health.routes.request('/healthz')).status).toBe(200)
  expect(health.failReadiness()).toBe(true)
})

test('concurrent probes share one query', async () => {
  let queries = 0
  const counting: typeof db.database = {
    ...db.database,
    as: (...call) => {
      queries += 1
      return db.database.as(...call)
    },
  }
  const { routes } = createHealth({ database: counting, migrations: [] })
  const responses = await Promise.all(Array.from({ length: 50 }, () => routes.request('/readyz')))
  expect(responses.every(({ status }) => status === 200)).toBe(true)
  expect(queries).toBe(1)
})

test('not ready on a read-only replica', async () => {
  const tx = { query: async () => ({ rows: [{ name: '0001_postgres', is_standby: true }] }) }
  const replica: typeof db.database = { ...db.database, as: (_, work) => work(tx as never, () => undefined) }
  expect(await send('/readyz', ['0001_postgres'], replica)).toMatchObject([503, { database: 'unreachable' }])
})
