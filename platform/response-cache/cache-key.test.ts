import { expect, it, test } from 'vitest'
import { type CacheRules, cacheKeyOf, isSignedOut } from './cache-key.ts'

const RULES: CacheRules = {
  origin: 'https://site.test',
  publishableKey: 'sb_publishable_x',
  isPage: (path) => ['/', '/list', '/thing/one'].includes(path),
  pageCookies: { theme: ['light', 'dark'] },
  pageHeaders: { 'save-data': ['on'] },
  idleCookies: ['campaign'],
}
const keyFor = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  cacheKeyOf({ method, target, header: (name) => headers[name] }, RULES)

it.each([
  ['a page', '/list?page=2', {}],
  ['its data', '/list.data?page=2', {}],
  ['the data of the first page', '/_root.data', {}],
  ['rows', '/rest/v1/things?select=id', {}],
  [
    'rows with the key that browsers hold',
    '/rest/v1/things',
    { apikey: RULES.publishableKey, authorization: `Bearer ${RULES.publishableKey}` },
  ],
  ['a page in a chosen theme', '/list', { cookie: 'theme=dark' }],
  ['a page after a campaign', '/list', { cookie: 'campaign=x' }],
])('%s can be cached', (_, target, headers) => {
  expect(keyFor(target, headers)).not.toBeNull()
})

it.each([
  ['a write', '/list', {}, 'POST'],
  ['an unlisted page', '/account', {}],
  ['a path with .. segments', '/list/../account', {}],
  ['another host in the address', 'http://evil.test/list', {}],
  ['a call of a function', '/rest/v1/rpc/things', {}],
  ['the description of the service', '/rest/v1/', {}],
  ["somebody's token", '/rest/v1/things', { authorization: 'Bearer eyJ' }],
  ["somebody's token on a page", '/list', { authorization: 'Bearer eyJ' }],
  ['two tokens', '/rest/v1/things', { authorization: `Bearer ${RULES.publishableKey}, Bearer eyJ` }],
  ['the secret key', '/rest/v1/things', { apikey: 'sb_secret_x' }],
  ['a key in the address', '/rest/v1/things?apikey=sb_secret_x', {}],
  ['a disguised key in the address', '/rest/v1/things?%61pikey=sb_secret_x', {}],
  ['a session', '/list', { cookie: 'session=abc' }],
  ['a session behind a known cookie', '/list', { cookie: 'theme=dark; session=abc' }],
  ['an unknown theme', '/list', { cookie: 'theme=<b>' }],
  ['a duplicate theme', '/list', { cookie: 'theme=dark; theme=light' }],
  ['a body', '/list', { 'content-length': '5' }],
  ['a very long address', `/list?x=${'x'.repeat(2_000)}`, {}],
  ['very long headers', '/rest/v1/things', { accept: 'x'.repeat(301) }],
])('%s is not cached', (_, target, headers, method = 'GET') => {
  expect(keyFor(target, headers, method)).toBeNull()
})

test.each([
  ['accept', 'text/csv'],
  ['prefer', 'count=exact'],
  ['range', '0-1'],
  ['accept-profile', 'public'],
])('rows vary by %s', (name, value) => {
  expect(keyFor('/rest/v1/things', { [name]: value })?.key).not.toBe(keyFor('/rest/v1/things')?.key)
  expect(keyFor('/rest/v1/things', { [name]: value })?.headers).toEqual({ [name]: value })
})

test('a page varies by theme only; other headers neither count nor reach the handler', () => {
  const keys = ['', 'theme=dark', 'theme=light'].map((cookie) => keyFor('/list', cookie ? { cookie } : {})?.key)
  expect(new Set(keys).size).toBe(3)
  const forged = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'accept-language': 'ha', 'user-agent': 'x' }
  expect(keyFor('/list', { ...forged, cookie: 'campaign=x; theme=dark' })).toEqual(
    keyFor('/list', { cookie: 'theme=dark' }),
  )
})

test('a page varies by Save-Data, and rows do not', () => {
  const light = keyFor('/list', { 'save-data': 'On' })
  expect(light?.key).not.toBe(keyFor('/list')?.key)
  expect(light?.headers).toEqual({ 'save-data': 'on' })
  expect(keyFor('/list', { 'save-data': '<b>' })).toEqual(keyFor('/list'))
  expect(keyFor('/list', { 'save-data': 'on', cookie: 'theme=dark' })?.headers).toEqual({
    cookie: 'theme=dark',
    'save-data': 'on',
  })
  expect(keyFor('/rest/v1/things', { 'save-data': 'on' })).toEqual(keyFor('/rest/v1/things'))
})

test('detects anonymous requests', () => {
  const as = (headers: Record<string, string>) =>
    isSignedOut({ method: 'POST', target: '/x', header: (name) => headers[name] }, RULES)
  expect([as({}), as({ cookie: 'session=x' }), as({ authorization: 'Bearer eyJ' })]).toEqual([true, false, false])
})
