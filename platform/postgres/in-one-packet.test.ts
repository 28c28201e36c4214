import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE } from './database.ts'
import { inOnePacket } from './in-one-packet.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
})
afterAll(() => db.drop())

test('the answers come in the order of the statements', async () => {
  const answers = db.database.as(SERVICE, (tx) =>
    inOnePacket([tx.query('select 1 as one'), Promise.resolve('two'), tx.query('select 3 as three')]),
  )
  expect(await answers).toMatchObject([{ rows: [{ one: 1 }] }, 'two', { rows: [{ three: 3 }] }])
})

test('of several that fail, what was wrong is thrown, however late it is heard of', async () => {
  const failing = db.database.as(SERVICE, (tx) => {
    const wrong = Promise.all([Promise.all([tx.query('select 1 / 0')])])
    return inOnePacket([tx.query('select 2'), wrong, tx.query('select 3')])
  })
  await expect(failing).rejects.toThrow('division by zero')
})

test('what only followed is thrown where nothing else is known', async () => {
  const failing = db.database.as(SERVICE, (tx) => {
    tx.query('select 1 / 0').catch(() => undefined)
    return inOnePacket([tx.query('select 2'), tx.query('select 3')])
  })
  await expect(failing).rejects.toThrow(/current transaction is aborted/)
})
