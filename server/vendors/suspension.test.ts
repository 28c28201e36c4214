import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { notifyOfSuspension } from './notify-of-suspension.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const SITE = 'https://market.test'
const readMails = async () =>
  (await market.db.owner.query(`select recipient, text from mail.messages where kind = 'shop-suspended'`)).rows
const jobs = async () =>
  (await market.db.owner.query(`select id, payload from jobs.queue where task = 'notify-of-suspension' order by id`))
    .rows

/** Runs the queued jobs until none is left. */
async function work(): Promise<number> {
  let rounds = 0
  for (let [job] = await jobs(); job; [job] = await jobs()) {
    await market.db.owner.query('delete from jobs.queue where id = $1', [job.id])
    await notifyOfSuspension(market.db.database, SITE, job.payload)
    rounds += 1
  }
  return rounds
}

test('buyers with unfinished orders get one mail each, with all their orders; those who left get none', async () => {
  const { buyId, vendorId } = await market.buy()
  const [buyer, leaver, chief] = [await market.person(), await market.person(), await market.person({ role: 'chief' })]
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  const left = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: leaver })
  await market.call('leave-group-buy', { order_id: left.body.order.id }, { as: leaver })
  const suspend = { vendor_id: vendorId, decision: 'suspend', note: 'Two buys were late' }
  expect((await market.call('decide-vendor', suspend, { as: chief })).status).toBe(200)
  // The decision itself sends no mails: there may be thousands.
  expect(await readMails()).toEqual([])
  expect(await work()).toBe(1)
  const mails = await readMails()
  expect(mails).toHaveLength(1)
  expect(mails[0].text).toContain(`- ${body.order.order_no}, Ofada rice`)
  expect(mails[0].text).not.toContain('Two buys were late')
})

test('removing the vendor’s role notifies them too; a reinstated shop sends nothing', async () => {
  await market.db.owner.query('delete from mail.messages')
  const { buyId, vendorId, ownerId } = await market.buy()
  const [buyer, chief] = [await market.person(), await market.person({ role: 'chief' })]
  await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  const decide = (decision: string) =>
    market.call('decide-vendor', { vendor_id: vendorId, decision, note: 'A mistake' }, { as: chief })
  await decide('suspend')
  await decide('reinstate')
  await work()
  expect(await readMails()).toEqual([])
  const taken = await market.call(
    'set-role',
    { user_id: ownerId, role: 'customer', accept_consequences: true },
    { as: chief },
  )
  expect(taken.status).toBe(200)
  await work()
  expect(await readMails()).toHaveLength(1)
})

test('many buyers are notified in batches', async () => {
  await market.db.owner.query('delete from mail.messages')
  const { buyId, vendorId } = await market.buy({ target_quantity: 1000 })
  await market.db.owner.query(
    `insert into auth.users (id, email, email_confirmed_at)
     select gen_random_uuid(), 'many' || n || '@market.test', now() from generate_series(1, 620) n`,
  )
  await market.moved(
    'buyer',
    `insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price)
     select $1, u.id, $2, 1, p.price, p.price, 80000 from (select id, row_number() over (order by id) as n from auth.users where email like 'many%') u
     cross join lateral (select public.price_at(tier_thresholds, tier_prices, base_price, u.n::integer) as price from public.group_buys where id = $1) p
     order by u.n`,
    [buyId, vendorId],
  )
  await market.moved('chief', `update public.vendors set status = 'suspended' where id = $1`, [vendorId])
  expect(await work()).toBe(2)
  const mails = await readMails()
  expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(620)
  expect(mails).toHaveLength(620)
})
