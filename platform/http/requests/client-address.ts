import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'

/** Internal header with the client's network address; a client's own header of this name is removed. */
const HEADER = 'x-client-address'

/** The network address of the client; `unknown` for a request made inside this process. */
export function clientAddress(request: Request): string {
  return request.headers.get(HEADER) ?? 'unknown'
}

/**
 * Sets the address on an incoming request. Each of our `trustedProxies` has appended the address of its peer to
 * X-Forwarded-For; entries before those were written by the client.
 */
export function setClientAddress(incoming: IncomingMessage, trustedProxies: number): void {
  const raw = incoming.rawHeaders
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    if (raw[index]?.toLowerCase() === HEADER) raw.splice(index, 2)
  }
  const address = incomingAddress(incoming, trustedProxies)
  raw.push(HEADER, address)
  incoming.headers[HEADER] = address
}

/** The client's address before a `Request` exists, for connections that become websockets. */
export function incomingAddress(incoming: IncomingMessage, trustedProxies: number): string {
  const socket = plainAddress(incoming.socket.remoteAddress ?? '') ?? 'unknown'
  if (trustedProxies === 0) return socket
  const forwarded = String(incoming.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
  return plainAddress(forwarded.at(-trustedProxies) ?? '') ?? socket
}

/**
 * Removes port, brackets and the IPv4-mapped form; null for anything but an address, because it becomes a rate limit
 * key.
 */
function plainAddress(text: string): string | null {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1]
  const bare = bracketed ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare
  return isIP(address) ? address.toLowerCase() : null
}

/** The rate limit key of an address: an IPv4 address, or the /64 that one IPv6 subscriber has. */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups(head).length - groups(tail).length)
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...groups(tail)]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
