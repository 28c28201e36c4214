import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { moveGroupBuys } from './move-group-buys.ts'

const SITE = 'https://market.test'
let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const statusOf = async (buyId: string) =>
  (await market.row<{ status: string }>('select status from public.group_buys where id = $1', [buyId])).status
const end = (buyId: string, after = '0 seconds') =>
  market.db.owner.query(
    `update public.group_buys set payment_due_at = case when $2::interval > '0' then now() - $2::interval else payment_due_at end,
       end_date = now() - $2::interval - interval '1 second' where id = $1`,
    [buyId, after],
  )
const join = async (buyId: string, quantity: number) =>
  market.call('join-group-buy', { group_buy_id: buyId, quantity }, { as: await market.person() })

test('an unpaid buy is closed, expired, settling, failed; its stock is returned exactly once', async () => {
  const { buyId, productId } = await market.buy({ target_quantity: 100 })
  await join(buyId, 6)
  await join(buyId, 4)
  expect(await market.stockOf(productId)).toBe(900)
  const seen: unknown[] = []
  const look = async () => seen.push([await statusOf(buyId), await market.stockOf(productId)])
  await end(buyId)
  for (let turn = 0; turn < 2; turn++) await moveGroupBuys(market.db.database, SITE)
  await look()
  await end(buyId, '1 hour')
  for (let turn = 0; turn < 2; turn++) await moveGroupBuys(market.db.database, SITE)
  await look()
  await end(buyId, '13 hours')
  for (let turn = 0; turn < 2; turn++) await moveGroupBuys(market.db.database, SITE)
  await look()
  expect(seen).toEqual([
    ['closed', 990],
    ['settling', 1000],
    ['failed', 1000],
  ])
  expect((await auditMarket(market.db.owner)).filter(({ rule }) => rule !== 'L15 window')).toEqual([])
})

test('a shop with the maximum stock does not block the job', async () => {
  const { buyId, productId } = await market.buy({ target_quantity: 100 })
  const { buyId: beside } = await market.buy()
  await market.db.owner.query('update public.products set available_quantity = 1000000 where id = $1', [productId])
  await end(buyId)
  await end(beside)
  await moveGroupBuys(market.db.database, SITE)
  expect([await statusOf(buyId), await statusOf(beside), await market.stockOf(productId)]).toEqual([
    'closed',
    'closed',
    1_000_000,
  ])
})

test('a buy that cannot be moved is reported, and the others are moved', async () => {
  const buys = [await market.buy(), await market.buy(), await market.buy()]
  const [stuck, ...others] = buys.map(({ buyId }) => buyId)
  await market.db.owner.query(
    `create function public.stick() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
     create trigger stick before update of status on public.group_buys for each row when (old.id = '${stuck}') execute function public.stick();`,
  )
  for (const { buyId } of buys) await end(buyId)
  expect(await moveGroupBuys(market.db.database, SITE)).toHaveLength(1)
  expect(await Promise.all(others.map(statusOf))).toEqual(['closed', 'closed'])
  await market.db.owner.query('drop trigger stick on public.group_buys')
  await moveGroupBuys(market.db.database, SITE)
  expect(await statusOf(stuck ?? '')).toBe('closed')
})

test('a deadlock is retried', async () => {
  const { buyId } = await market.buy()
  await end(buyId)
  // A sequence is not rolled back.
  await market.db.owner.query(
    `create sequence public.tries; grant usage on sequence public.tries to service_role;
     create function public.collide() returns trigger language plpgsql as $$ begin
       if nextval('public.tries') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if; return new; end $$;
     create trigger collide before update of status on public.group_buys for each row execute function public.collide()`,
  )
  await moveGroupBuys(market.db.database, SITE)
  await market.db.owner.query('drop trigger collide on public.group_buys')
  expect(await statusOf(buyId)).toBe('closed')
})

