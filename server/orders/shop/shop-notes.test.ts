import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openClaimMarket } from '#server/testing/goods/claim-market.ts'
import { addMember } from '#server/testing/goods/delivery-runs.ts'

let claims: Awaited<ReturnType<typeof openClaimMarket>>
beforeAll(async () => {
  claims = await openClaimMarket(6)
})
afterAll(() => claims.market.close())

const note = (body: Record<string, unknown>, as: string) =>
  claims.market.call('add-shop-note', { order_id: null, customer_id: null, text: 'Comes on Saturday', ...body }, { as })

const readBy = async (person: string | null, where: string, id: string) =>
  (
    await asPerson(
      claims.market.db,
      person,
      `select text from public.shop_notes where ${where} = $1 order by created_at`,
      [id],
    )
  ).rows.map(({ text }) => text)

test('a shop’s note about an order is read by the shop alone, and by staff while a claim is in dispute', async () => {
  const { market, ownerId, vendorId, staff } = claims
  const goods = await claims.nextGoods()
  const { orderId, buyer } = goods
  expect((await note({ order_id: orderId, text: ' Put a stone in his bag ' }, ownerId)).status).toBe(200)
  expect((await note({ order_id: orderId, text: 'Second' }, ownerId)).status).toBe(200)
  const readers = (person: string | null) => readBy(person, 'order_id', orderId)
  expect(await readers(ownerId)).toEqual(['Put a stone in his bag', 'Second'])
  const colleague = await market.person()
  await addMember(market, { person: colleague, duty: 'hand-over', vendorId })
  const rival = (await market.shop()).ownerId
  const others = [buyer, rival, colleague, staff.handler, null]
  for (const person of [...others, staff.manager, staff.chief]) expect(await readers(person)).toEqual([])

  const claimId = await claims.opened(goods)
  expect(await readers(staff.chief)).toEqual([])
  await claims.contest(claimId)
  for (const person of [staff.manager, staff.coordinator, staff.chief]) expect(await readers(person)).toHaveLength(2)
  for (const person of others) expect(await readers(person)).toEqual([])
})

test('a note about a customer is read by the shop and by that customer', async () => {
  const { market, ownerId, staff } = claims
  const { buyer } = claims.nextOrder()
  expect((await note({ customer_id: buyer }, ownerId)).status).toBe(200)
  const readers = (person: string | null) => readBy(person, 'customer_id', buyer)
  for (const person of [ownerId, buyer]) expect(await readers(person)).toEqual(['Comes on Saturday'])
  for (const person of [staff.chief, await market.person(), (await market.shop()).ownerId, null])
    expect(await readers(person)).toEqual([])
})

test('only the shop writes, about its own orders and customers, up to a hundred each', async () => {
  const { market, ownerId, staff } = claims
  const { orderId, buyer } = claims.nextOrder()
  const rival = (await market.shop()).ownerId
  for (const as of [buyer, rival, staff.chief, staff.handler]) {
    expect((await note({ order_id: orderId }, as)).status).toBe(404)
    expect((await note({ customer_id: buyer }, as)).status).toBe(404)
  }
  expect((await note({ customer_id: await market.person() }, ownerId)).status).toBe(404)
  for (const body of [
    {},
    { order_id: orderId, customer_id: buyer },
    { order_id: orderId, text: ' ' },
    { order_id: orderId, text: 'x'.repeat(1001) },
  ])
    expect((await note(body, ownerId)).status).toBe(400)
  await market.db.owner.query(
    `insert into public.shop_notes (vendor_id, order_id, author_id, text)
     select v.id, $1, v.owner_id, 'Note ' || n from public.vendors v cross join generate_series(1, 99) n where v.owner_id = $2`,
    [orderId, ownerId],
  )
  const answers = await Promise.all([1, 2, 3].map((n) => note({ order_id: orderId, text: `Last ${n}` }, ownerId)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('the database keeps notes as they were written, by the shop they belong to', async () => {
  const { market, ownerId, vendorId } = claims
  const { orderId, buyer } = claims.nextOrder()
  await note({ order_id: orderId }, ownerId)
  const { owner } = market.db
  await expect(
    owner.query(`update public.shop_notes set text = 'Other' where order_id = $1`, [orderId]),
  ).rejects.toThrow('A note stays')
  const rival = await market.shop()
  const insert = (shop: string, author: string) =>
    owner.query(`insert into public.shop_notes (vendor_id, order_id, author_id, text) values ($1, $2, $3, 'A')`, [
      shop,
      orderId,
      author,
    ])
  await expect(insert(vendorId, buyer)).rejects.toThrow('A shop writes its own notes')
  await expect(insert(rival.vendorId, rival.ownerId)).rejects.toThrow('about its own orders')
})
