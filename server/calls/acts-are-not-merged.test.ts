import { afterAll, beforeAll, expect, test } from 'vitest'
import { countUnits } from '#database/tests/setup/count-units.ts'
import { KEYS, openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

const post = (
  table: string,
  row: object,
  options: { as?: string; prefer?: string; query?: string; secret?: boolean },
) =>
  wire.request(`/rest/v1/${table}${options.query ?? ''}`, {
    method: 'POST',
    ...(options.as && { as: options.as }),
    headers: {
      'content-type': 'application/json',
      ...(options.prefer && { prefer: options.prefer }),
      ...(options.secret && { apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` }),
    },
    body: JSON.stringify(row),
  })

/** Tables whose rows are events of the market. Content such as post labels and templates may be merged. */
const ACTS = [
  'advertisements',
  'blog_posts',
  'email_logs',
  'featured_deals',
  'group_buys',
  'messages',
  'orders',
  'products',
]

test.each(ACTS)('a row of %s is neither skipped nor merged when it exists', async (table) => {
  const { ownerId, buyId } = await wire.market.buy()
  for (const options of [
    { prefer: 'resolution=ignore-duplicates' },
    { prefer: 'resolution=merge-duplicates,return=representation' },
    { query: '?on_conflict=id' },
  ]) {
    for (const who of [{ as: ownerId }, { secret: true }]) {
      const answer = await post(table, { id: buyId }, { ...options, ...who })
      expect([answer.status, await answer.json()]).toEqual([
        400,
        {
          code: 'PGRST127',
          message: 'Feature not implemented',
          details: `Rows of '${table}' cannot be skipped or merged when they exist already.`,
          hint: 'Leave out on_conflict and the resolution preference. A retry with the same id answers 409.',
        },
      ])
    }
  }
})

test('publishing a buy again with the same id takes no stock', async () => {
  const { ownerId, productId } = await wire.market.buy()
  const before = await countUnits(wire.market.db.owner)
  const row = {
    id: crypto.randomUUID(),
    product_id: productId,
    status: 'active',
    target_quantity: 50,
    min_participants: 5,
    end_date: new Date(Date.now() + 10 * 86_400_000),
  }
  const statuses: number[] = []
  for (const prefer of ['', 'resolution=ignore-duplicates', '', 'resolution=merge-duplicates']) {
    statuses.push((await post('group_buys', row, { as: ownerId, prefer })).status)
  }
  expect(statuses).toEqual([201, 400, 409, 400])
  expect(await countUnits(wire.market.db.owner)).toEqual(before)
  const { available_quantity } = await wire.market.row<{ available_quantity: number }>(
    'select available_quantity from public.products where id = $1',
    [productId],
  )
  expect(available_quantity).toBe(1000 - 100 - 50)
})

test('blog tags may be merged by slug', async () => {
  const as = await wire.market.person({ role: 'administrator' })
  for (const status of [201, 201]) {
    const prefer = 'resolution=ignore-duplicates'
    const answer = await post('blog_tags', { name: 'Rice', slug: 'rice' }, { as, prefer, query: '?on_conflict=slug' })
    expect(answer.status).toBe(status)
  }
})
