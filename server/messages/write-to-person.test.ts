import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const write = (as: string, address: Record<string, unknown>, body = 'Your order waits for you.') =>
  market.call('write-to-person', { ...address, body }, { as })

async function joined() {
  const buy = await market.buy()
  const buyer = await market.person({ name: 'Ada Obi' })
  const { body } = await market.call('join-group-buy', { group_buy_id: buy.buyId, quantity: 1 }, { as: buyer })
  return { ...buy, buyer, orderId: String(body.order.id) }
}

test('a manager writes about an order, the buyer answers, and both have one conversation', async () => {
  const { buyer, orderId } = await joined()
  const manager = await market.manager('Lagos')
  const [first, second] = await Promise.all([
    write(manager, { person_id: buyer, order_id: orderId }),
    write(manager, { person_id: buyer, order_id: orderId }, 'And one more thing.'),
  ])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.body.conversation_id).toBe(second.body.conversation_id)
  const id = String(first.body.conversation_id)
  const { rows } = await market.db.owner.query(
    'select display_name from public.conversation_members where conversation_id = $1 order by display_name',
    [id],
  )
  expect(rows).toEqual([{ display_name: 'Ada Obi' }, { display_name: 'Ngozi Bello, Manager' }])
  const answer = await asPerson(
    market.db,
    buyer,
    `insert into public.messages (conversation_id, sender_id, body) values ($1, $2, 'Thank you')`,
    [id, buyer],
  )
  expect([answer.errorCode, answer.count]).toEqual([null, 1])
  const read = async (person: string) =>
    (await asPerson(market.db, person, 'select from public.messages where conversation_id = $1', [id])).count
  expect([await read(buyer), await read(await market.manager('Kano'))]).toEqual([2, 0])
})

test('managers write within their states, coordinators and chiefs to everybody, and other people not at all', async () => {
  const { buyer, ownerId, vendorId, orderId, buyId } = await joined()
  const [lagos, kano] = [await market.manager('Lagos'), await market.manager('Kano')]
  const codes = async (as: string) =>
    Promise.all(
      [
        { person_id: buyer },
        { vendor_id: vendorId },
        { person_id: ownerId },
        { person_id: buyer, order_id: orderId },
        { person_id: ownerId, buy_id: buyId },
      ].map(async (address) => (await write(as, address)).status),
    )
  expect(await codes(lagos)).toEqual([200, 200, 200, 200, 200])
  expect(await codes(kano)).toEqual([403, 403, 403, 403, 403])
  expect(await codes(await market.person({ role: 'coordinator' }))).toEqual([200, 200, 200, 200, 200])
  expect(await codes(await market.person({ role: 'administrator' }))).toEqual([403, 403, 403, 403, 403])
  expect(await codes((await market.shop()).ownerId)).toEqual([403, 403, 403, 403, 403])
  const admin = await market.person({ role: 'administrator' })
  expect((await write(kano, { person_id: admin })).status).toBe(200)
  expect((await write(kano, { person_id: lagos })).status).toBe(200)
  // The colleague's own first message continues it.
  await write(lagos, { person_id: kano })
  expect(
    await market.row(
      `select count(*)::integer as n from public.conversations where kind = 'staff' and $1 in (created_by, with_id) and $2 in (created_by, with_id)`,
      [lagos, kano],
    ),
  ).toEqual({ n: 1 })
})

test('it is about one thing, which is theirs and in the states of the writer', async () => {
  const [one, two] = [await joined(), await joined()]
  const manager = await market.manager('Lagos')
  expect((await write(manager, { person_id: one.buyer, order_id: two.orderId })).status).toBe(403)
  expect((await write(manager, { person_id: one.buyer, buy_id: two.buyId })).status).toBe(403)
  expect((await write(manager, { person_id: one.buyer, order_id: one.orderId, buy_id: one.buyId })).body.code).toBe(
    'about_one_thing',
  )
  expect((await write(manager, { person_id: manager })).status).toBe(403)
  expect((await write(manager, {})).status).toBe(404)
  expect((await write(manager, { person_id: crypto.randomUUID() })).status).toBe(404)
  expect((await write(manager, { person_id: one.buyer }, 'x'.repeat(2001))).status).toBe(400)
})

const insert = (writer: string, person: string, orderId: string | null = null) =>
  market.db.owner.query(
    `insert into public.conversations (kind, subject, created_by, with_id, order_id) values ('staff', 'x', $1, $2, $3) returning id`,
    [writer, person, orderId],
  )

test('the database refuses other states, other things and the hundred-and-first of a day', async () => {
  const [one, two] = [await joined(), await joined()]
  await expect(insert(await market.manager('Kano'), one.buyer)).rejects.toThrow(/^Staff write to staff/)
  const manager = await market.manager('Lagos')
  await expect(insert(manager, one.buyer, two.orderId)).rejects.toThrow(/^This is not about them/)
  await market.db.owner.query(
    `begin; set local session_replication_role = replica;
     insert into public.conversations (kind, subject, created_by, with_id, claim_id)
     select 'staff', 'x', '${manager}', '${one.buyer}', gen_random_uuid() from generate_series(1, 99); commit`,
  )
  await insert(manager, one.buyer)
  await expect(insert(manager, two.buyer)).rejects.toThrow(/^You have begun 100/)
})

test('a former manager writes no more, and 60 messages in 10 minutes are the most', async () => {
  const { buyer } = await joined()
  const manager = await market.manager('Lagos')
  const { body } = await write(manager, { person_id: buyer })
  await market.db.owner.query('delete from public.manager_regions where manager_id = $1', [manager])
  const send = (sender: string) =>
    market.db.owner.query(`insert into public.messages (conversation_id, sender_id, body) values ($1, $2, 'More')`, [
      body.conversation_id,
      sender,
    ])
  await expect(send(manager)).rejects.toThrow(/^You no longer look after/)
  for (let sent = 0; sent < 60; sent++) await send(buyer)
  await expect(send(buyer)).rejects.toThrow(/^You have written 60/)
})
