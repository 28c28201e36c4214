import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { deleteOldCarts } from './delete-old-carts.ts'

let market: TestMarket
let goods: string[]
beforeAll(async () => {
  market = await openTestMarket()
  const { vendorId } = await market.shop()
  goods = await Promise.all(Array.from({ length: 4 }, (_, n) => market.product(vendorId, { name: `Food ${n}` })))
})
afterAll(() => market.close())

type Change = { product?: number; how?: 'set' | 'merge' | 'add'; quantity?: number; age_ms?: number }
const change = ({ product = 0, how = 'set', quantity = 1, age_ms = 0 }: Change) => ({
  product_id: goods[product],
  how,
  quantity,
  seen_kobo: 8_000_000,
  age_ms,
})
const keep = (as: string, ...changes: Change[]) => market.call('save-cart', { changes: changes.map(change) }, { as })
const readCart = async (as: string) => {
  const { body } = await keep(as)
  return Object.fromEntries(
    (body.lines as { product_id: string; quantity: number }[]).map(({ product_id, quantity }) => [
      goods.indexOf(product_id),
      quantity,
    ]),
  )
}

test('another device reads the saved cart, with current names and pictures', async () => {
  const person = await market.person()
  const { body } = await keep(person, { product: 1, quantity: 2 }, { product: 0 })
  expect(body.lines[0]).toMatchObject({ name: 'Food 1', unit: 'bag', quantity: 2, seen_kobo: 8_000_000 })
  expect(await readCart(person)).toEqual({ 1: 2, 0: 1 })
  expect(await readCart(await market.person())).toEqual({})
})

test('an older change from an offline device neither sets a quantity nor restores a removed line', async () => {
  const person = await market.person()
  await keep(person, { quantity: 5 }, { product: 1, quantity: 5 })
  await keep(person, { product: 1, quantity: 0 })
  await keep(person, { quantity: 9, age_ms: 60_000 }, { product: 1, quantity: 9, age_ms: 60_000 })
  expect(await readCart(person)).toEqual({ 0: 5 })
  // A time in the future counts as now.
  await keep(person, { product: 1, quantity: 3, age_ms: -86_400_000 })
  expect(await readCart(person)).toEqual({ 0: 5, 1: 3 })
})

test('concurrent tabs and devices lose nothing', async () => {
  const person = await market.person()
  const responses = await Promise.all([
    ...Array.from({ length: 12 }, () => keep(person, { how: 'add', quantity: 2 })),
    ...Array.from({ length: 8 }, (_, n) => keep(person, { product: 1 + (n % 3), how: 'merge', quantity: 1 + n })),
  ])
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  expect(await readCart(person)).toEqual({ 0: 24, 1: 7, 2: 8, 3: 6 })
})

test('unknown products stay on the device, and malformed changes are refused', async () => {
  const person = await market.person()
  const otherUser = crypto.randomUUID()
  const changes = [change({}), { ...change({}), product_id: otherUser }]
  const { body } = await market.call('save-cart', { changes }, { as: person })
  expect(body.left_out).toEqual([otherUser])
  for (const wrong of [
    { ...change({}), quantity: -1 },
    { ...change({}), quantity: 1.5 },
    { ...change({}), quantity: 1_000_001 },
    { ...change({}), how: 'take' },
    { ...change({}), how: 'merge', quantity: 0 },
    { ...change({}), age_ms: Number.NaN },
    { ...change({}), product_id: "'; drop table" },
  ])
    expect((await market.call('save-cart', { changes: [wrong] }, { as: person })).status).toBe(400)
  expect((await market.call('save-cart', { changes: [change({}), change({})] }, { as: person })).status).toBe(400)
  expect((await market.call('save-cart', { changes: [] })).status).toBe(401)
})

test('deletes removed lines after a month, and never lines in a cart', async () => {
  const person = await market.person()
  await keep(person, { quantity: 0 }, { product: 1 }, { product: 2, quantity: 0 })
  await market.db.owner.query(
    `update public.cart_items set changed_at = now() - interval '32 days' where profile_id = $1 and product_id <> $2`,
    [person, goods[2]],
  )
  await deleteOldCarts(market.db.database)
  const { rows } = await market.db.owner.query('select product_id from public.cart_items where profile_id = $1', [
    person,
  ])
  expect(rows.map(({ product_id }) => goods.indexOf(product_id)).sort()).toEqual([1, 2])
})

test('a deleted list can be restored for a day', async () => {
  const person = await market.person()
  const lines = JSON.stringify([{ product_id: goods[0], name: 'Rice', unit: 'bag', quantity: 1 }])
  const save = (name: string, deleted: string | null) =>
    market.db.owner.query(
      'insert into public.saved_lists (profile_id, name, lines, deleted_at) values ($1, $2, $3, now() - $4::interval)',
      [person, name, lines, deleted],
    )
  await save('Kept', null)
  await save('Just deleted', '23 hours')
  await save('Long deleted', '25 hours')
  await deleteOldCarts(market.db.database)
  const { rows } = await market.db.owner.query('select name from public.saved_lists where profile_id = $1', [person])
  expect(rows.map(({ name }) => name).sort()).toEqual(['Just deleted', 'Kept'])
})
