import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire({ rateLimits: true })
  await wire.market.buy()
})
afterAll(() => wire.stop())

const read = async (from: { address?: string; as?: string }, path = 'group_buys?select=id') => {
  const answer = await wire.request(`/rest/v1/${path}`, {
    ...(from.as && { as: from.as }),
    ...(from.address && { headers: { 'x-client-address': from.address } }),
  })
  return { status: answer.status, retry: Number(answer.headers.get('retry-after')) }
}

/**
 * As much as one reader may read in a minute, without asking so often: what was read before is taken from the same
 * buckets.
 */
async function readAlmostAll(reader: string): Promise<void> {
  await wire.market.db.owner.query(
    `select limits.take(array[rtrim(translate(encode(sha256(convert_to($1, 'UTF8')), 'base64'), '+/', '-_'), '=')], '{40}', '{60}') from generate_series(1, 38)`,
    [reader],
  )
}

test('one address may read so much a minute, with all addresses of its IPv6 network; others go on', async () => {
  const first = '2001:db8:9:9::1'
  expect((await read({ address: first })).status).toBe(200)
  await readAlmostAll('read:2001:db8:9:9::/64')
  let answer = await read({ address: first })
  // A read with embedded lists costs more; a slow machine gives some back meanwhile.
  for (let turn = 0; turn < 200 && answer.status === 200; turn += 1) {
    answer = await read({ address: `2001:db8:9:9::${turn + 2}` }, 'vendors?select=id,products(id)')
  }
  expect(answer.status).toBe(429)
  expect(answer.retry).toBeGreaterThan(0)
  expect((await read({ address: '2001:db8:9:a::1' })).status).toBe(200)
})

test('one person may read so much a minute, wherever they are', async () => {
  const [busy, calm] = [await wire.market.person(), await wire.market.person()]
  expect((await read({ as: busy })).status).toBe(200)
  await readAlmostAll(`read:${busy}`)
  let answer = await read({ as: busy })
  for (let turn = 0; turn < 200 && answer.status === 200; turn += 1) {
    answer = await read({ as: busy, address: `198.51.100.${turn}` }, 'vendors?select=id,products(id)')
  }
  expect(answer.status).toBe(429)
  expect((await read({ as: calm })).status).toBe(200)
})
