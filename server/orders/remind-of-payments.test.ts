import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { remindOfPayments } from './remind-of-payments.ts'

const SITE = 'https://market.test'
let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const remind = () => remindOfPayments(market.db.database, SITE)

async function joined(buyer?: string) {
  const { buyId } = await market.buy()
  const person = buyer ?? (await market.person())
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: person })
  return { buyId, buyer: person, orderId: String(body.order.id) }
}

/** Sets when payment is due and when the order was made, in hours from now. Bypasses the guards. */
async function dueIn(buyId: string, hours: number, { madeAgo = 240, extendedAgo = null as number | null } = {}) {
  await withoutTriggers(market.db.owner, async (client) => {
    // Rounded to the hour, so that several buys can be due at the same time.
    await client.query(
      `update public.group_buys set payment_due_at = date_trunc('hour', now()) + make_interval(secs => $2::double precision * 3600),
         end_date = now() - interval '2 days',
         extended_at = now() - make_interval(hours => $3) where id = $1`,
      [buyId, hours, extendedAgo],
    )
    await client.query(
      'update public.orders set created_at = now() - make_interval(secs => $2::double precision * 3600) where group_buy_id = $1',
      [buyId, madeAgo],
    )
  })
}

async function notificationsOf(person: string): Promise<string[]> {
  const { rows } = await market.db.owner.query(
    `select split_part(n.title, ':', 1) as title,
       (select count(*)::integer from mail.messages m join auth.users u on u.email = m.recipient where u.id = n.person_id and m.kind = n.kind and m.subject = n.title) as mails
     from public.notices n where n.person_id = $1 and n.kind = 'payment-reminder' order by n.created_at, n.title`,
    [person],
  )
  return rows.map(({ title, mails }) => `${title}, ${mails} mail`)
}

test('three reminders before the due time, each once, by mail and in the app', async () => {
  const { buyId, buyer } = await joined()
  const seen: string[][] = []
  for (const hours of [80, 71, 60, 23, 10, 2]) {
    await dueIn(buyId, hours)
    // The due time stays while time passes.
    await market.db.owner.query(
      `update public.payment_reminders set due_at = (select payment_due_at from public.group_buys where id = $1)
       where order_id in (select id from public.orders where group_buy_id = $1)`,
      [buyId],
    )
    await remind()
    await remind()
    seen.push(await notificationsOf(buyer))
  }
  const [three, one, hours] = ['3 days left to pay, 1 mail', '1 day left to pay, 1 mail', '3 hours left to pay, 1 mail']
  expect(seen).toEqual([[], [three], [three], [three, one], [three, one], [three, one, hours]])
})

test('after an outage only the current reminder is sent', async () => {
  const { buyId, buyer } = await joined()
  await dueIn(buyId, 2)
  await remind()
  expect(await notificationsOf(buyer)).toEqual(['3 hours left to pay, 1 mail'])
})

test('concurrent jobs remind once', async () => {
  const { buyId, buyer } = await joined()
  await dueIn(buyId, 20)
  await Promise.all(Array.from({ length: 6 }, remind))
  expect(await notificationsOf(buyer)).toEqual(['1 day left to pay, 1 mail'])
})

test('a job that dies half-way sends nothing, and the next one sends once', async () => {
  const { buyId, buyer } = await joined()
  await dueIn(buyId, 20)
  await market.db.owner.query(
    `create function public.die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
     create trigger die before insert on outbox.entries for each row when (new.message = 'payment-reminder') execute function public.die();`,
  )
  await expect(remind()).rejects.toThrow('killed')
  expect(await notificationsOf(buyer)).toEqual([])
  await market.db.owner.query('drop trigger die on outbox.entries; drop function public.die()')
  await remind()
  expect(await notificationsOf(buyer)).toEqual(['1 day left to pay, 1 mail'])
})

test.each(['paid', 'cancelled'])('no reminder of an order that is %s', async (status) => {
  const { buyId, buyer, orderId } = await joined()
  await dueIn(buyId, 20)
  await market.moved(
    status === 'paid' ? 'gateway' : 'buyer',
    'update public.orders set status = $2, amount_due_kobo = 0 where id = $1',
    [orderId, status],
  )
  await remind()
  expect(await notificationsOf(buyer)).toEqual([])
})

test('no reminder of an order that is held for minutes, nor past the due time', async () => {
  const held = await joined()
  await dueIn(held.buyId, 20)
  await market.db.owner.query(`update public.orders set hold_expires_at = now() + interval '9 minutes' where id = $1`, [
    held.orderId,
  ])
  const late = await joined()
  await dueIn(late.buyId, -1)
  await remind()
  expect([await notificationsOf(held.buyer), await notificationsOf(late.buyer)]).toEqual([[], []])
})

test('reminders that were due before the order was made are skipped', async () => {
  const { buyId, buyer } = await joined()
  await dueIn(buyId, 20, { madeAgo: 1 })
  await remind()
  expect(await notificationsOf(buyer)).toEqual([])
})

test('an extension restarts the reminders, without those that were due before it', async () => {
  const { buyId, buyer } = await joined()
  await dueIn(buyId, 2)
  await remind()
  await dueIn(buyId, 71.5, { extendedAgo: 0 })
  await remind()
  expect(await notificationsOf(buyer)).toEqual(['3 hours left to pay, 1 mail'])
  await dueIn(buyId, 22, { extendedAgo: 50 })
  await remind()
  await remind()
  expect((await notificationsOf(buyer)).sort()).toEqual(['1 day left to pay, 1 mail', '3 hours left to pay, 1 mail'])
})

test('orders of one person that are due at the same time are in one mail', async () => {
  const first = await joined()
  const second = await joined(first.buyer)
  for (const { buyId } of [first, second]) await dueIn(buyId, 23)
  await remind()
  expect(await notificationsOf(first.buyer)).toEqual(['1 day left to pay, 1 mail'])
  expect(
    await market.row<{ link: string }>(
      `select link from public.notices where person_id = $1 and kind = 'payment-reminder'`,
      [first.buyer],
    ),
  ).toEqual({ link: `/account/pay?order=${first.orderId}&order=${second.orderId}` })
})
