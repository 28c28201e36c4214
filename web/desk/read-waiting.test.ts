import { expect, test } from 'vitest'
import { createApi } from '#api/api.ts'
import { readWaiting } from './read-waiting.ts'

function apiOfPage() {
  const read: string[] = []
  const api = createApi({
    origin: 'https://market.test',
    publishableKey: 'sb_publishable_1',
    accessToken: () => null,
    fetch: async (input) => {
      read.push(new URL(String(input)).pathname)
      return Response.json([])
    },
  })
  return { api, read }
}

test('a page reads pending work once, and the next page again', async () => {
  const [page, next] = [apiOfPage(), apiOfPage()]
  const [first, again] = await Promise.all([readWaiting(page.api), readWaiting(page.api)])
  await readWaiting(page.api)
  expect(again).toBe(first)
  expect(page.read.toSorted()).toEqual(['/rest/v1/my_conversations', '/rest/v1/waiting'])
  await readWaiting(next.api)
  expect(next.read).toHaveLength(2)
})
