import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordDependencies } from './dependency-recorder.ts'
import { openSite, type Site } from './testing.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const LIST = '/rest/v1/goods?select=name,price&order=name'
const priceOf = async (answer: Response) => ((await answer.json()) as { price: number }[])[0]?.price
const how = (answer: Response) => answer.headers.get('cache-status')
const HIT = 'response-cache; hit'

test('caches a response from the second request on, with cache headers', async () => {
  const [one] = site.processes
  await one.warm(LIST)
  const answer = await one.fetch(LIST)
  expect([answer.status, how(answer), answer.headers.get('age')]).toEqual([200, HIT, '1'])
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  expect(answer.headers.get('vary')).toContain('Authorization')
})

test('a change is visible in every process right after its notification', async () => {
  for (const price of [10, 11, 12]) {
    for (const process of site.processes) await process.warm(LIST)
    await site.owner.query(`update public.goods set price = $1 where name = 'beans'`, [price])
    for (const process of site.processes) {
      await process.caughtUp()
      expect(await priceOf(await process.fetch(LIST))).toBe(price)
    }
  }
})

test('so is a change of a dependency of a view, a function, a policy or an embedded list', async () => {
  const [one] = site.processes
  const paths = [
    '/rest/v1/rated_goods?select=name,price',
    '/rest/v1/goods?select=name,tip&order=name',
    '/rest/v1/cheap_goods?select=name,price',
    '/rest/v1/goods?select=name,marks(stars)&order=name',
    LIST,
  ]
  const changes = [
    'update public.rates set percent = percent * 2',
    'update public.tips set cents = cents + 1',
    'update public.goods set price = 1',
    `update public.marks set stars = stars - 1`,
    'update public.shops set is_open = not is_open',
  ]
  for (const [index, path] of paths.entries()) {
    await one.warm(path)
    const before = await (await one.fetch(path)).text()
    await site.owner.query(changes[index] ?? '')
    await one.caughtUp()
    expect(await (await one.fetch(path)).text()).not.toBe(before)
  }
  await site.owner.query('update public.shops set is_open = true')
})

test('a response older than a second is made again, even without a change', async () => {
  const [one] = site.processes
  const quiet = '/rest/v1/unannounced?select=n'
  await one.warm(quiet)
  await site.owner.query('update public.unannounced set n = n + 1')
  expect(await (await one.fetch(quiet)).json()).toEqual([{ n: 0 }])
  site.pass(1_001)
  const answer = await one.fetch(quiet)
  expect(how(answer)).not.toBe(HIT)
  expect(await answer.json()).toEqual([{ n: 1 }])
})

test('one request refreshes a response shortly before it expires, while the others still get it', async () => {
  const [one] = site.processes
  const path = '/page.data?slow=2&at=last'
  await one.warm(path)
  await one.untilReading()
  const before = one.rendered()
  site.pass(800)
  const next = one.fetch(path)
  await one.untilReading()
  expect(how(await one.fetch(path))).toBe(HIT)
  expect(how(await next)).not.toBe(HIT)
  expect(one.rendered() - before).toBe(1)
  // After its maximum age it is not served, not even while the next one is being made.
  site.pass(1_001)
  const last = one.fetch(path)
  await one.untilReading()
  expect(how(await one.fetch(path))).toBe('response-cache; fwd=miss; collapsed')
  await last
})

test("no client gets another client's response", async () => {
  const [one] = site.processes
  await one.warm(LIST)
  const others = [
    { authorization: `Bearer ${site.userToken}` },
    { apikey: site.secretKey },
    { cookie: 'session=abc' },
    { accept: 'text/csv' },
    { prefer: 'count=exact' },
    { range: '0-0' },
  ]
  for (const headers of others) {
    const answer = await one.fetch(LIST, { headers: headers as Record<string, string> })
    expect(how(answer)).not.toBe(HIT)
    expect(answer.status).toBeLessThan(300)
    await answer.text()
  }
  expect(how(await one.fetch(`${LIST}&limit=1`))).not.toBe(HIT)
  // Responses to signed-in users are neither cached for visitors nor served to them.
  const secret = '/rest/v1/goods?select=name&name=eq.hidden'
  const asPerson = { headers: { authorization: `Bearer ${site.userToken}` } }
  for (let times = 0; times < 3; times += 1)
    expect(await (await one.fetch(secret, asPerson)).json()).toEqual([{ name: 'hidden' }])
  await one.warm(secret)
  expect(await (await one.fetch(secret)).json()).toEqual([])
  expect(await (await one.fetch(secret, asPerson)).json()).toEqual([{ name: 'hidden' }])
})

