import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { createRateLimits, type RateLimits } from './rate-limits.ts'

let db: TestDatabase
let limits: RateLimits
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  limits = createRateLimits({ database: db.database, enabled: true })
})
afterAll(() => db.drop())

const limit = (key: string, tries = 3, windowSeconds = 60) => ({ key, tries, windowSeconds })

/** Simulates the passing of time. */
const wait = (seconds: number) =>
  db.owner.query('update limits.buckets set full_at = full_at - make_interval(secs => $1)', [seconds])

describe('rate limits', () => {
  test('allow the maximum, then return the wait in seconds', async () => {
    for (let i = 0; i < 3; i++) expect(await limits.take([limit('a')])).toBe(0)
    const seconds = await limits.take([limit('a')])
    expect(seconds).toBeGreaterThan(15)
    expect(seconds).toBeLessThanOrEqual(20)
    expect(await limits.take([limit('b')])).toBe(0)
  })

  test('refill evenly', async () => {
    for (let i = 0; i < 4; i++) await limits.take([limit('c')])
    await wait(20)
    expect(await limits.take([limit('c')])).toBe(0)
    expect(await limits.take([limit('c')])).toBeGreaterThan(0)
    await wait(3600)
    for (let i = 0; i < 3; i++) expect(await limits.take([limit('c')])).toBe(0)
    expect(await limits.take([limit('c')])).toBeGreaterThan(0)
  })

  test('can return an attempt', async () => {
    for (let i = 0; i < 10; i++) {
      expect(await limits.take([limit('d')])).toBe(0)
      await limits.giveBack([limit('d')])
    }
  })

  test('count concurrent callers', async () => {
    const waits = await Promise.all(Array.from({ length: 30 }, () => limits.take([limit('e', 5), limit('f', 50)])))
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5)
  })

  test('return each wait separately, in the order requested', async () => {
    const requested = [limit('y', 1), limit('x', 9), limit('z', 2)]
    expect(await limits.takeEach(requested)).toEqual([0, 0, 0])
    const [y, x, z] = await limits.takeEach(requested)
    expect([x, z]).toEqual([0, 0])
    expect(y).toBeGreaterThan(0)
    expect(await createRateLimits({ database: db.database, enabled: false }).takeEach(requested)).toEqual([0, 0, 0])
  })

  test('delete full buckets when swept', async () => {
    await limits.take([limit('g')])
    await wait(3600)
    await db.owner.query('select limits.sweep()')
    expect((await db.owner.query('select 1 from limits.buckets')).rowCount).toBe(0)
  })

  test('can be switched off', async () => {
    const off = createRateLimits({ database: db.database, enabled: false })
    for (let i = 0; i < 10; i++) expect(await off.take([limit('h', 1)])).toBe(0)
  })

  test('are not accessible to client roles', async () => {
    for (const role of ['anon', 'authenticated']) {
      const attempt = db.database.as({ role, claims: {} }, (tx) => tx.query('select * from limits.sweep()'))
      await expect(attempt).rejects.toThrow('permission denied')
    }
  })
})
