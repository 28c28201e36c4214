import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE } from '../database.ts'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import { awaitPipelined } from './await-pipelined.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
})
afterAll(() => db.drop())

test('returns results in the order of the statements', async () => {
  const results = db.database.as(SERVICE, (tx) =>
    awaitPipelined([tx.query('select 1 as one'), Promise.resolve('two'), tx.query('select 3 as three')]),
  )
  expect(await results).toMatchObject([{ rows: [{ one: 1 }] }, 'two', { rows: [{ three: 3 }] }])
})

test('throws the original error, even if it arrives late', async () => {
  const failing = db.database.as(SERVICE, (tx) => {
    const wrong = Promise.all([Promise.all([tx.query('select 1 / 0')])])
    return awaitPipelined([tx.query('select 2'), wrong, tx.query('select 3')])
  })
  await expect(failing).rejects.toThrow('division by zero')
})

test('throws a follow-up error if there is no other', async () => {
  const failing = db.database.as(SERVICE, (tx) => {
    tx.query('select 1 / 0').catch(() => undefined)
    return awaitPipelined([tx.query('select 2'), tx.query('select 3')])
  })
  await expect(failing).rejects.toThrow(/current transaction is aborted/)
})
