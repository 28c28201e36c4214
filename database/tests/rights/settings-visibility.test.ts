import { afterAll, beforeAll, expect, test } from 'vitest'
import { namedSettings } from '#domain/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

const SHOWN = [
  'ajo_circles',
  'ajo_least_naira',
  'ajo_most_naira',
  'ajo_turns',
  'buyer_fee_bps',
  'late_leave_charge_bps',
  'market_opened_at',
  'payout_least_naira',
  'payout_weekday',
  'pay_to_join_hold_minutes',
  'referral_bps',
  'vendor_fee_bps',
]

const read = async (role: 'anon' | 'service_role') =>
  db.database.as({ role, claims: { role } }, async (tx) => {
    const { rows: keys } = await db.owner.query<{ key: string }>(
      'select distinct key from public.settings order by key',
    )
    const known: string[] = []
    for (const { key } of keys) {
      const { rows } = await tx.query('select public.setting($1) as value, public.setting($1) is not null as known', [
        key,
      ])
      if (rows[0].known) known.push(key)
    }
    return { known, all: keys.map(({ key }) => key) }
  })

test('visitors and signed-in users read the rates on pages, and no limits', async () => {
  const { known, all } = await read('anon')
  expect(known.filter((key) => !SHOWN.includes(key))).toEqual([])
  expect(known).toEqual(expect.arrayContaining(Object.keys(namedSettings)))
  expect(all.length).toBeGreaterThan(20)
  for (const sql of ['select public.unpaid_limits()', `select public.read_setting('unpaid_new_orders')`]) {
    expect([sql, (await asPerson(db, cast.customer, sql)).errorCode]).toEqual([sql, '42501'])
  }
  const { rows } = await asPerson(db, cast.customer, `select public.whole_setting('unpaid_new_orders') as value`)
  expect(rows).toEqual([{ value: null }])
})

test('commands and guards read all of them', async () => {
  const { known, all } = await read('service_role')
  expect(all.filter((key) => !known.includes(key))).toEqual([])
})
