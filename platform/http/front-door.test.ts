import { describe, expect, test } from 'vitest'
import { frontDoor } from './front-door.ts'

const door = frontDoor(
  async (request, nonce) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/rest')) return Response.json({ got: (await request.text()).length })
    return new Response(`<script nonce="${nonce}">`, { headers: { 'content-type': 'text/html' } })
  },
  {
    wire: /^\/(rest|storage)\//,
    ownBodyLimit: /^\/storage\//,
    cookieName: 'session',
    origins: ['https://site.test'],
    production: true,
  },
)
const ask = (path: string, init: RequestInit = {}) => door(new Request(`https://site.test${path}`, init))

describe('a page', () => {
  test('carries the nonce that its policy names, a new one each time', async () => {
    const [one, two] = [await ask('/'), await ask('/')]
    const nonce = /nonce="([^"]+)"/.exec(await one.text())?.[1] ?? 'none'
    expect(one.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
    expect(two.headers.get('content-security-policy')).not.toContain(nonce)
    expect(one.headers.get('x-content-type-options')).toBe('nosniff')
    expect(one.headers.has('cache-control')).toBe(false)
  })

  test('of a signed-in person is kept by nobody', async () => {
    const answer = await ask('/', { headers: { cookie: 'session=abc' } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('does not act for a foreign form', async () => {
    const headers = { cookie: 'session=abc', origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    expect((await ask('/', { method: 'POST', headers })).status).toBe(403)
    expect(
      (
        await ask('/', {
          method: 'POST',
          headers: { ...headers, origin: 'https://site.test', 'sec-fetch-site': 'same-origin' },
        })
      ).status,
    ).toBe(200)
  })

  test('takes no huge forms', async () => {
    expect((await ask('/', { method: 'POST', body: 'x'.repeat(1_100_000) })).status).toBe(413)
  })
})

describe('the wire', () => {
  test('is open to other origins, closed to caches, limited in bodies', async () => {
    const headers = { origin: 'https://app.test', cookie: 'session=abc' }
    const answer = await ask('/rest/v1/x', { method: 'POST', headers, body: '12345' })
    expect(await answer.json()).toEqual({ got: 5 })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const huge = 'x'.repeat(1_100_000)
    const refused = await ask('/rest/v1/x', { method: 'POST', headers, body: huge })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([413, '*'])
    expect((await ask('/storage/v1/object', { method: 'POST', body: huge })).status).toBe(200)
  })
})
