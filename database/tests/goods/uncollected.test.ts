import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'
import { settleOrder } from '../setup/settle-order.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const step = await settleOrder(db.owner, cast.ids.orderId)
  await step('vendor', `status = 'ready', ready_at = now()`)
  await db.owner.query(`update public.hand_overs set due_until = now() - interval '3 days'`)
  await db.owner.query(
    `insert into public.uncollected (order_id, buyer_id, vendor_id, kind, perishes, due_until)
     select id, user_id, vendor_id, 'pickup', false, now() from public.orders where id = $1`,
    [cast.ids.orderId],
  )
  await db.owner.query(
    `insert into public.uncollected_calls (order_id, called_by, reached, note) values ($1, $2, false, 'It rang and rang')`,
    [cast.ids.orderId, cast.coordinator],
  )
})
afterAll(() => db.drop())

const readersOf = async (sql: string) => {
  const readers: string[] = []
  for (const [name, person] of Object.entries(cast)) {
    if (typeof person !== 'string') continue
    const { rows, errorCode } = await asPerson(db, person, sql)
    if (errorCode) readers.push(`${name} is refused`)
    else if (rows.length > 0) readers.push(name)
  }
  return readers.sort()
}

test('the buyer and overseers of the shop read the record and its calls', async () => {
  const overseen = ['chief', 'coordinator', 'customer', 'manager']
  expect(await readersOf('select order_id, preferred_outcome, outcome, reason from public.uncollected')).toEqual(
    overseen,
  )
  expect(await readersOf('select note from public.uncollected_calls')).toEqual(overseen)
})

test('the shop sees the goods stored at its place, and the buyer the goods left and the end of the period', async () => {
  expect(await readersOf('select buyer_name, lines, missed from public.held_goods')).toEqual([
    'chief',
    'coordinator',
    'manager',
    'vendor',
  ])
  expect(await readersOf('select quantity from public.own_goods_left')).toEqual(['customer'])
  expect(await readersOf('select due_until, grace_until from public.own_collections')).toEqual(['customer'])
})

test('only commands write it, and visitors read nothing', async () => {
  const everyone = Object.values(cast).filter((person): person is string => typeof person === 'string')
  for (const person of [...everyone, null]) {
    for (const sql of [
      `update public.uncollected set preferred_outcome = 'donation', preferred_at = now()`,
      `insert into public.uncollected_calls (order_id, called_by, reached, note) values ('${cast.ids.orderId}', auth.uid(), false, 'No')`,
      'delete from public.uncollected',
      'select decided_by from public.uncollected',
      'select called_by from public.uncollected_calls',
      'select from public.collection_reminders',
      `select public.grace_until('${cast.ids.orderId}', now())`,
    ])
      expect([sql, (await asPerson(db, person, sql)).errorCode]).toEqual([sql, '42501'])
  }
  for (const view of ['held_goods', 'own_goods_left', 'own_collections', 'held_rooms', 'uncollected'])
    expect([view, (await asPerson(db, null, `select from public.${view}`)).errorCode]).toEqual([view, '42501'])
})
