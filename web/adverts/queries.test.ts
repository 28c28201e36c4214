import { expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import { listAdverts } from './queries.ts'

const NOW = '2026-03-10T08:00:00.000Z'

function apiReturning(status: number, body: unknown, requests: string[] = []) {
  return createApi({
    origin: 'http://market.test',
    publishableKey: 'key',
    accessToken: () => null,
    fetch: async (input) => {
      requests.push(decodeURIComponent(String(input)))
      return Response.json(body, { status })
    },
  })
}

it('requests the adverts of a page that are running, ordered by position', async () => {
  const requests: string[] = []
  await listAdverts(apiReturning(200, [], requests), 'home', NOW)
  for (const part of ['page=eq.home', 'status=eq.active', `end_date=gte.${NOW}`, `start_date=lte.${NOW}`])
    expect(requests[0]).toContain(part)
  expect(requests[0]).toMatch(/order=position\.asc/)
})

it('returns one advert per position', async () => {
  const advert = { id: 'a', position: 'top', title: 'Harvest', image_url: null, link_url: null }
  const { byPosition, error } = await listAdverts(apiReturning(200, [advert, { ...advert, id: 'b' }]), 'home', NOW)
  expect(byPosition).toEqual({ top: advert })
  expect(error).toBeNull()
})

it('reports a read failure in the specified words', async () => {
  const texts = [apiReturning(400, { message: 'no' }), apiReturning(200, { adverts: [] })].map((api) =>
    listAdverts(api, 'home', NOW),
  )
  expect(await Promise.all(texts)).toEqual([
    { byPosition: {}, error: 'Failed to fetch featured deals' },
    { byPosition: {}, error: 'Invalid data format received' },
  ])
})
