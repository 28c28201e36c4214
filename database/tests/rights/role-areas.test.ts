import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await db.owner.query(
    `insert into public.audit_log (actor_id, action, subject_type, subject_id) values ($1, 'vendor.approve', 'vendor', $2)`,
    [cast.manager, cast.ids.vendorId],
  )
  await db.owner.query(
    `insert into public.contact_messages (name, email, subject, message) values ('A', 'a@b.test', 'S', 'M')`,
  )
})
afterAll(() => db.drop())

type Who = Exclude<keyof typeof cast, 'ids'>
const read = async (who: Who, sql: string) => (await asPerson(db, cast[who], sql)).rows

test('visitors read none of the views', async () => {
  for (const view of ['all_orders', 'shop_months', 'overseen_months', 'own_months', 'shop_buyers', 'overseen_buyers']) {
    expect((await asPerson(db, null, `select from public.${view}`)).errorCode).toBe('42501')
  }
  for (const view of ['overseen_counts', 'my_conversations', 'audit_trail']) {
    expect((await asPerson(db, null, `select from public.${view}`)).errorCode).toBe('42501')
  }
})

test.each([
  ['customer', 1],
  ['vendor', 1],
  ['manager', 1],
  ['coordinator', 1],
  ['chief', 1],
  ['other', 0],
  ['rival', 0],
  ['administrator', 0],
] as [Who, number][])('%s sees %i orders', async (who, amount) => {
  expect(await read(who, 'select id from public.all_orders')).toHaveLength(amount)
})

test('months and buyers are visible to the shop, its overseers and the buyer only', async () => {
  expect(await read('vendor', 'select promised_orders, promised_goods::text from public.shop_months')).toEqual([
    { promised_orders: 1, promised_goods: '50000.00' },
  ])
  expect(await read('rival', 'select * from public.shop_months')).toEqual([])
  expect(await read('vendor', 'select buyer_name, promised_orders from public.shop_buyers')).toHaveLength(1)
  expect(await read('rival', 'select * from public.shop_buyers')).toEqual([])
  expect(await read('manager', 'select state, promised_orders from public.overseen_months')).toEqual([
    { state: 'Lagos', promised_orders: 1 },
  ])
  expect(await read('customer', 'select * from public.overseen_months')).toEqual([])
  expect(await read('vendor', 'select * from public.overseen_buyers')).toEqual([])
  expect(await read('customer', 'select promised_orders from public.own_months')).toEqual([{ promised_orders: 1 }])
  expect(await read('vendor', 'select * from public.own_months')).toEqual([])
})

test('counts show each desk its own part', async () => {
  const subjects = async (who: Who) =>
    (await read(who, 'select distinct subject from public.overseen_counts order by 1')).map(({ subject }) => subject)
  expect(await subjects('customer')).toEqual([])
  expect(await subjects('vendor')).toEqual([])
  expect(await subjects('manager')).toEqual(['contact', 'group_buys', 'orders', 'products', 'vendors'])
  expect(await subjects('chief')).toContain('people')
  const shops = `select amount from public.overseen_counts where subject = 'vendors' and status = 'active'`
  expect(await read('manager', shops)).toEqual([{ amount: 1 }])
  expect(await read('coordinator', shops)).toEqual([{ amount: 2 }])
})

test('the audit trail with names is readable by the chief and coordinators only', async () => {
  const trail = 'select actor_name, subject_name from public.audit_trail'
  const act = { actor_name: 'Person manager', subject_name: 'Own shop' }
  expect(await read('chief', trail)).toContainEqual(act)
  expect(await read('coordinator', trail)).toContainEqual(act)
  for (const who of ['customer', 'vendor', 'manager', 'administrator'] as const)
    expect(await read(who, trail)).toEqual([])
})
