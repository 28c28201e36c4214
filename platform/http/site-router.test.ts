import { describe, expect, test } from 'vitest'
import { createSiteRouter } from './site-router.ts'

const router = openSite({ production: true })
const send = async (path: string, init: RequestInit = {}) => router.request(`https://site.test${path}`, init)

async function handle(request: Request): Promise<Response> {
  if (request.url.endsWith('/fails')) throw new Error('a bug')
  if (request.method === 'OPTIONS') return new Response(null, { headers: { allow: 'GET' } })
  const headers = request.url.endsWith('/kept') ? { 'cache-control': 'public' } : {}
  return Response.json({ got: (await request.text()).length }, { headers })
}

function openSite(options: Partial<Parameters<typeof createSiteRouter>[0]>) {
  const opened = createSiteRouter({
    wire: { handlers: { '/rest/v1': handle, '/storage/v1': handle }, filePrefixes: ['/storage/v1'] },
    cookieName: 'session',
    origins: ['https://site.test'],
    production: false,
    ...options,
  })
  opened.all('/own', () => new Response('', { headers: { 'content-security-policy': "default-src 'none'" } }))
  opened.all('/signs-in', () => new Response('', { headers: { 'set-cookie': 'session=abc' } }))
  opened.all('*', async (c) => {
    const text = `${await c.req.raw.text()}<script nonce="${c.get('secureHeadersNonce')}">`
    return new Response(text, { headers: { 'content-type': 'text/html' } })
  })
  return opened
}

describe('every response', () => {
  test.each(['/', '/rest/v1/x'])('of %s forbids framing, sniffing and foreign scripts', async (path) => {
    const { headers } = await send(path)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).toContain("object-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-src 'none'")
    expect(headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(headers.get('content-security-policy')).not.toContain("script-src 'self' 'unsafe-inline'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toBe('camera=(self), geolocation=(), microphone=(), payment=(), usb=()')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    // No other headers.
    expect([...headers.keys()].filter((name) => /^(x|cross|origin|strict|permis|ref)/.test(name))).toHaveLength(6)
  })

  test('has HSTS in production only, so that a trial over plain HTTP leaves no trace', async () => {
    const { headers } = await openSite({ production: false }).request('/')
    expect(headers.has('strict-transport-security')).toBe(false)
  })

  test('keeps headers that the handler sets', async () => {
    expect((await send('/own')).headers.get('content-security-policy')).toBe("default-src 'none'")
  })

  test('allows configured foreign sources by directive', async () => {
    const foreignSources = { 'script-src': ['https://check.test'], 'frame-src': ['https://check.test'] }
    const open = (await openSite({ foreignSources }).request('/rest/v1/x')).headers.get('content-security-policy')
    expect(open).toContain("script-src 'self' https://check.test;")
    expect(open).toContain('frame-src https://check.test;')
    expect(open).toContain("style-src 'self';")
    expect(open).toContain("connect-src 'self';")
  })

  test('rethrows errors to the request log', async () => {
    await expect(send('/rest/v1/fails')).rejects.toThrow('a bug')
  })
})

describe('a page', () => {
  test('carries the nonce of its policy, a new one each time', async () => {
    const [one, two] = [await send('/'), await send('/')]
    const nonce = /nonce="([^"]+)"/.exec(await one.text())?.[1] ?? 'none'
    expect(one.headers.get('content-security-policy')).toContain(`script-src 'self' 'nonce-${nonce}';`)
    expect(one.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}';`)
    expect(two.headers.get('content-security-policy')).not.toContain(nonce)
    expect(one.headers.has('cache-control')).toBe(false)
  })

  test('with a session is not stored by caches', async () => {
    expect((await send('/', { headers: { cookie: 'session=abc' } })).headers.get('cache-control')).toBe('no-store')
    expect((await send('/signs-in')).headers.get('cache-control')).toBe('no-store')
  })

  test('rejects a form of a foreign origin', async () => {
    const headers = { cookie: 'session=abc', origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const refused = await send('/', { method: 'POST', headers })
    expect([refused.status, refused.headers.get('x-frame-options')]).toEqual([403, 'DENY'])
    const own = { ...headers, origin: 'https://site.test', 'sec-fetch-site': 'same-origin' }
    expect((await send('/', { method: 'POST', headers: own })).status).toBe(200)
  })

  test('accepts forms up to the size limit', async () => {
    expect(await (await send('/', { method: 'POST', body: 'a=1' })).text()).toMatch(/^a=1</)
    expect((await send('/', { method: 'POST', body: 'x'.repeat(1_100_000) })).status).toBe(413)
  })

  test('is not taken for the wire because of a similar prefix', async () => {
    for (const path of ['/rest/v1x', '/rest', '/rest/v10/x', '//rest/v1/x']) {
      expect((await send(path)).headers.get('content-type')).toBe('text/html')
    }
  })
})

describe('the wire', () => {
  const headers = { origin: 'https://app.test', cookie: 'session=abc' }

  test('allows other origins, forbids caching, limits bodies', async () => {
    const response = await send('/rest/v1/x', { method: 'POST', headers, body: '12345' })
    expect(await response.json()).toEqual({ got: 5 })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('x-supabase-api-version')
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await send('/rest/v1/kept')).headers.get('cache-control')).toBe('public')
    expect((await send('/rest/v1')).headers.has('access-control-allow-origin')).toBe(false)
  })

  test('rejects a long body in a form that every origin may read', async () => {
    const huge = 'x'.repeat(1_100_000)
    const refused = await send('/rest/v1/x', { method: 'POST', headers, body: huge })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([413, '*'])
    expect((await send('/storage/v1/object', { method: 'POST', body: huge })).status).toBe(200)
  })

  test('rejects a body by Content-Length before reading it', async () => {
    const notified = { ...headers, 'content-length': '1100000' }
    const refused = await send('/rest/v1/x', { method: 'POST', headers: notified, body: 'x' })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([413, '*'])
    expect(
      (await send('/rest/v1/x', { method: 'POST', headers: { 'content-length': '5' }, body: '12345' })).status,
    ).toBe(200)
  })

  test('rejects a long body without Content-Length before its end', async () => {
    let left = 64
    const pull = (controller: ReadableStreamDefaultController) =>
      left-- > 0 ? controller.enqueue(new Uint8Array(64 * 1024)) : controller.close()
    const undeclared = { method: 'POST', body: new ReadableStream({ pull }), duplex: 'half' } as RequestInit
    expect((await send('/rest/v1/x', undeclared)).status).toBe(413)
    expect(left).toBeGreaterThan(0)
  })

  test('answers a preflight itself', async () => {
    const requested = { ...headers, 'access-control-request-method': 'PATCH' }
    const response = await send('/rest/v1/x', { method: 'OPTIONS', headers: requested })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(response.headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS')
    expect(response.headers.get('access-control-max-age')).toBe('86400')
    for (const name of ['apikey', 'x-client-info', 'prefer', 'idempotency-key', 'x-supabase-api-version']) {
      expect(response.headers.get('access-control-allow-headers')).toContain(name)
    }
  })

  test('lets the handler answer a plain OPTIONS', async () => {
    const response = await send('/rest/v1/x', { method: 'OPTIONS', headers })
    expect([response.headers.get('allow'), response.headers.get('access-control-allow-origin')]).toEqual(['GET', '*'])
  })

  test('answers HEAD like GET, without a body', async () => {
    const response = await send('/rest/v1/kept', { method: 'HEAD' })
    expect([response.headers.get('cache-control'), await response.text()]).toEqual(['public', ''])
  })
})
