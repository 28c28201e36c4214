import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { identityOf } from '#platform/postgres/testing.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { notifyFollowers } from './notify-followers.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const follow = (person: string, column: 'product_id' | 'vendor_id', id: string) =>
  market.db.owner.query(`insert into public.follows (follower_id, ${column}) values ($1, $2)`, [person, id])
const queued = async (buyId: string) =>
  (await market.db.owner.query(`select payload from jobs.queue where job_key = 'followers:' || $1`, [buyId])).rows
const run = (buyId: string) =>
  notifyFollowers({ database: market.db.database, siteUrl: 'https://market.test' }, { group_buy_id: buyId })
const readNotified = async (buyId: string) =>
  (
    await market.db.owner.query(
      `select person_id, kind, title, link from public.notices where link = '/group-buys/' || $1 and kind like '%-buy-open' order by person_id`,
      [buyId],
    )
  ).rows
const shopWithProduct = async () => {
  const { vendorId, ownerId } = await market.shop()
  return { vendorId, ownerId, productId: await market.product(vendorId) }
}
const openBuy = async (productId: string, status = 'active') => {
  const { buyId } = await opened(productId, status)
  return buyId
}
const opened = async (productId: string, status: string) => {
  await market.moved(
    'vendor',
    `insert into public.group_buys (product_id, vendor_id, status, target_quantity, min_participants, price_tiers, end_date)
     select id, vendor_id, $2, 100, 5, '[{"participants":5,"price":76000}]', now() + interval '9 days' from public.products where id = $1`,
    [productId, status],
  )
  const { id } = await market.row<{ id: string }>(
    'select id from public.group_buys where product_id = $1 order by created_at desc limit 1',
    [productId],
  )
  return { buyId: id }
}

test('followers of product and shop are notified once each; the vendor and banned people are not', async () => {
  const { vendorId, ownerId, productId } = await shopWithProduct()
  const [ofShop, ofProduct, ofBoth, banned, unrelated] = await Promise.all(
    Array.from({ length: 5 }, () => market.person()),
  )
  const people = [ofShop, ofProduct, ofBoth, banned, unrelated].map(String)
  const [shop = '', product = '', both = '', out = ''] = people
  await follow(shop, 'vendor_id', vendorId)
  await follow(product, 'product_id', productId)
  await follow(both, 'vendor_id', vendorId)
  await follow(both, 'product_id', productId)
  await follow(out, 'vendor_id', vendorId)
  await follow(ownerId, 'vendor_id', vendorId)
  await market.db.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [out])
  const buyId = await openBuy(productId)
  expect(await queued(buyId)).toEqual([{ payload: { group_buy_id: buyId } }])
  await Promise.all([run(buyId), run(buyId), run(buyId)])
  await run(buyId)
  const link = `/group-buys/${buyId}`
  const title = 'Group buy open: Ofada rice'
  const expected = [
    { person_id: shop, kind: 'shop-buy-open', title, link },
    { person_id: product, kind: 'product-buy-open', title, link },
    { person_id: both, kind: 'product-buy-open', title, link },
  ]
  expect(await readNotified(buyId)).toEqual(expected.sort((a, b) => (a.person_id < b.person_id ? -1 : 1)))
})

test('a draft notifies followers only once it is published; without followers there is no job', async () => {
  const { vendorId, ownerId, productId } = await shopWithProduct()
  const quiet = await openBuy(await market.product(vendorId))
  expect(await queued(quiet)).toEqual([])
  await follow(await market.person(), 'product_id', productId)
  const buyId = await openBuy(productId, 'draft')
  await run(buyId)
  expect([await queued(buyId), await readNotified(buyId)]).toEqual([[], []])
  // As the vendor.
  const published = await commitAsPerson(ownerId, `update public.group_buys set status = 'active' where id = $1`, buyId)
  expect([published, (await queued(buyId)).length]).toEqual([1, 1])
  await run(buyId)
  expect(await readNotified(buyId)).toHaveLength(1)
  await market.db.owner.query('delete from jobs.queue')
  await market.db.owner.query('update public.group_buys set status = status where id = $1', [buyId])
  expect(await queued(buyId)).toEqual([])
})

test('a buy that closed meanwhile is not notified', async () => {
  const { productId } = await shopWithProduct()
  await follow(await market.person(), 'product_id', productId)
  const buyId = await openBuy(productId)
  await market.moved('vendor', `update public.group_buys set status = 'cancelled', end_reason = 'x' where id = $1`, [
    buyId,
  ])
  await run(buyId)
  expect(await readNotified(buyId)).toEqual([])
})

test('thousands of followers are notified in batches; a run that dies is resumed, without duplicates', async () => {
  const { vendorId, productId } = await shopWithProduct()
  await market.db.owner.query(
    `with people as (
       insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
       select gen_random_uuid(), 'crowd' || n || '@market.test', now(), '{"full_name":"Crowd"}' from generate_series(1, 2600) n returning id)
     select count(*) from people`,
  )
  await market.db.owner.query(
    `insert into public.follows (follower_id, vendor_id) select id, $1 from auth.users where email like 'crowd%'`,
    [vendorId],
  )
  await market.db.owner.query(
    `update auth.users set banned_until = now() + interval '1 day' where id in (select id from auth.users where email like 'crowd%' order by id limit 100)`,
  )
  const buyId = await openBuy(productId)
  await market.db.owner.query(
    `create function public.die() returns trigger language plpgsql as $$ begin
       if new.last_notified_id is not null and (select count(*) from outbox.entries where facts ->> 'buyId' = new.group_buy_id::text) > 1200 then raise exception 'killed'; end if;
       return new; end $$;
     create trigger die before update on public.follower_notifications for each row execute function public.die();`,
  )
  await expect(run(buyId)).rejects.toThrow('killed')
  expect((await readNotified(buyId)).length).toBe(900)
  await market.db.owner.query('drop trigger die on public.follower_notifications; drop function public.die()')
  await Promise.all([run(buyId), run(buyId)])
  const notified = await readNotified(buyId)
  expect([notified.length, new Set(notified.map(({ person_id }) => person_id)).size]).toEqual([2500, 2500])
})

async function commitAsPerson(person: string, sql: string, id: string): Promise<number> {
  expect((await asPerson(market.db, person, sql, [id])).errorCode).toBeNull()
  return market.db.database.as(identityOf(person), async (tx) => (await tx.query(sql, [id])).rowCount ?? 0)
}
