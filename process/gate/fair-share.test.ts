import { expect, test } from 'vitest'
import { openFairShare } from './fair-share.ts'

/** The requests, of so many, that are within their share; the clock stands still. */
function countWithin(requests: { person: string; address: string }[], isCounted = true): number {
  const hasShare = openFairShare({ isCounted, clock: () => 0 })
  return requests.filter(({ person, address }) => hasShare({ cookie: `a=1; ajoja-session=${person}` }, address)).length
}
const times = (count: number, of: (index: number) => { person: string; address: string }) =>
  Array.from({ length: count }, (_, index) => of(index))

test('one person has a few requests, whatever else is in the cookie, and more with time', () => {
  expect(countWithin(times(50, () => ({ person: 'one', address: '192.0.2.1' })))).toBe(3)
  let now = 0
  const hasShare = openFairShare({ isCounted: true, clock: () => now })
  const ask = (other: number) => hasShare({ cookie: `theme=${other}; ajoja-session=one` }, '192.0.2.1')
  expect([ask(1), ask(2), ask(3), ask(4)]).toEqual([true, true, true, false])
  now += 30_000
  expect(ask(5)).toBe(true)
})

test('a person of a token has a share too', () => {
  const hasShare = openFairShare({ isCounted: true, clock: () => 0 })
  const ask = (token: string) => hasShare({ authorization: `Bearer ${token}` }, '192.0.2.1')
  expect([ask('one'), ask('one'), ask('one'), ask('one'), ask('two')]).toEqual([true, true, true, false, true])
})

test('new tokens from one address have the share of the address, from a network of one owner too', () => {
  expect(countWithin(times(90, (index) => ({ person: `p${index}`, address: '192.0.2.1' })))).toBe(10)
  const network = times(90, (index) => ({ person: `p${index}`, address: `2001:db8::${index.toString(16)}` }))
  expect(countWithin(network)).toBe(10)
})

test('all together have the share of the process', () => {
  const requests = times(90, (index) => ({ person: `p${index}`, address: `192.0.2.${index}` }))
  expect(countWithin(requests)).toBe(20)
  expect(
    countWithin(
      times(90, (index) => ({ person: `p${index}`, address: '192.0.2.1' })),
      false,
    ),
  ).toBe(20)
})
