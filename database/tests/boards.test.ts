import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from './as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const { orderId, activeId, vendorId } = cast.ids
  // As settled orders are, without walking every step to them.
  await db.owner.query(`
    begin;
    set local session_replication_role = replica;
    insert into public.referrals (referrer_id, referred_id, settled_at) values ('${cast.customer}', '${cast.other}', now());
    update public.orders set status = 'completed' where id = '${orderId}';
    insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price, status)
      values ('${activeId}', '${cast.other}', '${vendorId}', 1, 50000, 50000, 50000, 'completed');
    commit`)
})
afterAll(() => db.drop())

test('both boards give the same facts for badges to the same person', async () => {
  const board = (view: string) =>
    asPerson(
      db,
      null,
      `select id, successful_referrals, completed_orders, in_top_percent from public.${view} order by rank`,
    )
  const referrer = { id: cast.customer, successful_referrals: 1, completed_orders: 1, in_top_percent: true }
  expect((await board('top_referrers')).rows).toEqual([referrer])
  const buyers = (await board('top_buyers')).rows
  expect(buyers).toHaveLength(2)
  expect(buyers).toContainEqual(referrer)
  expect(buyers).toContainEqual({ id: cast.other, successful_referrals: 0, completed_orders: 1, in_top_percent: false })
})

test('who opted out stands on neither board', async () => {
  await db.owner.query('update public.profiles set hidden_from_boards = true where id = $1', [cast.customer])
  for (const view of ['top_referrers', 'top_buyers']) {
    const { rows } = await asPerson(db, null, `select id from public.${view}`)
    expect(rows).not.toContainEqual({ id: cast.customer })
  }
})
