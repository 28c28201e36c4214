import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const earn = async (owner: string, amount_kobo: number) => {
    const { rows } = await db.owner.query('select id from public.vendors where owner_id = $1', [owner])
    const order = crypto.randomUUID()
    const lines = [
      { kind: 'payment', credit: order, amount_kobo },
      { kind: 'vendor_earned', debit: order, credit: rows[0]?.id, amount_kobo },
    ]
    await db.owner.query('select ledger.post($1, $2)', [`earned:${order}`, JSON.stringify(lines)])
  }
  await earn(cast.vendor, 900)
  await earn(cast.rival, 70)
})
afterAll(() => db.drop())

describe('the money of a shop', () => {
  test('is readable by its owner and chiefs only', async () => {
    const balances = 'select releasable_kobo::integer as kobo from public.shop_balances order by kobo desc'
    const movements = 'select amount_kobo::integer as kobo from public.shop_movements order by kobo desc'
    for (const sql of [balances, movements]) {
      expect((await asPerson(db, cast.vendor, sql)).rows).toEqual([{ kobo: 900 }])
      expect((await asPerson(db, cast.rival, sql)).rows).toEqual([{ kobo: 70 }])
      expect((await asPerson(db, cast.chief, sql)).rows).toEqual([{ kobo: 900 }, { kobo: 70 }])
      for (const who of ['customer', 'manager', 'coordinator', 'administrator', 'supervisor'] as const)
        expect([who, await asPerson(db, cast[who], sql)]).toMatchObject([who, { rows: [], errorCode: null }])
      expect((await asPerson(db, null, sql)).errorCode).toBe('42501')
    }
  })
})