test('the table service itself marks rows of a user as not cacheable', async () => {
  const isUncached = async (headers: Record<string, string>) => {
    const request = new Request('http://site.test/rest/v1/goods?select=name,marks(stars)', { headers })
    const names: string[] = []
    let isSpoilt = false
    recordDependencies(request, {
      record: (name) => void names.push(name),
      markUncacheable() {
        isSpoilt = true
      },
    })
    await site.processes[0].tables(request)
    expect(names).toEqual(['public.goods', 'public.marks'])
    return isSpoilt
  }
  expect(await isUncached({})).toBe(false)
  expect(await isUncached({ authorization: `Bearer ${site.userToken}` })).toBe(true)
  expect(await isUncached({ apikey: site.secretKey })).toBe(true)
})

test('errors, responses with a cookie and results of functions are never cached', async () => {
  const [one] = site.processes
  for (const path of [
    '/rest/v1/nothing',
    `${LIST}&offset=x`,
    '/page?cookie=1',
    '/page?status=500',
    '/page?status=404',
  ]) {
    for (let times = 0; times < 4; times += 1) {
      const answer = await one.fetch(path)
      expect(how(answer)).toBeNull()
      await answer.text()
    }
  }
  const beyond = { headers: { prefer: 'count=exact', range: '900-901' } }
  for (let times = 0; times < 4; times += 1) expect((await one.fetch(LIST, beyond)).status).toBe(416)
})

test('an ETag for each content coding, 304, and HEAD', async () => {
  const [one] = site.processes
  const path = '/page?size=5000'
  await one.warm(path)
  const form = async (encoding: string, headers: Record<string, string> = {}, method = 'GET') =>
    one.raw(path, { method, headers: { 'accept-encoding': encoding, ...headers } })
  const [plain, gzip, br] = [await form('identity'), await form('gzip'), await form('br')]
  expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3)
  expect([plain, gzip, br].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
  expect(gunzipSync(gzip.body)).toEqual(plain.body)
  const known = await form('gzip', { 'if-none-match': `"x", W/${gzip.headers.etag}` })
  expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, gzip.headers.etag])
  expect((await form('br', { 'if-none-match': String(gzip.headers.etag) })).status).toBe(200)
  const head = await form('identity', {}, 'HEAD')
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(plain.body.length)])
  for (const { headers } of [plain, gzip, known]) expect(headers.vary).toBe('Cookie, Save-Data, Accept-Encoding')
})

test('concurrent requests share one rendering, unless a change has occurred since it started', async () => {
  const [one] = site.processes
  const before = one.rendered()
  const path = '/page.data?slow=1'
  const all = await Promise.all(Array.from({ length: 20 }, () => one.fetch(path)))
  expect(new Set(await Promise.all(all.map((answer) => answer.text()))).size).toBe(1)
  expect(one.rendered() - before).toBe(1)

  const first = one.fetch('/page.data?slow=2')
  await one.untilReading()
  await site.owner.query('update public.goods set price = price + 1')
  await one.caughtUp()
  const second = await one.fetch('/page.data?slow=2')
  expect(await second.text()).not.toBe(await (await first).text())
  // The first one is not cached either.
  expect(how(await one.fetch('/page.data?slow=2'))).not.toBe(HIT)
})

test('a page is invalidated by the first change at once, and by further ones soon', async () => {
  const [one] = site.processes
  const page = async () => (await one.fetch('/page?goods=1')).text()
  site.pass(101)
  await one.warm('/page?goods=1')
  for (const price of [500, 501]) await site.owner.query('update public.goods set price = $1', [price])
  await one.caughtUp()
  expect(await page()).toMatch(/50[01]/)
  await expect.poll(page).toContain('501')
})

test('an anonymous client reads its own writes at once', async () => {
  const [one] = site.processes
  await one.warm('/rest/v1/letters?select=text')
  const written = await one.fetch('/rest/v1/letters', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'hello' }),
  })
  expect(written.status).toBe(201)
  expect(await (await one.fetch('/rest/v1/letters?select=text')).json()).toEqual([{ text: 'hello' }])
})