test('a short buy is extended once if its vendor allowed it: orders stay, dates shift, buyers are notified; then it ends', async () => {
  const { buyId, productId } = await market.buy({ target_quantity: 100, allow_extension: true })
  const first = await join(buyId, 2)
  const mails = () => market.row(`select count(*)::int as told from mail.messages where kind = 'buy-extended'`)
  // Half of the rest of this day in Lagos: at any hour this fits between two days from now and the new due time.
  const { gap } = await market.row<{ gap: string }>(
    `update public.group_buys set share_date = ((now() at time zone 'Africa/Lagos')::date + 1),
       payment_due_at = public.payment_due_at((now() at time zone 'Africa/Lagos')::date + 1),
       end_date = public.payment_due_at((now() at time zone 'Africa/Lagos')::date + 1)
         - (((now() at time zone 'Africa/Lagos')::date + 1)::timestamp at time zone 'Africa/Lagos' - now()) / 2
     where id = $1 returning (payment_due_at - end_date)::text as gap`,
    [buyId],
  )
  for (let turn = 0; turn < 2; turn++) await moveGroupBuys(market.db.database, SITE)
  expect(
    await market.row(
      `select status, current_quantity, extended_at is not null as extended, (payment_due_at - end_date)::text as to_pay,
         share_date - (now() at time zone 'Africa/Lagos')::date as days_to_share, end_date - now() > interval '2 days' as has_time
       from public.group_buys where id = $1`,
      [buyId],
    ),
  ).toEqual({
    status: 'active',
    current_quantity: 2,
    extended: true,
    to_pay: gap,
    days_to_share: 4,
    has_time: true,
  })
  expect([await mails(), await market.stockOf(productId)]).toEqual([{ told: 1 }, 900])
  expect((await join(buyId, 3)).status).toBe(200)
  expect(first.body.order.status).toBe('pending')
  await end(buyId, '13 hours')
  for (let turn = 0; turn < 2; turn++) await moveGroupBuys(market.db.database, SITE)
  expect([await statusOf(buyId), await market.stockOf(productId), await mails()]).toEqual(['failed', 1000, { told: 1 }])
})

test('an extension leaves two days to join if the interval between window and due time was longer', async () => {
  const { buyId } = await market.buy({ allow_extension: true })
  await join(buyId, 1)
  await market.db.owner.query(
    `update public.group_buys set share_date = ((now() at time zone 'Africa/Lagos')::date + 1),
       payment_due_at = public.payment_due_at((now() at time zone 'Africa/Lagos')::date + 1), end_date = now() - interval '9 days' where id = $1`,
    [buyId],
  )
  for (let turn = 0; turn < 2; turn++) await moveGroupBuys(market.db.database, SITE)
  expect(
    await market.row(
      `select status, round(extract(epoch from end_date - extended_at) / 3600)::integer as hours, end_date < payment_due_at as leaves_time_to_pay
       from public.group_buys where id = $1`,
      [buyId],
    ),
  ).toEqual({ status: 'active', hours: 48, leaves_time_to_pay: true })
})

test.each([
  ['the stock was sold elsewhere', `update public.products set available_quantity = 5 where id = $1`],
  ['the product was removed', `update public.products set archived_at = now() where id = $1`],
  [
    'the shop was suspended',
    `update public.vendors set status = 'suspended' where id = (select vendor_id from public.products where id = $1)`,
  ],
  [
    'enough people have paid',
    `update public.group_buys set paid_participants = min_participants where product_id = $1`,
  ],
])('it is not extended when %s', async (_, change) => {
  const { buyId, productId } = await market.buy({ target_quantity: 100, allow_extension: true })
  await join(buyId, 2)
  await end(buyId)
  await moveGroupBuys(market.db.database, SITE)
  await market.moved('manager', change, [productId])
  await end(buyId, '1 hour')
  await moveGroupBuys(market.db.database, SITE)
  expect(await statusOf(buyId)).toBe('settling')
})
