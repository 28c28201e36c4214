import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange } from '../setup/as-person.ts'

// Lines of carts take stock by statement (docs/decisions/0051): never more than there is, also concurrently.

const IN_STOCK = 20

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
let goods: string[] = []
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  goods = [cast.ids.productId ?? '', cast.ids.spare ?? '']
  await db.owner.query('insert into public.verified_accounts (profile_id) values ($1)', [cast.customer])
})
afterAll(() => db.drop())
beforeEach(() =>
  db.owner.query('update public.products set available_quantity = $2, archived_at = null where id = any ($1)', [
    goods,
    IN_STOCK,
  ]),
)

const stock = async () =>
  (
    await db.owner.query<{ left: number }>(
      'select available_quantity as left from public.products p join unnest($1::uuid[]) with ordinality as g (id, n) using (id) order by n',
      [goods],
    )
  ).rows.map(({ left }) => left)

async function openCart(): Promise<string> {
  const { rows } = await queryWithCause(
    db.owner,
    'buyer',
    `with opened as (insert into public.checkouts (user_id) values ($1) returning id)
     insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount) select id, $1, $2, 1, 100 from opened returning id`,
    [cast.customer, cast.ids.vendorId],
  )
  return rows[0].id
}

type Line = [cart: string, product: string | undefined, units: number]

/** Inserts all lines with one statement, in this order. */
const put = (lines: Line[]) =>
  db.owner.query(
    `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price)
     select cart, product, 'Beans', 'bag', units, 50000, 50000
     from rows from (json_to_recordset($1) as (cart uuid, product uuid, units integer)) with ordinality order by ordinality`,
    [JSON.stringify(lines.map(([cart, product, units]) => ({ cart, product, units })))],
  )

test('adds up the units of one product over several carts in one statement', async () => {
  const [one, two] = [await openCart(), await openCart()]
  const [beans, rice] = goods
  await expect(
    put([
      [one, beans, 11],
      [one, rice, 1],
      [two, beans, 10],
    ]),
  ).rejects.toThrow('There is not enough in stock.')
  expect(await stock()).toEqual([IN_STOCK, IN_STOCK])
  await put([
    [one, beans, 11],
    [one, rice, 1],
    [two, beans, 9],
  ])
  expect(await stock()).toEqual([0, IN_STOCK - 1])
})

test('one line of an archived product rejects the whole statement', async () => {
  const cart = await openCart()
  const [beans, rice] = goods
  await db.owner.query('update public.products set archived_at = now() where id = $1', [rice])
  await expect(
    put([
      [cart, beans, 1],
      [cart, rice, 1],
    ]),
  ).rejects.toThrow('There is not enough in stock.')
  expect(await stock()).toEqual([IN_STOCK, IN_STOCK])
})

test('concurrent carts get all stock and no more, without deadlocks', async () => {
  const carts = await Promise.all(Array.from({ length: 30 }, openCart))
  const outcomes = await Promise.allSettled(
    carts.map((cart, place) => {
      const lines: Line[] = goods.map((product) => [cart, product, 3])
      return put(place % 2 === 0 ? lines : lines.toReversed())
    }),
  )
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))
  expect(refusals).toEqual(Array(24).fill('There is not enough in stock.'))
  expect(await stock()).toEqual([2, 2])
})
