import { expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import { listAdverts } from './queries.ts'

const NOW = '2026-03-10T08:00:00.000Z'

function answering(status: number, body: unknown, asked: string[] = []) {
  return createApi({
    origin: 'http://market.test',
    publishableKey: 'key',
    accessToken: () => null,
    fetch: async (input) => {
      asked.push(decodeURIComponent(String(input)))
      return Response.json(body, { status })
    },
  })
}

it('asks for what a page shows now, ordered by position', async () => {
  const asked: string[] = []
  await listAdverts(answering(200, [], asked), 'home', NOW)
  for (const part of ['page=eq.home', 'status=eq.active', `end_date=gte.${NOW}`, `start_date=lte.${NOW}`])
    expect(asked[0]).toContain(part)
  expect(asked[0]).toMatch(/order=position\.asc/)
})

it('returns one advert per position', async () => {
  const advert = { id: 'a', position: 'top', title: 'Harvest', image_url: null, link_url: null }
  const { byPosition, error } = await listAdverts(answering(200, [advert, { ...advert, id: 'b' }]), 'home', NOW)
  expect(byPosition).toEqual({ top: advert })
  expect(error).toBeNull()
})

it('reports the failure to the letter', async () => {
  const texts = [answering(400, { message: 'no' }), answering(200, { adverts: [] })].map((api) =>
    listAdverts(api, 'home', NOW),
  )
  expect(await Promise.all(texts)).toEqual([
    { byPosition: {}, error: 'Failed to fetch featured deals' },
    { byPosition: {}, error: 'Invalid data format received' },
  ])
})
