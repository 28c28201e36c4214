import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/testing.ts'
import { healthRoutes } from './health.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ below: '0010' })
})
afterAll(() => db.drop())

const ask = async (path: string, migrations = ['0001_roles'], database = db.database) => {
  const answer = await healthRoutes({ database, migrations }).request(path)
  return [answer.status, await answer.json()]
}

test('alive and ready', async () => {
  expect(await ask('/healthz')).toEqual([200, { status: 'alive' }])
  expect(await ask('/readyz')).toEqual([200, { status: 'ready', database: 'reachable', migrations: 'applied' }])
})

test('not ready without a migration, or without the database, but alive', async () => {
  expect(await ask('/readyz', ['0001_roles', '0002_next'])).toMatchObject([503, { migrations: 'missing' }])
  const nowhere = openDatabase({ connectionString: 'postgres://authenticator:x@127.0.0.1:1/none' })
  expect(await ask('/readyz', [], nowhere)).toMatchObject([503, { database: 'unreachable' }])
  expect(await ask('/healthz', [], nowhere)).toMatchObject([200, {}])
  await nowhere.close()
})

test('other methods are refused', async () => {
  const routes = healthRoutes({ database: db.database, migrations: [] })
  const refused = await routes.request('/readyz', { method: 'POST' })
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect((await routes.request('/readyz', { method: 'HEAD' })).status).toBe(200)
})
