import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { deleteOldNotices } from './delete-old-notices.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

async function joined() {
  const { buyId } = await market.buy()
  const buyer = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as: buyer })
  await market.relay()
  return { buyId, buyer, orderId: String(body.order.id) }
}

const noticesOf = async (person: string) =>
  (
    await market.db.owner.query(
      'select kind, title, link, read_at from public.notices where person_id = $1 order by created_at',
      [person],
    )
  ).rows

test('joining creates a notice and a mail; a fault while they are written undoes no join, and they are written later', async () => {
  const { buyId, buyer, orderId } = await joined()
  expect(await noticesOf(buyer)).toEqual([
    { kind: 'joined-buy', title: 'You have joined: Ofada rice', link: `/account/pay?order=${orderId}`, read_at: null },
  ])
  await market.db.owner.query(
    `create function public.die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
     create trigger die before insert on mail.messages for each row execute function public.die();`,
  )
  const other = await market.person()
  const { status } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: other })
  expect([status, await noticesOf(other)]).toEqual([200, []])
  expect(market.faults.splice(0)).toMatchObject([{ message: 'killed' }])
  await market.db.owner.query('drop trigger die on mail.messages; drop function public.die()')
  await market.db.owner.query('update outbox.entries set next_attempt_at = now()')
  expect(await noticesOf(other)).toMatchObject([{ kind: 'joined-buy' }])
})

test('a notice keeps its text in English, and as templates for other languages', async () => {
  const { buyer } = await joined()
  const { rows } = await market.db.owner.query(
    'select title, body, templates from public.notices where person_id = $1',
    [buyer],
  )
  expect(rows).toMatchObject([
    {
      title: 'You have joined: Ofada rice',
      body: expect.stringMatching(/^2 bags\. To pay: ₦[\d,]+ by /),
      templates: {
        title: { text: 'You have joined: {product}', values: { product: 'Ofada rice' } },
        body: ['2 bags.', { text: 'To pay: {naira} by {moment}.' }],
      },
    },
  ])
})

test('people without an e-mail address are notified in the app', async () => {
  const { buyId } = await market.buy()
  const person = await market.person()
  await market.db.owner.query(
    `update auth.users set email = null, email_confirmed_at = null, phone = '2348012345678', phone_confirmed_at = now() where id = $1`,
    [person],
  )
  expect((await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: person })).status).toBe(200)
  expect(await noticesOf(person)).toMatchObject([{ kind: 'joined-buy' }])
})

test('people can read and mark only their own notices, and write none', async () => {
  const [{ buyer }, { buyer: other }] = [await joined(), await joined()]
  const chief = await market.person({ role: 'chief' })
  const seen = async (person: string | null) => {
    const { rows, errorCode: refused } = await asPerson(market.db, person, 'select person_id from public.notices')
    return refused ?? rows.map(({ person_id }) => person_id)
  }
  expect([await seen(buyer), await seen(chief), await seen(null)]).toEqual([[buyer], [], '42501'])
  const mark = (person: string, of: string) =>
    asPerson(market.db, person, 'update public.notices set read_at = now() where person_id = $1', [of])
  expect([
    (await mark(buyer, buyer)).count,
    (await mark(other, buyer)).count,
    (await mark(chief, buyer)).count,
  ]).toEqual([1, 0, 0])
  for (const sql of [
    `update public.notices set title = 'You have won'`,
    `update public.notices set person_id = '${other}'`,
    'delete from public.notices',
    `insert into public.notices (person_id, kind, title, body) values ('${other}', 'order-paid', 'Paid', 'Send money')`,
  ]) {
    expect([sql, (await asPerson(market.db, buyer, sql)).errorCode]).toEqual([sql, '42501'])
  }
})

test('a notice links only to a page of this site', async () => {
  const person = await market.person()
  for (const link of ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)']) {
    await expect(
      market.db.owner.query(
        `insert into public.notices (person_id, kind, title, body, link) values ($1, 'order-paid', 'Paid', '', $2)`,
        [person, link],
      ),
    ).rejects.toThrow('notices_link_check')
  }
})

test('old notices are deleted after the configured number of days', async () => {
  const person = await market.person()
  await market.db.owner.query(
    `insert into public.notices (person_id, kind, title, body, created_at, read_at)
     select $1, 'order-paid', days || ' days', '', now() - make_interval(days => days), case when days > 50 then now() end from unnest(array[8, 29, 31, 89, 91]) days`,
    [person],
  )
  const remaining = async () => {
    await deleteOldNotices(market.db.database)
    return (await noticesOf(person)).map(({ title }) => title).reverse()
  }
  expect(await remaining()).toEqual(['8 days', '29 days', '31 days', '89 days'])
  const change = (value: string) =>
    market.db.owner.query(
      `insert into public.settings (key, value, effective_from) values ('notice_retention_days', $1, now() + interval '1 hour')`,
      [value],
    )
  await change('30')
  await market.db.owner.query(
    `update public.settings set effective_from = now() where key = 'notice_retention_days' and effective_from > now()`,
  )
  expect(await remaining()).toEqual(['8 days', '29 days'])
  for (const wrong of ['0', '6', '3651', '30.5', '"30"', 'null']) {
    await expect(change(wrong)).rejects.toThrow('Notices are kept for')
  }
})

test('deleting a person deletes their notices', async () => {
  const person = await market.person()
  await market.db.owner.query(
    `insert into public.notices (person_id, kind, title, body) values ($1, 'order-paid', 'Paid', '')`,
    [person],
  )
  await market.db.owner.query('delete from public.profiles where id = $1', [person])
  expect(await noticesOf(person)).toEqual([])
})
