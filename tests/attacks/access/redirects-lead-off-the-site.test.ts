import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTarget, type Target } from '../open-target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target?.close())

interface RawRequest {
  method?: string
  form?: string
  headers?: Record<string, string>
}

/** Sends exactly these bytes as the request's target: `fetch` would normalise them. */
function send(path: string, { method = 'GET', form, headers = {} }: RawRequest = {}) {
  const { port } = new URL(target.origin)
  return new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
    const sent = request({
      host: 'localhost',
      port,
      method,
      path,
      agent: false,
      headers: {
        origin: target.origin,
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      answer.resume()
      answer.once('end', () => resolve({ status: answer.statusCode, location: answer.headers.location }))
    })
    sent.end(form)
  })
}

/** Resolves a `Location` like a browser. */
const originOf = (location: string | undefined) =>
  location === undefined ? target.origin : new URL(location, target.origin).origin

const EVIL = [
  '//evil.example',
  '///evil.example',
  '////evil.example//',
  '/\\evil.example',
  '/\\/evil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '/%09//evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e%2e//evil.example',
  '/;//evil.example',
  '//user@evil.example',
  '//evil.example%2f@localhost',
  'http://evil.example/',
  'http://evil.example//evil.example/',
  'http://localhost@evil.example//evil.example/',
]

test('no address redirects to another site, however it is written', async () => {
  const queries = ['?x=', '?page=900', '/?x=', '/account/profile', '/_root.data?x=', '/products?search=&page=2']
  const off: string[] = []
  for (const evil of EVIL) {
    for (const query of queries) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const { status, location } = await send(evil + query, { method, ...(method === 'POST' && { form: '' }) })
        if (originOf(location) !== target.origin) off.push(`${method} ${evil}${query} -> ${status} ${location}`)
      }
    }
  }
  expect(off).toEqual([])
})

test('no form leads to another site', async () => {
  const off: string[] = []
  for (const path of [
    '/theme',
    '/language',
    '/low-data',
    '/follow',
    '/cart',
    '/auth',
    '/auth/confirm',
    '/auth/sign-out',
  ]) {
    for (const evil of [
      ...EVIL,
      '//evil.example/?x=',
      'https://evil.example',
      '\\\\evil.example',
      '\t//evil.example',
    ]) {
      const form = new URLSearchParams({ back: evil, next: evil, redirect_to: evil, intent: 'buy', act: 'buy' })
      const at = `${path}?${new URLSearchParams({ next: evil, back: evil, redirect_to: evil })}`
      for (const sent of [{ method: 'POST', form: form.toString() }, { method: 'GET' }]) {
        const { status, location } = await send(at, sent)
        if (originOf(location) !== target.origin) off.push(`${sent.method} ${at} -> ${status} ${location}`)
      }
    }
  }
  expect(off).toEqual([])
})

/** The link of a mail to a client without PKCE: opening it redirects with tokens. */
async function mailedLink(redirectTo: string): Promise<string> {
  const { email } = await target.signIn()
  const answered = await target.request(`/auth/v1/admin/generate_link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.secretKey}`, apikey: target.secretKey },
    body: JSON.stringify({ type: 'magiclink', email }),
  })
  const { hashed_token: token } = (await answered.json()) as { hashed_token: string }
  return `/auth/v1/verify?${new URLSearchParams({ token, type: 'magiclink', redirect_to: redirectTo })}`
}

test('tokens go to pages of the site alone, and to none that redirects on', async () => {
  for (const evil of [
    ...EVIL,
    ...EVIL.map((path) => `${target.origin}${path}?x=`),
    `${target.origin}/auth/v1/authorize?provider=google`,
    '/auth/v1/callback',
  ]) {
    const { location = '' } = await send(await mailedLink(evil))
    const { origin, pathname, hash } = new URL(location, target.origin)
    expect([evil, origin, pathname]).toEqual([evil, target.origin, '/'])
    expect(hash).toContain('access_token=')
  }
  const { location = '' } = await send(await mailedLink(`${target.origin}/account/orders?a=1`))
  expect(location).toMatch(/^http:\/\/localhost:\d+\/account\/orders\?a=1#access_token=/)
})
