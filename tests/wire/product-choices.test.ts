import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '#api/api.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'
import { listProductChoices } from '#web/group-buys/vendor/queries.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

test('every product of a large shop can get a buy: by its name, or by the link beside it', async () => {
  const { vendorId, ownerId } = await wire.market.shop()
  await wire.market.db.owner.query(
    `insert into public.products (vendor_id, name, category, base_price, unit)
     select $1, 'Beans ' || lpad(n::text, 4, '0'), 'grains', 1000, 'bag' from generate_series(1, 700) n`,
    [vendorId],
  )
  const api = { tables: await wire.tables(ownerId) } as unknown as Api
  const list = (find: string, chosen = '') => listProductChoices(api, vendorId, { find, chosen })
  const first = await list('')
  expect([first.products.length, first.more, first.products.at(-1)?.name]).toEqual([100, true, 'Beans 0100'])
  const found = await list('0699')
  expect([found.products.map(({ name }) => name), found.more]).toEqual([['Beans 0699'], false])
  const [last] = found.products
  expect((await list('', last?.id)).products.map(({ name }) => name)).toContain('Beans 0699')
  expect((await list('no such thing', 'nonsense')).products).toEqual([])
})
