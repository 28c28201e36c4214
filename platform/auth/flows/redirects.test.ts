import { describe, expect, test } from 'vitest'
import { allowedRedirect, chooseRedirect } from './redirects.ts'

const rules = {
  siteUrl: 'https://site.example',
  allowedRedirects: ['https://*.preview.example/**', 'myapp://callback', 'https://other.example/exact'],
}

describe('allowedRedirect', () => {
  test.each([
    ['https://site.example/things/1?a=b#c', 'https://site.example/things/1?a=b#c'],
    ['https://site.example', 'https://site.example/'],
    ['/auth/reset-password', 'https://site.example/auth/reset-password'],
    ['https://a.preview.example/x/y', 'https://a.preview.example/x/y'],
    ['https://other.example/exact#frag', 'https://other.example/exact#frag'],
    ['myapp://callback', 'myapp://callback'],
  ])('lets %s pass', (wanted, allowed) => {
    expect(allowedRedirect(wanted, rules)).toBe(allowed)
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:/evil.example',
    'https://site.example//evil.example/?x=',
    'https://site.example/%2fevil.example',
    'https://site.example/%5Cevil.example',
    'https://site.example/..//evil.example',
    'https://site.example/%2e%2e//evil.example',
    'https://a.preview.example//evil.example',
    '/%2fevil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'https://site.example/auth/v1/authorize?provider=evil',
    '/auth/v1/authorize?provider=evil',
    '/x/../auth/v1/callback',
    'myapp:/callback',
    'https://site.example@evil.example',
    'https://user@site.example/',
    'https://site.example.evil.example',
    'https://evil.example/?https://site.example',
    'http://site.example/',
    'https://site.example:8443/',
    'https://a.b.preview.example/x',
    'https://evil.example/.preview.example/x',
    'https://evil.example?.preview.example/x',
    'https://other.example/exact/more',
    'https://203.0.113.7/',
    'https://[2001:db8::1]/',
    'http://3405803783/',
    'https://site.example\t.evil.example',
    'https://site.example\n/x',
    ' https://evil.example',
    'javascript:alert(1)',
    'javascript://site.example/%0aalert(1)',
    'data:text/html,x',
    'things',
    '',
    `https://site.example/${'x'.repeat(3000)}`,
  ])('refuses %j', (wanted) => {
    expect(allowedRedirect(wanted, rules)).toBeNull()
  })

  test('allows any loopback port for a loopback site, and no other address', () => {
    const local = { siteUrl: 'http://127.0.0.1:3000', allowedRedirects: [] }
    expect(allowedRedirect('http://127.0.0.1:5173/x', local)).toBe('http://127.0.0.1:5173/x')
    expect(allowedRedirect('http://192.168.1.5:3000/', local)).toBeNull()
    expect(allowedRedirect('http://127.0.0.1.evil.example/', local)).toBeNull()
  })
})

test('chooseRedirect falls back silently to the referrer, then to the site', () => {
  const ask = (query: string, headers = {}) =>
    chooseRedirect(new Request(`https://x.test/${query}`, { headers }), rules)
  expect(ask('?redirect_to=https://site.example/a')).toBe('https://site.example/a')
  expect(ask('?redirect_to=https://evil.example')).toBe('https://site.example')
  expect(ask('?redirect_to=//evil.example', { referer: 'https://site.example/b' })).toBe('https://site.example/b')
  expect(ask('', { referer: 'https://evil.example/b' })).toBe('https://site.example')
  expect(ask('', { redirect_to: '/c' })).toBe('https://site.example/c')
})
