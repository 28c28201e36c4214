import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '../market-to-attack.ts'
import { openTarget, type Target } from '../open-target.ts'

let target: Target
let shop: string
beforeAll(async () => {
  target = await openTarget({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
  shop = (await openShop(target)).shop
})
afterAll(() => target?.close())

const statusesOf = async (count: number, one: (at: number) => Promise<Response>) =>
  (await Promise.all(Array.from({ length: count }, (_, at) => one(at)))).map(({ status }) => status)

test('rejected orders count against the person’s limit', async () => {
  const buyer = await target.signIn()
  const statuses = await statusesOf(40, () =>
    target.request('/rest/v1/orders', {
      method: 'POST',
      token: buyer.token,
      body: JSON.stringify({ group_buy_id: crypto.randomUUID(), quantity: 1 }),
    }),
  )
  expect([...new Set(statuses)].sort()).toEqual([404, 429])
})

test('a request for the next version of a share card caches no stale picture', async () => {
  const early = await fetch(`${target.origin}/og/shops/${shop}/0-1.jpg`, { redirect: 'manual' })
  expect([early.status, early.headers.get('location'), early.headers.get('cache-control')]).toEqual([
    302,
    `/og/shops/${shop}/0-0.jpg`,
    'no-store',
  ])
  await target.owner.query('update public.vendor_metrics set completed_orders = 1 where vendor_id = $1', [shop])
  const due = await fetch(`${target.origin}/og/shops/${shop}/0-1.jpg`, { redirect: 'manual' })
  expect([due.status, due.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('the limit of drawn share cards is per network, across its addresses', async () => {
  const draw = (network: string, at: number) =>
    fetch(`${target.origin}/og/shops/${shop}/early-${network.length}-${at}.jpg`, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': `${network}::${at + 1}` },
    })
  const statuses = new Set<number>()
  // A few at a time: requests rejected by a full queue are not counted.
  for (let turn = 0; turn < 100 && !statuses.has(429); turn += 1) {
    for (const status of await statusesOf(3, (at) => draw('2001:db8:7:7', turn * 3 + at))) statuses.add(status)
  }
  expect([...statuses].sort()).toEqual([302, 429])
  await expect.poll(async () => (await draw('2001:db8:7:70', 0)).status).toBe(302)
})

test('only host names of this machine open its mails', async () => {
  const as = (host: string, path: string) =>
    new Promise((resolve, reject) => {
      const { port } = new URL(target.origin)
      const requested = request({ host: 'localhost', port, path, headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      requested.on('error', reject)
      requested.end()
    })
  for (const path of ['/dev/mail', '/dev/mail.json', '/dev/ui']) {
    await expect.poll(async () => [path, await as('evil.example', path)]).toEqual([path, 421])
    await expect.poll(async () => [path, await as(new URL(target.origin).host, path)]).toEqual([path, 200])
  }
})

test('a client that offers HTTP/2 is answered', async () => {
  const answer = await new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
    }
    const requested = request(`${target.origin}/healthz`, { headers }, (given) => {
      given.resume()
      resolve(given.statusCode)
    })
    requested.on('error', reject)
    requested.end()
  })
  expect(answer).toBe(200)
})
