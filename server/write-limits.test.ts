import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWire, type TestWire } from './testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire({ rateLimits: true })
})
afterAll(() => wire.stop())

test('one person may write to tables a hundred times a minute, without holding up others', async () => {
  const [busy, calm] = [await wire.market.person(), await wire.market.person()]
  const write = (as: string) =>
    wire.ask(`/rest/v1/profiles?id=eq.${as}`, {
      as,
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ full_name: 'Ngozi B.' }),
    })
  const statuses: number[] = []
  for (let round = 0; round < 11; round++) {
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => write(busy)))).map(({ status }) => status))
  }
  expect(statuses.slice(0, 100).every((status) => status === 204)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  expect((await write(calm)).status).toBe(204)
  expect((await wire.ask('/rest/v1/products?limit=1', { as: busy })).status).toBe(200)
})
