import { expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import { deleteDeal, listFeaturedDeals, readOwnFigures } from './queries.ts'

const NOW = '2026-03-10T08:00:00Z'
const ALL = { kind: '', price: '', sort: 'newest' } as const

/** An Api whose table service always returns this response, and which records the requests. */
function apiReturning(status: number, body: unknown) {
  const requests: string[] = []
  const api = createApi({
    origin: 'http://market.test',
    publishableKey: 'key',
    accessToken: () => null,
    fetch: async (input, init) => {
      requests.push(`${init?.method} ${decodeURIComponent(String(input)).replaceAll('+', ' ')}`)
      return Response.json(body, { status })
    },
  })
  return { api, requests }
}

it('requests the listed deals, newest first', async () => {
  const { api, requests } = apiReturning(200, [])
  expect(await listFeaturedDeals(api, ALL, NOW)).toEqual({ deals: [], error: null })
  expect(requests[0]).toMatch(/status=eq\.active/)
  expect(requests[0]).toMatch(/order=created_at\.desc,id\.asc/)
  // Content staff may read deals of other days.
  expect(requests[0]).toContain('or=(starts_at.is.null,starts_at.lte.now)&or=(ends_at.is.null,ends_at.gte.now)')
})

it('is one request at every moment, so that the table service makes its plan once', async () => {
  const { api, requests } = apiReturning(200, [])
  await listFeaturedDeals(api, ALL, NOW)
  await listFeaturedDeals(api, ALL, '2026-03-10T08:00:01Z')
  expect(requests[1]).toBe(requests[0])
})

it('filters by what a card opens and by price, and sorts', async () => {
  const own = { product: null, group_buy: null, unit: 'bag' }
  const linked = { product: { id: 'p', archived_at: null, base_price: 25000, unit: 'bag', vendor: { id: 'v' } } }
  const rows = [
    { ...own, id: 'a', base_price: 40000 },
    { ...own, id: 'b', base_price: 1, ...linked },
    { ...own, id: 'c', base_price: 50000 },
  ]
  const { api, requests } = apiReturning(200, rows)
  const { deals } = await listFeaturedDeals(api, { kind: 'group-buys', price: '20000-50000', sort: 'price-up' }, NOW)
  expect(requests[0]).toMatch(/group_buy_id=not\.is\.null/)
  // By the price the card shows: the linked deal's own price of one naira is ignored.
  expect(deals.map(({ id }) => id)).toEqual(['b', 'a'])
})

it('reports a failed read, and a response that is not a list', async () => {
  expect(await listFeaturedDeals(apiReturning(400, { message: 'no' }).api, ALL, NOW)).toEqual({
    deals: [],
    error: 'Failed to fetch featured deals',
  })
  expect(await listFeaturedDeals(apiReturning(200, { rows: [] }).api, ALL, NOW)).toEqual({
    deals: [],
    error: 'Invalid data format received',
  })
})

it('deletes by status and reports a failure', async () => {
  const done = apiReturning(200, [{ id: 'd' }])
  expect(await deleteDeal(done.api, 'd')).toMatchObject({ ok: true })
  expect(done.requests[0]).toMatch(/^PATCH .*id=eq\.d/)
  const failed = { deal: 'd', ok: false, text: 'Failed to delete deal' }
  expect(await deleteDeal(apiReturning(403, { message: 'no' }).api, 'd')).toEqual(failed)
  expect(await deleteDeal(apiReturning(200, []).api, 'd')).toEqual(failed)
})

it('returns null if the figures cannot be read', async () => {
  expect(await readOwnFigures(apiReturning(400, { message: 'no' }).api)).toBeNull()
})
