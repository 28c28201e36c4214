import { expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import { listVendors, readShop } from './queries.ts'

const ALL = { search: '', location: '', sort: 'rating', page: 1 } as const

function apiReturning(status: number, body: unknown, requests: string[] = []) {
  return createApi({
    origin: 'http://market.test',
    publishableKey: 'key',
    accessToken: () => null,
    fetch: async (input) => {
      requests.push(decodeURIComponent(String(input)).replaceAll('+', ' '))
      return Response.json(body, { status })
    },
  })
}

it('requests open shops, best rated first, those without a rating last', async () => {
  const requests: string[] = []
  await listVendors(apiReturning(200, [], requests), ALL)
  expect(requests[0]).toMatch(/status=eq\.active/)
  expect(requests[0]).toMatch(/order=metrics\(rating\)\.desc\.nullslast/)
  await listVendors(apiReturning(200, [], requests), { ...ALL, sort: 'fastest', location: 'Jos', page: 2 })
  expect(requests[1]).toMatch(/location=eq\.Jos/)
  expect(requests[1]).toMatch(/order=metrics\(average_delivery_time\)\.asc\.nullslast/)
  expect(requests[1]).toMatch(/offset=12&limit=12/)
})

it('resolves a search before requesting shops, and never filters by the typed text', async () => {
  const requests: string[] = []
  await listVendors(apiReturning(200, [{ wanted: "'gari'", is_near: false }], requests), {
    ...ALL,
    search: 'a%",id.eq.(b)',
  })
  expect(requests[0]).toMatch(/\/rest\/v1\/rpc\/search_query\?q=a%",id\.eq\.\(b\)&kind=shop$/)
  expect(requests[1]).toContain("found.words=fts(simple).'gari'")
  expect(requests[1]).not.toContain('id.eq.(b)')
})

it('shows the server’s message if reading fails, and treats a page past the last as empty', async () => {
  expect((await listVendors(apiReturning(400, { message: 'canceling statement' }), ALL)).error).toBe(
    'canceling statement',
  )
  expect(await listVendors(apiReturning(416, { message: 'no' }), ALL)).toEqual({ vendors: [], count: 0, error: null })
})

it('finds no shop for a malformed id, and does not report a failed read as a missing shop', async () => {
  expect(await readShop(apiReturning(400, { code: '22P02', message: 'no uuid' }), 'nope')).toBeNull()
  await expect(readShop(apiReturning(400, { code: '57014', message: 'too slow' }), 'nope')).rejects.toThrow()
})
