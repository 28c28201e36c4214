import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Wire } from '#database/types.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

const tomorrow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const owner = (sql: string, values: unknown[] = []) => wire.market.db.owner.query(sql, values)

async function shopWithProduct(facts: Record<string, unknown> = {}) {
  const { vendorId, ownerId } = await wire.market.shop()
  return { vendorId, ownerId, productId: await wire.market.product(vendorId, facts) }
}

async function draft(
  { ownerId, productId }: { ownerId: string; productId: string },
  more: Partial<Wire['public']['Tables']['group_buys']['Insert']> = {},
) {
  const client = await wire.tables(ownerId)
  return client
    .from('group_buys')
    .insert({ product_id: productId, target_quantity: 10, end_date: tomorrow(10), ...more })
    .select('id, status, price_tiers')
    .single()
}

test('a discarded draft is visible only to its shop; a cancelled buy to all', async () => {
  const shop = await shopWithProduct()
  const { data } = await draft(shop)
  const vendor = await wire.tables(shop.ownerId)
  const discarded = await vendor
    .from('group_buys')
    .update({ status: 'cancelled' })
    .eq('id', data?.id ?? '')
  expect(discarded.error).toBeNull()
  const seen = async (person?: string) =>
    (
      await (
        await wire.tables(person)
      )
        .from('group_buys')
        .select('status')
        .eq('id', data?.id ?? '')
    ).data
  expect([await seen(), await seen(await wire.market.person()), await seen(shop.ownerId)]).toEqual([
    [],
    [],
    [{ status: 'cancelled' }],
  ])
  const { buyId, ownerId } = await wire.market.buy()
  await wire.market.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The harvest failed' }, { as: ownerId })
  const open = await (await wire.tables()).from('group_buys').select('status').eq('id', buyId)
  expect(open.data).toEqual([{ status: 'cancelled' }])
})

test('a suspended shop takes no new orders; existing ones remain valid and may be left', async () => {
  const { buyId, vendorId } = await wire.market.buy()
  const [early, late] = [await wire.market.person(), await wire.market.person()]
  const join = (as: string) => wire.market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as })
  const first = await join(early)
  await wire.market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [vendorId])
  for (const person of [early, late]) {
    expect(await join(person)).toMatchObject({ status: 409, body: { message: 'This group buy is no longer active' } })
  }
  const byTable = await (await wire.tables(late)).from('orders').insert({ group_buy_id: buyId, quantity: 1 })
  expect([byTable.status, byTable.error?.message]).toEqual([409, 'This group buy is no longer active'])
  expect((await wire.market.call('leave-group-buy', { order_id: first.body.order.id }, { as: early })).status).toBe(200)
})

test('a buy is never published on a concurrently removed product', async () => {
  const shop = await shopWithProduct()
  const remover = await wire.market.db.owner.connect()
  try {
    await remover.query('begin')
    await remover.query('update public.products set archived_at = now() where id = $1', [shop.productId])
    const publishing = draft(shop, { status: 'active' })
    await expect
      .poll(async () => (await owner(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount)
      .toBeGreaterThan(0)
    await remover.query('commit')
    const { error, status } = await publishing
    expect([status, error?.code]).toEqual([400, 'PT400'])
  } finally {
    remover.release()
  }
})

test('an open buy keeps its terms: extension after the first join, and a target of at least one share', async () => {
  const { buyId, ownerId } = await wire.market.buy({ min_quantity: 5, target_quantity: 50 })
  const vendor = await wire.tables(ownerId)
  const change = (facts: { allow_extension?: boolean; target_quantity?: number }) =>
    vendor.from('group_buys').update(facts).eq('id', buyId)
  expect((await change({ target_quantity: 4 })).error?.message).toBe(
    'The target is smaller than the least one person may take',
  )
  expect((await change({ allow_extension: true })).error).toBeNull()
  await wire.market.call('join-group-buy', { group_buy_id: buyId, quantity: 5 }, { as: await wire.market.person() })
  expect((await change({ allow_extension: false })).error).toMatchObject({ code: 'PT409' })
})

test.each([
  [{ target_quantity: 2, min_participants: 10 }, 'The target is too small for the minimum of participants'],
  [{ target_quantity: 9, min_participants: 5 }, 'The target is too small for the minimum of participants'],
  [
    { target_quantity: 30, price_tiers: '[{"participants":16,"price":400}]' },
    'The target is too small for the last tier',
  ],
  [{ target_quantity: 1 }, 'The target is smaller than the least one person may take'],
])(
  'a buy that cannot succeed, %j, is drafted at most: it opens neither so nor by a change of terms',
  async (facts, text) => {
    const shop = await shopWithProduct({ min_quantity: 2 })
    const vendor = await wire.tables(shop.ownerId)
    const opened = await draft(shop, { ...facts, status: 'active' })
    expect([opened.status, opened.error?.message.startsWith(text)]).toEqual([400, true])
    const { data } = await draft(shop, facts)
    const published = await vendor
      .from('group_buys')
      .update({ status: 'active' })
      .eq('id', data?.id ?? '')
    expect(published.error?.message.startsWith(text)).toBe(true)
    const good = await draft(shop, { status: 'active', target_quantity: 40 })
    const changed = await vendor
      .from('group_buys')
      .update(facts)
      .eq('id', good.data?.id ?? '')
    expect(changed.error?.message.startsWith(text)).toBe(true)
  },
)

test('an open buy of a suspended shop is visible only to its buyers, the shop and its manager', async () => {
  const { buyId, vendorId, ownerId } = await wire.market.buy()
  const [joined, otherUser, chief] = await Promise.all([
    wire.market.person(),
    wire.market.person(),
    wire.market.person({ role: 'chief' }),
  ])
  await wire.market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: joined })
  const seenBy = async (person?: string) =>
    (await (await wire.tables(person)).from('group_buys').select('id').eq('id', buyId)).data?.length
  const seenByEach = () => Promise.all([undefined, otherUser, joined, ownerId, chief].map(seenBy))
  expect(await seenByEach()).toEqual([1, 1, 1, 1, 1])
  await wire.market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [vendorId])
  expect(await seenByEach()).toEqual([0, 0, 1, 1, 1])
})

test('tiers as JSON text: a threshold of 5.0 is five, and a text longer than ten tiers need is refused', async () => {
  const shop = await shopWithProduct()
  const good = await draft(shop, { price_tiers: '[{"participants": 5.0, "price": 7.6e4}]' })
  expect(good.error).toBeNull()
  const { rows } = await owner(
    `select public.price_at(public.tier_thresholds($1), public.tier_prices($1), 80000, 4) as four, public.price_at(public.tier_thresholds($1), public.tier_prices($1), 80000, 5) as five`,
    [good.data?.price_tiers],
  )
  expect(rows).toEqual([{ four: '80000.00', five: '76000.00' }])
  const padded = await draft(shop, { price_tiers: `${' '.repeat(4_000)}[]` })
  expect([padded.status, padded.error?.message]).toEqual([400, 'Price tiers must fit in 4000 characters'])
})

test('rejects a malformed idempotency key', async () => {
  const { buyId } = await wire.market.buy()
  for (const key of ['x'.repeat(300), 'two words']) {
    const { status, error } = await (await wire.tables(await wire.market.person(), { 'idempotency-key': key }))
      .from('orders')
      .insert({ group_buy_id: buyId, quantity: 1 })
    expect([status, error?.code]).toEqual([400, 'invalid_input'])
  }
})
