import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '#api/api.ts'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'
import { listActiveGroupBuys } from '#web/group-buys/queries.ts'
import { removeArea, saveArea } from '#web/places/area/own-area.ts'
import { listProducts } from '#web/products/queries.ts'

let wire: TestWire
let api: Api
beforeAll(async () => {
  wire = await openTestWire()
  api = { tables: await wire.tables() } as unknown as Api
  // Mixed, so that no usual order keeps the states apart; more than a page.
  for (let number = 0; number < 14; number += 1) {
    const { vendorId } = await wire.market.shop({ state: number % 2 === 0 ? 'Lagos' : 'Kano' })
    const facts = { name: `Rice ${String.fromCharCode(65 + number)}`, available_quantity: 400 }
    const productId = await wire.market.product(vendorId, facts)
    await queryWithCause(
      wire.market.db.owner,
      'vendor',
      `insert into public.group_buys (product_id, vendor_id, status, target_quantity, min_participants, price_tiers, end_date)
       values ($1, $2, 'active', 100, 1, '[{"participants":5,"price":30000}]', now() + $3::interval)`,
      [productId, vendorId, `${30 + number} hours`],
    )
  }
})
afterAll(() => wire.stop())

const buys = (page: number, nearState: string | null) =>
  listActiveGroupBuys(
    api,
    { search: '', category: '', vendor: '', location: '', sort: 'ending', page },
    { now: new Date().toISOString(), nearState },
  )
const products = (page: number, nearState: string | null, search = '') =>
  listProducts(api, { search, category: '', vendor: '', location: '', share: '', sort: 'name', page } as never, {
    now: new Date().toISOString(),
    nearState,
  })
const letters = (rows: readonly { name?: string; product_name?: string }[]) =>
  rows.map(({ name, product_name }) => (name ?? product_name ?? '').slice(-1)).join('')

test.each([
  [null, 'ABCDEFGHIJKL', 'MN'],
  ['Kano', 'BDFHJLNACEGI', 'KM'],
  ['Lagos', 'ACEGIKMBDFHJ', 'LN'],
  ['Rivers', 'ABCDEFGHIJKL', 'MN'],
])('for %s, across pages, in the chosen order', async (state, first, second) => {
  for (const [page, wanted] of [
    [1, first],
    [2, second],
  ] as const) {
    const listed = await buys(page, state)
    expect([listed.error, listed.count, letters(listed.buys)]).toEqual([null, 14, wanted])
    for (const search of ['', 'rice']) {
      const found = await products(page, state, search)
      expect([search, found.error, found.count, letters(found.products)]).toEqual([search, null, 14, wanted])
    }
  }
})

test('an area is saved in the account, and one chosen before signing in replaces none', async () => {
  const person = await wire.market.person()
  const own = { tables: await wire.tables(person) } as unknown as Api
  const stored = async () => (await own.tables.from('buyer_areas').select('state, lga')).data
  const save = (state: string, lga: string | null, replaces: boolean) =>
    saveArea(own, { userId: person, area: { state, lga }, replaces })
  expect(await save('Lagos', 'Ikeja', false)).toBe(true)
  expect(await save('Kano', 'Dala', false)).toBe(true)
  expect(await stored()).toEqual([{ state: 'Lagos', lga: 'Ikeja' }])
  expect(await save('Kano', 'Dala', true)).toBe(true)
  expect(await stored()).toEqual([{ state: 'Kano', lga: 'Dala' }])
  expect(await save('Kano', null, true)).toBe(false)
  expect(await removeArea(own, person)).toBe(true)
  expect(await stored()).toEqual([])
})
