import { expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import { postBulk } from './bulk.ts'

const posts = [
  { id: 'p1', title: 'Rain', status: 'draft', updated_at: 'v1' },
  { id: 'p2', title: 'Sun', status: 'draft', updated_at: 'v2' },
]

/** Two drafts, of which the second has no text. */
function twoDrafts() {
  const writes: string[] = []
  const api = createApi({
    origin: 'http://market.test',
    publishableKey: 'key',
    accessToken: () => null,
    fetch: async (input, init) => {
      const asked = decodeURIComponent(String(input))
      if (init?.method === 'PATCH') writes.push(asked)
      return Response.json(asked.includes('content=eq.') ? [{ id: 'p2' }] : posts)
    },
  })
  return { api, writes }
}

it('publishes no draft without a text', async () => {
  const { api, writes } = twoDrafts()
  const { rows } = await postBulk.read(api, ['p1', 'p2'])
  expect(rows.map((row) => postBulk.acts.publish?.obstacle(row))).toEqual([null, 'It has no text.'])
  expect(rows.map((row) => postBulk.acts.draft?.obstacle(row))).toEqual(Array(2).fill('It is a draft already.'))
  // The text may be gone by the time of the press.
  await postBulk.acts.publish?.run(api, { id: 'p1', seen: 'v1' }, { key: 'k', reason: '', viewerId: '' })
  expect(writes[0]).toContain('updated_at=eq.v1&content=neq.&')
})
