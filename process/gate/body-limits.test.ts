import { describe, expect, test } from 'vitest'
import { openBodyGate, SIGNED_OUT_BYTES } from './body-limits.ts'

const KEY = 'sb_publishable_x'
const MB = 1024 * 1024

function gate(isCounted = false) {
  let now = 0
  const judge = openBodyGate({
    publishableKey: KEY,
    takesFiles: (path) => path === '/vendor/logo',
    isCounted,
    clock: () => now,
  })
  return {
    pass: (seconds: number) => (now += seconds * 1000),
    ask: (url: string, headers: Record<string, string>, address = '203.0.113.7') => judge({ url, headers }, address),
  }
}

const of = (bytes: number, more: Record<string, string> = {}) => ({ 'content-length': String(bytes), ...more })
const signedIn = { cookie: 'ajoja-session=x' }
const DOORS = [
  '/functions/v1/order-cart',
  '/rest/v1/orders',
  '/auth/v1/signup',
  '/storage/v1/object/pictures/a.png',
  '/realtime/v1/api/broadcast',
  '/contact',
  '/vendor/logo',
  '/webhooks/paystack',
]

describe('one body', () => {
  test.each(DOORS)('of a visitor for %s is limited to a small size', (door) => {
    const { ask } = gate()
    expect(ask(door, of(SIGNED_OUT_BYTES))).toBeNull()
    expect(ask(door, of(SIGNED_OUT_BYTES + 1))).toEqual({ status: 413 })
    expect(ask(door, of(MB, { apikey: KEY, authorization: `Bearer ${KEY}` }))).toEqual({ status: 413 })
  })

  test('of a visitor needs Content-Length', () => {
    expect(gate().ask('/contact', { 'transfer-encoding': 'chunked' })).toEqual({ status: 411 })
  })

  test('with a session may be as large as the handler accepts', () => {
    const { ask } = gate()
    expect(ask('/rest/v1/products', of(MB, { authorization: 'Bearer ey.x.y' }))).toBeNull()
    expect(ask('/rest/v1/products', of(MB + 1, signedIn))).toEqual({ status: 413 })
    expect(ask('/vendor/logo', of(12 * MB, signedIn))).toBeNull()
  })

  test('may be a file with a session or the token of a signed address', () => {
    const { ask } = gate()
    const session = { authorization: 'Bearer ey.x.y' }
    const chunked = { 'transfer-encoding': 'chunked' }
    const signed = '/storage/v1/object/upload/sign/papers/a.png'
    for (const path of [
      '/storage/v1/upload/resumable',
      '/storage/v1/upload/resumable/1',
      '/storage/v1/object/papers/a.png',
    ]) {
      expect(ask(path, of(15 * MB, session))).toBeNull()
      expect(ask(path, of(15 * MB))).toEqual({ status: 413 })
    }
    expect(ask(`${signed}?token=v1.x`, of(15 * MB))).toBeNull()
    expect(ask(`${signed}?token=v1.x`, chunked)).toBeNull()
    expect(ask('/storage/v1/upload/resumable/sign/1', of(15 * MB, { 'x-signature': 'v1.x' }))).toBeNull()
    for (const url of [signed, `${signed}?token=`, '/contact?token=x', '/storage/v1/upload/resumable/sign/1'])
      expect(ask(url, of(15 * MB))).toEqual({ status: 413 })
    expect(ask('/storage/v1/upload/resumable/1', of(15 * MB, { 'x-signature': 'v1.x' }))).toEqual({ status: 413 })
  })

  test('of an identity provider may be larger than a visitor’s', () => {
    expect(gate().ask('/auth/v1/sso/saml/acs', of(200_000))).toBeNull()
  })

  test('that is empty costs nothing', () => expect(gate(true).ask('/', {})).toBeNull())
})

describe('the bodies of one address', () => {
  test('get 429 with Retry-After above its budget, without affecting other addresses', () => {
    const { ask, pass } = gate(true)
    const body = of(MB, signedIn)
    for (let count = 0; count < 8; count += 1) expect(ask('/functions/v1/order-cart', body)).toBeNull()
    expect(ask('/contact', body)).toEqual({ status: 429, retryAfterSeconds: 2 })
    expect(ask('/contact', body, '203.0.113.8')).toBeNull()
    pass(2)
    expect(ask('/contact', body)).toBeNull()
  })

  test('without Content-Length count as the maximum', () => {
    const { ask } = gate(true)
    const chunked = { 'transfer-encoding': 'chunked', ...signedIn }
    for (let count = 0; count < 8; count += 1) expect(ask('/rest/v1/products', chunked)).toBeNull()
    expect(ask('/rest/v1/products', chunked)).toMatchObject({ status: 429 })
  })

  test('with pictures have a separate budget', () => {
    const { ask } = gate(true)
    for (let count = 0; count < 40; count += 1)
      expect(ask('/storage/v1/object/pictures/a', of(12 * MB, signedIn))).toBeNull()
    expect(ask('/contact', of(1000))).toBeNull()
  })
})
