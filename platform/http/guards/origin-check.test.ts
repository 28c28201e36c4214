import { expect, test } from 'vitest'
import { rejectForeignOrigin } from './origin-check.ts'

const options = { cookieName: 'session', origins: ['https://shop.test'] }
const cookie = { cookie: 'other=1; session.0=abc' }
const check = (headers: Record<string, string>, method = 'POST') =>
  rejectForeignOrigin(
    new Request('http://inner:3000/form', { method, headers: { host: 'inner:3000', ...headers } }),
    options,
  )?.status ?? null

test.each([
  [{ ...cookie, 'sec-fetch-site': 'same-origin' }, null],
  [{ ...cookie, origin: 'https://shop.test', 'sec-fetch-site': 'cross-site' }, null],
  [{ ...cookie, origin: 'http://inner:3000' }, null],
  [{ ...cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }, 403],
  [{ ...cookie, 'sec-fetch-site': 'same-site', origin: 'https://other.shop.test' }, 403],
  [{ ...cookie, origin: 'https://shop.test.evil.test' }, 403],
  [{ ...cookie, origin: 'null' }, 403],
  [cookie, 403],
  [{ origin: 'https://evil.test', cookie: 'theme=dark' }, 403],
  [{ origin: 'https://evil.test' }, 403],
  [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ origin: 'https://shop.test' }, null],
  [{}, null],
])('%j is answered %s', (headers, expected) => {
  expect(check(headers as Record<string, string>)).toBe(expected)
})

test('allows reads, because links from elsewhere must work', () => {
  expect(check({ ...cookie, 'sec-fetch-site': 'cross-site' }, 'GET')).toBeNull()
})
