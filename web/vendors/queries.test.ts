import { expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import { listVendors, readShop } from './queries.ts'

const ALL = { search: '', location: '', sort: 'rating', page: 1 } as const

function answering(status: number, body: unknown, asked: string[] = []) {
  return createApi({
    origin: 'http://market.test',
    publishableKey: 'key',
    accessToken: () => null,
    fetch: async (input) => {
      asked.push(decodeURIComponent(String(input)).replaceAll('+', ' '))
      return Response.json(body, { status })
    },
  })
}

it('asks for open shops, best rated first, those without a rating last', async () => {
  const asked: string[] = []
  await listVendors(answering(200, [], asked), ALL)
  expect(asked[0]).toMatch(/status=eq\.active/)
  expect(asked[0]).toMatch(/order=metrics\(rating\)\.desc\.nullslast/)
  await listVendors(answering(200, [], asked), { ...ALL, sort: 'fastest', location: 'Jos', page: 2 })
  expect(asked[1]).toMatch(/location=eq\.Jos/)
  expect(asked[1]).toMatch(/order=metrics\(average_delivery_time\)\.asc\.nullslast/)
  expect(asked[1]).toMatch(/offset=12&limit=12/)
})

it('asks what a search means before it asks for shops, and filters by nothing that was typed', async () => {
  const asked: string[] = []
  await listVendors(answering(200, [{ wanted: "'gari'", is_near: false }], asked), { ...ALL, search: 'a%",id.eq.(b)' })
  expect(asked[0]).toMatch(/\/rest\/v1\/rpc\/search_query\?q=a%",id\.eq\.\(b\)&kind=shop$/)
  expect(asked[1]).toContain("found.words=fts(simple).'gari'")
  expect(asked[1]).not.toContain('id.eq.(b)')
})

it('shows the server’s message if reading fails, and treats a page past the last as empty', async () => {
  expect((await listVendors(answering(400, { message: 'canceling statement' }), ALL)).error).toBe('canceling statement')
  expect(await listVendors(answering(416, { message: 'no' }), ALL)).toEqual({ vendors: [], count: 0, error: null })
})

it('finds no shop for a malformed id, and does not report a fault as a missing shop', async () => {
  expect(await readShop(answering(400, { code: '22P02', message: 'no uuid' }), 'nope')).toBeNull()
  await expect(readShop(answering(400, { code: '57014', message: 'too slow' }), 'nope')).rejects.toThrow()
})
