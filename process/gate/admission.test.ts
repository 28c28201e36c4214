import { expect, test } from 'vitest'
import { openAdmissionControl, requestClassOf } from './admission.ts'

const KEY = 'sb_publishable_of_this_site'
const visitor = { apikey: KEY, authorization: `Bearer ${KEY}` }
const person = { apikey: KEY, authorization: 'Bearer a.persons.token' }

test.each([
  ['GET', '/', {}, 'anonymous'],
  ['GET', '/group-buys?page=2', { cookie: 'ajoja-theme=dark' }, 'anonymous'],
  ['GET', '/rest/v1/products?select=*', visitor, 'anonymous'],
  ['POST', '/rest/v1/rpc/search', visitor, 'anonymous'],
  ['GET', '/group-buys', { cookie: 'ajoja-session=abc' }, 'reads'],
  ['GET', '/rest/v1/orders', person, 'reads'],
  ['GET', '/account/payments', { cookie: 'ajoja-session=abc' }, 'reads'],
  ['POST', '/rest/v1/products', person, 'writes'],
  ['POST', '/auth/v1/token?grant_type=password', visitor, 'writes'],
  ['GET', '/auth/v1/user', person, 'writes'],
  ['POST', '/login', {}, 'writes'],
  ['POST', '/functions/v1/create-product', person, 'writes'],
  ['POST', '/functions/v1/join-group-buy', person, 'joins'],
  ['POST', '/functions/v1/pay-orders', person, 'joins'],
  ['POST', '/rest/v1/orders', person, 'joins'],
  ['POST', '/group-buys/b0000000-0000-4000-8000-000000000001', { cookie: 'ajoja-session=abc' }, 'joins'],
  ['POST', '/group-buys.data', { cookie: 'ajoja-session=abc' }, 'joins'],
  ['POST', '/checkout', { cookie: 'ajoja-session=abc' }, 'joins'],
  ['POST', '/webhooks/paystack', {}, 'joins'],
  ['GET', '/pay/b0000000-0000-4000-8000-000000000001/back', {}, 'joins'],
  ['GET', '/healthz', {}, null],
  ['GET', '/readyz', {}, null],
  ['GET', '/assets/root-abc.css', {}, null],
  ['OPTIONS', '/rest/v1/orders', {}, null],
])('%s %s with %o is of class %s', (method, url, headers, asker) => {
  expect(requestClassOf({ method, url, headers }, KEY)).toBe(asker)
})

test('signed-in reads are rejected later while processes are replaced, visitors are not', () => {
  let [now, isRenewing] = [0, true]
  const queue = { waiting: () => ({ count: 0, waitedMs: 0 }) }
  const admission = openAdmissionControl(
    { pages: queue, connections: queue },
    { isRenewing: () => isRenewing, clock: () => now },
  )
  try {
    /** The level after half a minute with this delay. */
    const levelAfter = (lateMs: number) => {
      for (let samples = 0; samples < 60; samples++) {
        now += 50 + lateMs
        admission.sample()
      }
      return admission.counts().level
    }
    expect(levelAfter(1_000)).toBe(1)
    isRenewing = false
    expect(levelAfter(1_000)).toBe(3)
  } finally {
    admission.stop()
  }
})
