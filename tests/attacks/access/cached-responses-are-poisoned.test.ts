import { request as send } from 'node:http'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { openBuy } from '../market-to-attack.ts'
import { openTarget, type Person, type Target } from '../open-target.ts'

// A cached response is made for one visitor and read by the other ones.

let target: Target
let person: Person
let buyId: string
beforeAll(async () => {
  target = await openTarget({ RATE_LIMITS: 'off' })
  person = await target.signIn()
  buyId = (await openBuy(target)).id
})
afterAll(() => target?.close())

interface CachedResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends any header, including `Host`. */
function fetchWithHeaders(path: string, headers: Record<string, string> = {}): Promise<CachedResponse> {
  const { hostname: host, port } = new URL(target.origin)
  return new Promise((resolve, reject) => {
    const asking = send({ host, port, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    asking.on('error', reject).end()
  })
}

const cacheStatus = ({ headers }: CachedResponse) => String(headers['cache-status'] ?? '')
const isHit = (answer: CachedResponse) => cacheStatus(answer).endsWith('; hit')

/** Requests with these headers often enough to be cached, then as an ordinary visitor. */
async function poison(
  path: string,
  headers: Record<string, string>,
): Promise<{ forged: CachedResponse[]; next: CachedResponse[] }> {
  const forged = [
    await fetchWithHeaders(path, headers),
    await fetchWithHeaders(path, headers),
    await fetchWithHeaders(path, headers),
  ]
  return { forged, next: [await fetchWithHeaders(path), await fetchWithHeaders(path)] }
}

const EVIL = 'evil.example'

it.each([
  ['Host', { host: EVIL }],
  [
    'X-Forwarded-Host',
    { 'x-forwarded-host': EVIL, 'x-forwarded-proto': EVIL, 'x-forwarded-for': EVIL, forwarded: `host=${EVIL}` },
  ],
  ['X-Original-URL', { 'x-original-url': `/${EVIL}`, 'x-rewrite-url': `/${EVIL}` }],
  ['Accept-Language', { 'accept-language': EVIL }],
  ['User-Agent', { 'user-agent': EVIL, referer: `https://${EVIL}/`, origin: `https://${EVIL}` }],
  ['an unknown cookie', { cookie: `x=${EVIL}` }],
  ['a theme that is none', { cookie: `theme=${EVIL}` }],
  ['a referral', { cookie: `ajoja-ref=${EVIL}` }],
])('%s colours no page that others are given', async (name, headers) => {
  for (const path of ['/products', '/group-buys', '/products.data']) {
    const { next } = await poison(`${path}?page=1&by=${encodeURIComponent(name)}`, headers as Record<string, string>)
    for (const { status, text, headers: sent } of next) {
      expect(status).toBe(200)
      expect(text + JSON.stringify(sent)).not.toContain(EVIL)
    }
  }
})

test('control: pages are cached', async () => {
  await expect.poll(async () => isHit(await fetchWithHeaders('/products'))).toBe(true)
  const { headers, text } = await fetchWithHeaders('/products')
  expect(String(headers['content-security-policy'])).not.toContain('nonce-')
  expect(text).not.toMatch(/nonce="[^"]/)
  expect(String(headers['content-security-policy'])).toContain("'sha256-")
  expect(headers['set-cookie']).toBeUndefined()
})

test('a theme is served only to visitors who chose it', async () => {
  const dark = { cookie: 'theme=dark' }
  await expect.poll(async () => isHit(await fetchWithHeaders('/group-buys', dark))).toBe(true)
  await expect.poll(async () => isHit(await fetchWithHeaders('/group-buys'))).toBe(true)
  expect((await fetchWithHeaders('/group-buys', dark)).text).toContain('data-theme="dark"')
  expect((await fetchWithHeaders('/group-buys')).text).not.toContain('data-theme=')
})

test("a signed-in reader's page is theirs alone", async () => {
  const session = { access_token: person.token, refresh_token: person.refreshToken, expires_at: 9_999_999_999 }
  const cookie = { cookie: `ajoja-session=${encodeURIComponent(JSON.stringify(session))}` }
  const { forged, next } = await poison('/group-buys?page=1', cookie)
  for (const answer of forged) {
    expect([cacheStatus(answer), answer.headers['cache-control']]).toEqual(['', 'no-store'])
    expect(answer.text).toContain('Ngozi')
  }
  for (const answer of next) expect(answer.text).not.toContain('Ngozi')
  await expect.poll(async () => isHit(await fetchWithHeaders('/group-buys?page=1'))).toBe(true)
  expect((await fetchWithHeaders('/group-buys?page=1', cookie)).text).toContain('Ngozi')
})

it.each([
  '/account/orders.data',
  '/account/profile/products',
  '/account/profile.css',
  '/products/..%2faccount',
  '/blog/new',
  '/cart',
])('nobody is led to %s so that it is kept', async (path) => {
  const session = { access_token: person.token, refresh_token: person.refreshToken, expires_at: 9_999_999_999 }
  const cookie = { cookie: `ajoja-session=${encodeURIComponent(JSON.stringify(session))}` }
  const { forged, next } = await poison(path, cookie)
  for (const answer of [...forged, ...next]) expect(cacheStatus(answer)).toBe('')
  for (const answer of next) expect(answer.text).not.toContain('Ngozi')
})

test('a share link sets its cookie for every reader', async () => {
  for (let times = 0; times < 3; times += 1) {
    const answer = await fetchWithHeaders('/products?ref=AJO123')
    expect([cacheStatus(answer), String(answer.headers['set-cookie'] ?? '')]).toEqual([
      '',
      expect.stringContaining('ajoja-ref'),
    ])
  }
})

test('rows: no key, token or column of another client is served from the cache', async () => {
  const path = `/rest/v1/group_buys?id=eq.${buyId}&select=id,current_quantity`
  await expect.poll(async () => isHit(await fetchWithHeaders(path))).toBe(true)
  const others: Record<string, string>[] = [
    { apikey: target.secretKey },
    { authorization: `Bearer ${target.secretKey}`, apikey: target.secretKey },
    { authorization: `Bearer ${person.token}`, apikey: target.publishableKey },
    { accept: 'application/vnd.pgrst.object+json' },
    { range: '0-0' },
    { prefer: 'count=exact' },
  ]
  for (const headers of others) expect(isHit(await fetchWithHeaders(path, headers))).toBe(false)
  expect(isHit(await fetchWithHeaders(`${path},status`))).toBe(false)
  expect((await fetchWithHeaders(path, { authorization: 'Bearer forged' })).status).toBe(401)
  expect((await fetchWithHeaders(path, { apikey: 'forged' })).status).toBe(401)
  for (let times = 0; times < 3; times += 1) {
    expect((await fetchWithHeaders('/rest/v1/orders?select=id', { apikey: target.secretKey })).status).toBe(200)
    expect(isHit(await fetchWithHeaders('/rest/v1/orders?select=id'))).toBe(false)
  }
})

test('a renamed row is on the next page, before the cached one expires', async () => {
  const page = `/group-buys/${buyId}`
  const drops = async () => JSON.parse((await fetchWithHeaders('/healthz')).text).responseCache.drops as number
  await expect.poll(async () => isHit(await fetchWithHeaders(page))).toBe(true)
  const before = await drops()
  await target.owner.query(
    `update public.vendors set business_name = 'Renamed Foods' where id = (select vendor_id from public.group_buys where id = $1)`,
    [buyId],
  )
  await expect.poll(async () => (await fetchWithHeaders(page)).text, { interval: 5 }).toContain('Renamed Foods')
  expect(await drops()).toBeGreaterThan(before)
})
