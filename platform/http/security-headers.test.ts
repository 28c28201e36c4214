import { expect, test } from 'vitest'
import { asPersonal, newNonce, withSecurityHeaders } from './security-headers.ts'

const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? ''

test('every answer is closed to frames, sniffing and foreign scripts', () => {
  const { headers } = withSecurityHeaders(new Response(''), { production: true })
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('content-security-policy')).toContain("object-src 'none'")
  expect(headers.get('content-security-policy')).not.toContain("script-src 'self' 'unsafe-inline'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
})

test('HSTS is for production alone, so that a trial on plain http can be left', () => {
  expect(withSecurityHeaders(new Response(''), { production: false }).headers.has('strict-transport-security')).toBe(
    false,
  )
})

test('a page names its own nonce and where its forms lead', () => {
  const nonce = newNonce()
  expect(nonce).not.toBe(newNonce())
  const policy = policyOf(
    withSecurityHeaders(new Response(''), { production: false, nonce, formTargets: ['https://pay.test'] }),
  )
  expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`)
  expect(policy).toContain("form-action 'self' https://pay.test")
})

test('what an answer says itself is kept, and read-only headers are copied', () => {
  const own = new Response('', { headers: { 'content-security-policy': "default-src 'none'" } })
  expect(policyOf(withSecurityHeaders(own, { production: false }))).toBe("default-src 'none'")
  const redirect = withSecurityHeaders(Response.redirect('http://site/next'), { production: false })
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'http://site/next'])
  expect(asPersonal(new Response('')).headers.get('cache-control')).toBe('no-store')
})

test('what pages may load from elsewhere is named by directive, and is nothing by default', () => {
  const closed = policyOf(withSecurityHeaders(new Response(''), { production: true }))
  expect(closed).toContain("script-src 'self';")
  expect(closed).toContain("connect-src 'self';")
  expect(closed).toContain("frame-src 'none';")
  const foreignSources = { 'script-src': ['https://check.test'], 'frame-src': ['https://check.test'] }
  const open = policyOf(withSecurityHeaders(new Response(''), { production: true, foreignSources }))
  expect(open).toContain("script-src 'self' https://check.test;")
  expect(open).toContain('frame-src https://check.test;')
  expect(open).toContain("style-src 'self';")
  expect(open).toContain("connect-src 'self';")
})
