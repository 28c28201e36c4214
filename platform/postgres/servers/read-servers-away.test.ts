import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, VISITOR } from '../database.ts'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import { withReadServers } from './read-servers.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
})
afterAll(() => db.drop())

function open(standbys: string[]) {
  const messages: string[] = []
  const own = { connectionString: db.connectionString, maxConnections: 4 }
  const database = withReadServers(openDatabase(own), { ...own, standbys, report: (text) => messages.push(text) })
  const read = async () => (await database.as(VISITOR, (tx) => tx.query('select 1 as one'), { readOnly: true })).rows
  return { database, messages, read }
}

test('skips a standby that is down and a server that is none, and reports each once', async () => {
  const away = 'postgres://authenticator:x@127.0.0.1:1/market'
  const { database, messages, read } = open([away, db.connectionString])
  try {
    expect(await read()).toEqual([{ one: 1 }])
    await expect
      .poll(() => [...messages].sort())
      .toEqual([
        expect.stringMatching(/^The standby 127\.0\.0\.1:1 serves no reads: .*ECONNREFUSED/),
        expect.stringMatching(/^The standby 127\.0\.0\.1:\d+ serves no reads: it is not a standby\.$/),
      ])
    expect(await read()).toEqual([{ one: 1 }])
    expect(database.readStats?.()).toMatchObject({
      standby: 0,
      primary: 2,
      repeated: 0,
      standbys: [{ name: '127.0.0.1:1', isReady: false, lagMs: null }, { isReady: false }],
    })
    const reads = database.pool('anonymous').anonymousQueries({ search_path: '"public"' })
    await expect.poll(() => reads({ text: 'select 2 as two', values: [] })).toEqual([{ two: 2 }])
    expect(messages).toHaveLength(2)
  } finally {
    await database.close()
  }
})

test('without standbys, returns the database unchanged', async () => {
  const { database } = open([])
  expect(database.readStats).toBeUndefined()
  await database.close()
})
