import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// Endpoints come from browsers, so any client can choose them: these checks prevent requests to internal hosts (SSRF).

/** Ranges that are not globally reachable (RFC 6890 and its successors). */
const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')
}
// In IPv6 only 2000::/3 is allocated; the ranges below it embed IPv4 addresses or are for documentation.
const ALLOCATED_IPV6 = new BlockList()
ALLOCATED_IPV6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6')
}

/** Whether an IP address is globally reachable. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return family === 6 && ALLOCATED_IPV6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}

/** Whether a URL is acceptable as a push endpoint: https on port 443, a host name with a dot, no credentials. */
export function isPublicEndpoint(text: string): boolean {
  if (text.length > 1000 || !URL.canParse(text)) return false
  const { protocol, username, password, port, hostname } = new URL(text)
  if (protocol !== 'https:' || username || password || port) return false
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(hostname) && !/\.(local|localhost|internal|home|lan)$/.test(hostname)
}

/**
 * Resolves host names when connecting and rejects internal addresses, because a name may resolve differently than when
 * it was checked (DNS rebinding).
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (fault, found) => {
    const addresses = fault ? [] : found.filter(({ address }) => isPublicAddress(address))
    const [first] = addresses
    if (fault) return callback(fault, '', 0)
    if (!first || addresses.length < found.length) return callback(new Error(`${hostname} is not public`), '', 0)
    if (options.all) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
