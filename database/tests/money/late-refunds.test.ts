import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { asPerson } from '../setup/as-person.ts'
import { demoMarket } from '../setup/demo-market.ts'

let db: TestDatabase
const people: Record<string, string> = {}
beforeAll(async () => {
  db = await createTestDatabase({ seed: demoMarket })
  const { rows } = await db.owner.query('select distinct on (role) role, id from public.profiles order by role, id')
  for (const { role, id } of rows) people[role] = id
})
afterAll(() => db.drop())

const late = async (role: string) =>
  (await asPerson(db, people[role] ?? null, 'select id, status, buyer_id, order_no, tries from public.late_refunds'))
    .rows

test('a chief sees refunds that are stuck or past their day, with their buyer, and others none', async () => {
  await withoutTriggers(db.owner, (client) => client.query('delete from public.refunds'))
  const { rows } = await db.owner.query('select id, user_id from public.payments order by id limit 4')
  const states = [
    ['needs_attention', 5],
    ['failed', 5],
    ['sent', -1],
    ['sent', 5],
  ] as const
  await withoutTriggers(db.owner, async (client) => {
    for (const [at, [status, days]] of states.entries())
      await client.query(
        `insert into public.refunds (payment_id, amount_kobo, reason, status, expected_by)
         values ($1, 500, 'left', $2, (now() at time zone 'Africa/Lagos')::date + $3::integer)`,
        [rows[at].id, status, days],
      )
  })
  const found = await late('chief')
  expect(found.map(({ status }) => status).sort()).toEqual(['failed', 'needs_attention', 'sent'])
  expect(found.map(({ buyer_id: buyer }) => buyer).sort()).toEqual(
    rows
      .slice(0, 3)
      .map(({ user_id }) => user_id)
      .sort(),
  )
  for (const role of ['customer', 'vendor', 'manager', 'coordinator', 'administrator'])
    expect(await late(role), role).toEqual([])
})
