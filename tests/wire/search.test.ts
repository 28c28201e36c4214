import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '#api/api.ts'
import { search } from '#api/search.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'
import { readBuyAddress } from '#web/group-buys/address.ts'
import { listActiveGroupBuys } from '#web/group-buys/queries.ts'
import { readProductAddress } from '#web/products/address.ts'
import { listProducts } from '#web/products/queries.ts'
import { readVendorAddress } from '#web/vendors/address.ts'
import { listVendors } from '#web/vendors/queries.ts'

let wire: TestWire
let visitor: Api
let kanoShop: string
beforeAll(async () => {
  wire = await openTestWire()
  visitor = { tables: await wire.tables() } as unknown as Api
  const { vendorId } = await wire.market.shop({ state: 'Lagos' })
  const other = await wire.market.shop({ state: 'Kano' })
  kanoShop = other.vendorId
  const products = (shop: string, name: string, amount: number, description = '') =>
    wire.market.db.owner.query(
      `insert into public.products (vendor_id, name, description, category, base_price, unit, available_quantity)
       select $1, $2 || ' ' || chr(64 + n), $4, 'grains', 1000 * n, 'bag', 10 from generate_series(1, $3::integer) n`,
      [shop, name, amount, description],
    )
  await products(vendorId, 'Ijebu garri', 15)
  await products(kanoShop, 'Yellow garri', 4)
  await products(kanoShop, 'Brown beans', 3, 'For moimoi, and not with garri alone.')
  const hidden = await wire.market.shop({ status: 'pending' })
  await products(hidden.vendorId, 'Hidden garri', 5)
})
afterAll(() => wire?.stop())

const productsAt = (query: string) =>
  listProducts(visitor, readProductAddress(new URLSearchParams(query)), {
    now: new Date().toISOString(),
    nearState: null,
  })

describe('Browse Deals', () => {
  test('finds by slips, with exact counts, filters, sorts and pages', async () => {
    const found = await productsAt('search=gaari')
    expect([found.error, found.count, found.products.length]).toEqual([null, 19, 12])
    expect((await productsAt('search=gaari&page=2')).products).toHaveLength(7)
    const past = await productsAt('search=gaari&page=3')
    expect([past.count, past.products]).toEqual([19, []])
    expect((await productsAt(`search=gari&vendor=${kanoShop}`)).count).toBe(4)
    expect((await productsAt('search=gari&category=oil')).count).toBe(0)
    const dear = await productsAt('search=gari&sort=price-down')
    expect(dear.products.slice(0, 3).map(({ base_price }) => base_price)).toEqual([15_000, 14_000, 13_000])
  })

  test('finds what a description alone says where nothing is called so', async () => {
    expect((await productsAt('search=moi-moi')).count).toBe(0)
    expect((await productsAt('search=moimoi')).count).toBe(3)
    expect((await productsAt('search=garri kano')).count).toBe(4)
  })

  test('shows nothing in place of what there is not, and no row holds what it was found by', async () => {
    expect(await productsAt('search=ponmo')).toEqual({ products: [], count: 0, error: null })
    expect(Object.keys((await productsAt('search=garri')).products[0] ?? {})).not.toContain('found')
  })

  test.each(['%', '_', '"),id.eq.1,name.ilike.("', "'", '\\', '!!&|', '\u202e', '😀', 'x'.repeat(3000), 'the of'])(
    'takes %j for words',
    async (text) => {
      const answer = await productsAt(new URLSearchParams({ search: text }).toString())
      expect([answer.error, answer.count]).toEqual([null, 0])
    },
  )
})

test('group buys and shops are found by the shop, its place and its food', async () => {
  const { vendorId } = await wire.market.buy()
  const { data: shop } = await visitor.tables.from('vendors').select('business_name').eq('id', vendorId).single()
  const address = readBuyAddress(new URLSearchParams({ search: shop?.business_name ?? '' }))
  const buys = await listActiveGroupBuys(visitor, address, { now: new Date().toISOString(), nearState: null })
  expect(buys).toMatchObject({ count: 1, error: null })
  const shops = await listVendors(visitor, readVendorAddress(new URLSearchParams({ search: 'bolla fods' })))
  expect(shops.count).toBeGreaterThan(1)
  expect((await listVendors(visitor, readVendorAddress(new URLSearchParams({ search: 'kano' })))).count).toBe(1)
})

test('the function answers visitors and people alike, at most twelve of a kind', async () => {
  const { hits, error } = await search(visitor, { q: 'gari', most: 1_000 })
  expect([error, hits.length, hits[0]?.total]).toEqual([null, 12, 19])
  const person = { tables: await wire.tables(await wire.market.person()) } as unknown as Api
  expect((await search(person, { q: 'gari', most: 12 })).hits).toEqual(hits)
  expect(hits.map(({ title }) => title).join()).not.toContain('Hidden')
})

test('sixty who search at once are all answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => search(visitor, { q: `gari ${index % 2 ? 'ijebu' : 'kano'}`, most: 3 })),
  )
  expect(answers.map(({ error }) => error)).toEqual(Array(60).fill(null))
  expect(wire.faults).toEqual([])
})
