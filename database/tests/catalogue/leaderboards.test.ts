import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'
import { handOverAll } from '../setup/hand-over-all.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const { activeId, vendorId } = cast.ids
  await db.owner.query('insert into public.referrals (referrer_id, referred_id, settled_at) values ($1, $2, now())', [
    cast.customer,
    cast.other,
  ])
  await queryWithCause(
    db.owner,
    'buyer',
    `insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price)
     values ($1, $2, $3, 1, 45000, 45000, 45000)`,
    [activeId, cast.other, vendorId],
  )
  const step = (cause: string, set: string) => queryWithCause(db.owner, cause, `update public.orders set ${set}`)
  await step('gateway', `status = 'paid', paid_at = now()`)
  // Each at its ceiling price.
  await step(
    'clock',
    `status = 'confirmed', settled_at = now(), unit_price = ceiling_unit_price, total_amount = ceiling_unit_price`,
  )
  await step('hub', `status = 'ready'`)
  await handOverAll(db.owner, { isOver: true })
})
afterAll(() => db.drop())

test('both leaderboards have the same facts for the badges of a person', async () => {
  const board = (view: string) =>
    asPerson(
      db,
      null,
      `select id, display_name, successful_referrals, completed_orders, in_top_percent from public.${view} order by rank`,
    )
  const referrer = {
    id: cast.customer,
    display_name: 'Person c.',
    successful_referrals: 1,
    completed_orders: 1,
    in_top_percent: true,
  }
  expect((await board('top_referrers')).rows).toEqual([referrer])
  const buyers = (await board('top_buyers')).rows
  expect(buyers).toHaveLength(2)
  expect(buyers).toContainEqual(referrer)
  expect(buyers).toContainEqual({
    id: cast.other,
    display_name: 'Person o.',
    successful_referrals: 0,
    completed_orders: 1,
    in_top_percent: false,
  })
})

test('people who opted out are on neither leaderboard', async () => {
  await db.owner.query('update public.profiles set hidden_from_boards = true where id = $1', [cast.customer])
  for (const view of ['top_referrers', 'top_buyers']) {
    const { rows } = await asPerson(db, null, `select id from public.${view}`)
    expect(rows).not.toContainEqual({ id: cast.customer })
  }
})

test('referrers are ranked by the referrals that the leaderboard shows, not by their points', async () => {
  await db.owner.query('update public.profiles set hidden_from_boards = false')
  const { rows: others } = await db.owner.query<{ id: string }>(
    `select id from public.profiles where id <> all ($1) and role <> 'vendor' limit 1`,
    [[cast.customer, cast.other]],
  )
  const rich = others[0]?.id
  // A person with many points and one referral that has no order yet.
  await db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [rich, cast.customer])
  await db.owner.query('update public.profiles set points_balance = 5000 where id = $1', [rich])
  const { rows } = await asPerson(db, null, 'select id from public.top_referrers order by rank')
  expect(rows).toEqual([{ id: cast.customer }, { id: rich }])
})