test('an anonymous write drops only responses that depend on it, and a request that writes nothing drops none', async () => {
  const [one] = site.processes
  const page = '/page?goods=1&at=writes'
  for (const path of [LIST, page]) await one.warm(path)
  const drops = one.cache.counts().drops
  for (const path of ['/theme?theme=dark', '/rest/v1/rpc/look_up']) {
    const answer = await one.fetch(path, { method: 'POST', redirect: 'manual', ...(path.includes('rpc') && JSON_BODY) })
    expect(answer.status).toBeLessThan(400)
  }
  expect((await one.fetch('/rest/v1/letters', { method: 'POST', ...JSON_BODY, body: '{"text":"x"}' })).status).toBe(201)
  for (const path of [LIST, page]) expect([path, how(await one.fetch(path))]).toEqual([path, HIT])
  expect(one.cache.counts().drops).toBe(drops)
  one.setOverloaded(true)
  site.pass(2_000)
  // The stale copy is there as well.
  expect((await one.fetch(page)).status).toBe(200)
  one.setOverloaded(false)
})

const JSON_BODY = { headers: { 'content-type': 'application/json' }, body: '{}' }

test('while change notifications cannot be received, everything is dropped and nothing is cached', async () => {
  const [, , cut] = site.processes
  await cut.warm(LIST)
  await site.proxy.cut()
  await expect.poll(async () => cut.cache.counts().bytes).toBe(0)
  const responses = await Promise.all([1, 2, 3].map(() => cut.fetch('/page?plain=1')))
  expect(responses.map(how)).toEqual([null, null, null])
  await site.owner.query(`update public.goods set price = 77 where name = 'beans'`)
  await site.proxy.restore()
  await expect.poll(async () => how(await cut.fetch(LIST))).toBe(HIT)
  expect(await priceOf(await cut.fetch(LIST))).toBe(77)
})

test('a change of the catalogue, such as of privileges, drops everything', async () => {
  const [one] = site.processes
  await one.warm('/rest/v1/unannounced?select=n')
  await site.owner.query('revoke select on public.unannounced from anon')
  await site.owner.query(`notify pgrst, 'reload schema'`)
  await one.caughtUp()
  expect((await one.fetch('/rest/v1/unannounced?select=n')).status).toBe(401)
  await site.owner.query('grant select on public.unannounced to anon')
  await site.owner.query(`notify pgrst, 'reload schema'`)
})

test('memory stays below its limit, and keys that are requested once take none', async () => {
  const [, small] = site.processes
  await small.warm('/page?size=10000')
  for (let n = 0; n < 300; n += 1) await (await small.fetch(`/page?size=10000&evil=${n}`)).text()
  expect(how(await small.fetch('/page?size=10000'))).toBeDefined()
  expect(small.cache.counts().bytes).toBeLessThan(40_000)
  for (let n = 0; n < 300; n += 1) {
    for (let times = 0; times < 2; times += 1) await (await small.fetch(`/page?size=10000&evil=${n}`)).text()
    expect(small.cache.counts().bytes).toBeLessThanOrEqual(small.maxBytes)
  }
  // One response never takes more than a sixteenth.
  await small.fetch('/page?size=100000')
  await small.fetch('/page?size=100000')
  expect(how(await small.fetch('/page?size=100000'))).not.toBe(HIT)
})

test('each content coding of a response counts towards the memory', async () => {
  const [one] = site.processes
  const path = '/page?size=6000'
  await one.warm(path)
  const took = async (encoding: string) => {
    const before = one.cache.counts().bytes
    const { body } = await one.raw(path, { method: 'GET', headers: { 'accept-encoding': encoding } })
    return [one.cache.counts().bytes - before, body.length]
  }
  const [taken, sent] = await took('br')
  expect(taken).toBe(sent)
  // It is compressed once.
  expect(await took('br')).toEqual([0, sent])
})

test('expired responses leave the memory without further requests', async () => {
  const [one] = site.processes
  await one.warm('/page?size=3000')
  expect(one.cache.counts().bytes).toBeGreaterThan(0)
  site.pass(1_001)
  await expect.poll(() => one.cache.counts().bytes).toBe(0)
})

test('counts hits, misses and drops', async () => {
  const [one] = site.processes
  const before = one.cache.counts()
  await one.warm('/rest/v1/goods?select=price')
  await site.owner.query('update public.goods set price = price + 1')
  await one.caughtUp()
  await one.fetch('/rest/v1/goods?select=price')
  const after = one.cache.counts()
  expect(after.hits).toBeGreaterThan(before.hits)
  expect(after.misses).toBeGreaterThan(before.misses)
  expect(after.drops).toBeGreaterThan(before.drops)
})
