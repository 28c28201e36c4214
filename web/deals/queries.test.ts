import { expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import { deleteDeal, listFeaturedDeals, readOwnFigures } from './queries.ts'

const ALL = { kind: '', price: '', sort: 'newest' } as const

/** An Api whose table service gives one answer and records the calls. */
function answering(status: number, body: unknown) {
  const asked: string[] = []
  const api = createApi({
    origin: 'http://market.test',
    publishableKey: 'key',
    accessToken: () => null,
    fetch: async (input, init) => {
      asked.push(`${init?.method} ${decodeURIComponent(String(input)).replaceAll('+', ' ')}`)
      return Response.json(body, { status })
    },
  })
  return { api, asked }
}

it('asks for the listed deals, newest first', async () => {
  const { api, asked } = answering(200, [])
  expect(await listFeaturedDeals(api, ALL)).toEqual({ deals: [], error: null })
  expect(asked[0]).toMatch(/status=eq\.active/)
  expect(asked[0]).toMatch(/order=created_at\.desc,id\.asc/)
})

it('filters by what a card opens and by price, and sorts', async () => {
  const { api, asked } = answering(200, [])
  await listFeaturedDeals(api, { kind: 'group-buys', price: '20000-50000', sort: 'price-up' })
  expect(asked[0]).toMatch(/group_buy_id=not\.is\.null/)
  expect(asked[0]).toMatch(/base_price=gte\.20000&base_price=lt\.50000/)
  expect(asked[0]).toMatch(/order=base_price\.asc/)
})

it('says that deals could not be fetched, or that an answer was not a list', async () => {
  expect(await listFeaturedDeals(answering(400, { message: 'no' }).api, ALL)).toEqual({
    deals: [],
    error: 'Failed to fetch featured deals',
  })
  expect(await listFeaturedDeals(answering(200, { rows: [] }).api, ALL)).toEqual({
    deals: [],
    error: 'Invalid data format received',
  })
})

it('deletes by status and says if it failed', async () => {
  const done = answering(200, [{ id: 'd' }])
  expect(await deleteDeal(done.api, 'd')).toMatchObject({ ok: true })
  expect(done.asked[0]).toMatch(/^PATCH .*id=eq\.d/)
  const failed = { deal: 'd', ok: false, text: 'Failed to delete deal' }
  expect(await deleteDeal(answering(403, { message: 'no' }).api, 'd')).toEqual(failed)
  expect(await deleteDeal(answering(200, []).api, 'd')).toEqual(failed)
})

it('shows no figures of its own if they cannot be read', async () => {
  expect(await readOwnFigures(answering(400, { message: 'no' }).api)).toBeNull()
})
