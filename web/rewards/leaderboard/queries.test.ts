import { expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import { boards } from './boards.ts'
import { readBoard } from './queries.ts'

function apiReturning(answers: Record<string, { status: number; body: unknown }>) {
  return createApi({
    origin: 'http://market.test',
    publishableKey: 'key',
    accessToken: () => null,
    fetch: async (input) => {
      const name = new URL(String(input)).pathname.split('/').at(-1) ?? ''
      const response = answers[name] ?? { status: 404, body: { message: `no ${name}` } }
      return Response.json(response.body, { status: response.status })
    },
  })
}

const opening = { status: 200, body: { opened_at: '2026-04-25T00:00:00Z' } }
const row = {
  rank: 1,
  id: 'a',
  display_name: 'Oluwaseun A.',
  successful_referrals: 50,
  completed_orders: 108,
  joined_at: '2026-05-01T00:00:00Z',
  in_top_percent: true,
}

it('returns every badge earned', async () => {
  const api = apiReturning({
    top_buyers: { status: 200, body: [row, { ...row, rank: 2, display_name: '' }] },
    market_opening: opening,
  })
  const { people } = await readBoard(api, boards[1])
  expect(people[0]?.badges).toEqual(['elite-referrer', 'power-buyer', 'community-champion', 'early-adopter'])
  expect(people[1]?.name).toBe('')
})

it('shows the server’s message if a board cannot be read', async () => {
  const api = apiReturning({
    top_referrers: { status: 400, body: { message: 'statement timeout' } },
    market_opening: opening,
  })
  expect(await readBoard(api, boards[0])).toEqual({ people: [], error: 'statement timeout' })
})
