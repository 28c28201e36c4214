import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressGroup, setClientAddress } from './client-address.ts'

function seen(remoteAddress: string, forwarded: string, trustedProxies: number): unknown {
  const incoming = { headers: { 'x-forwarded-for': forwarded }, rawHeaders: [], socket: { remoteAddress } }
  setClientAddress(incoming as unknown as IncomingMessage, trustedProxies)
  return (incoming.headers as Record<string, string>)['x-client-address']
}

test.each([
  ['::ffff:10.0.0.1', '', 0, '10.0.0.1'],
  ['10.0.0.1', '1.1.1.1, 2.2.2.2', 0, '10.0.0.1'],
  ['10.0.0.1', '1.1.1.1, 2.2.2.2', 1, '2.2.2.2'],
  ['10.0.0.1', '1.1.1.1, 2.2.2.2', 2, '1.1.1.1'],
  ['10.0.0.1', '1.1.1.1', 3, '10.0.0.1'],
  ['10.0.0.1', 'nonsense', 1, '10.0.0.1'],
  ['10.0.0.1', '2.2.2.2:4711', 1, '2.2.2.2'],
  ['10.0.0.1', '[2001:DB8::1]:4711', 1, '2001:db8::1'],
])('from %s with "%s" behind %i proxies it is the address %s', (remote, forwarded, proxies, expected) => {
  expect(seen(remote, forwarded, proxies)).toBe(expected)
})

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})
