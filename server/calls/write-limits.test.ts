import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire({ rateLimits: true })
})
afterAll(() => wire.stop())

test('one person may write to tables a hundred times a minute, and others are not affected', async () => {
  const [busy, calm] = [await wire.market.person(), await wire.market.person()]
  const write = (as: string) =>
    wire.request(`/rest/v1/profiles?id=eq.${as}`, {
      as,
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ full_name: 'Ngozi B.' }),
    })
  const statuses: number[] = []
  // On a slow machine the limit refills meanwhile.
  for (let round = 0; round < 100 && !statuses.includes(429); round++) {
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => write(busy)))).map(({ status }) => status))
  }
  expect(statuses.slice(0, 100).every((status) => status === 204)).toBe(true)
  expect(statuses).toContain(429)
  expect((await write(calm)).status).toBe(204)
  expect((await wire.request('/rest/v1/products?limit=1', { as: busy })).status).toBe(200)
})

test('anonymous callers are counted per IPv6 network', async () => {
  const send = async (address: string) => {
    const headers = { 'content-type': 'application/json', 'x-client-address': address }
    const input = { name: 'Ngozi', email: 'ngozi@example.ng', subject: 'A question', message: 'When does it close?' }
    const body = JSON.stringify(input)
    return (await wire.request('/functions/v1/send-contact-message', { method: 'POST', headers, body })).status
  }
  const statuses: number[] = []
  for (let turn = 0; turn < 6; turn++) statuses.push(await send(`2001:db8:7:7::${turn}`))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await send('2001:db8:7:8::1')).toBe(200)
})

test('refused orders and refused role changes count too', async () => {
  const [buyer, chief] = [await wire.market.person(), await wire.market.person({ role: 'chief' })]
  const write = async (as: string, path: string, init: { method: string; body: object }) => {
    const headers = { 'content-type': 'application/json' }
    return (await wire.request(path, { as, headers, method: init.method, body: JSON.stringify(init.body) })).status
  }
  const nowhere = { method: 'POST', body: { group_buy_id: crypto.randomUUID(), quantity: 1 } }
  const noPerson = { method: 'PATCH', body: { role: 'vendor' } }
  const many = <T>(count: number, one: () => Promise<T>) => Promise.all(Array.from({ length: count }, one))
  const orders = await many(40, () => write(buyer, '/rest/v1/orders', nowhere))
  expect([...new Set(orders)].sort()).toEqual([404, 429])
  const roles = await many(95, () => write(chief, `/rest/v1/profiles?id=eq.${crypto.randomUUID()}`, noPerson))
  expect([...new Set(roles)].sort()).toEqual([400, 429])
  // Calls of the command itself share the limit.
  const joined = await wire.request('/functions/v1/join-group-buy', {
    as: buyer,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(nowhere.body),
  })
  expect(joined.status).toBe(429)
})
