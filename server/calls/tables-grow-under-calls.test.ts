import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

test('requests succeed while a newer version adds a column to every table', async () => {
  const { market } = wire
  const { buyId } = await market.buy()
  const reader = await market.person()
  const read = (path: string, as?: string) => wire.request(path, as === undefined ? {} : { as })
  const round = async () => {
    // Statements are prepared by name, once per connection.
    for (let turn = 0; turn < 3; turn += 1) {
      const as = await market.person()
      const joined = await wire.request('/functions/v1/join-group-buy', {
        as,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ group_buy_id: buyId, quantity: 1 }),
      })
      const renamed = await wire.request(`/rest/v1/profiles?id=eq.${as}`, {
        as,
        method: 'PATCH',
        headers: { 'content-type': 'application/json', prefer: 'return=representation' },
        body: JSON.stringify({ full_name: `Ngozi ${turn}` }),
      })
      const reads = await Promise.all([
        read('/rest/v1/group_buys?select=*,product:products(*,vendor:vendors(*))'),
        read('/rest/v1/products?select=*&limit=5'),
        read('/rest/v1/orders?select=*', as),
        read('/rest/v1/profiles?select=*', reader),
      ])
      expect([joined, renamed, ...reads].map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    }
  }
  await round()
  const { rows } = await market.db.owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'auth', 'jobs', 'mail', 'ledger', 'realtime')`,
  )
  expect(rows.length).toBeGreaterThan(50)
  const grow = Promise.all(Array.from({ length: 2 }, round))
  for (const { name } of rows)
    await market.db.owner.query(`alter table ${name} add column came_later integer default 1`)
  await grow
  await round()
  expect(wire.faults).toEqual([])
})
