import type { IncomingMessage } from 'node:http'

/** Carries the caller's network address from the socket to whoever asks; what a caller sends under this name is dropped. */
const HEADER = 'x-client-address'

/** The network address of the caller, or `unknown` for a request that was made inside this process for nobody. */
export function clientAddress(request: Request): string {
  return request.headers.get(HEADER) ?? 'unknown'
}

/**
 * Notes the address on an incoming request. `trustedProxies` of our own stand in front and have each added what they
 * saw to X-Forwarded-For; whatever stands left of that was written by the caller.
 */
export function noteClientAddress(incoming: IncomingMessage, trustedProxies: number): void {
  const raw = incoming.rawHeaders
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    if (raw[index]?.toLowerCase() === HEADER) raw.splice(index, 2)
  }
  const address = addressOf(incoming, trustedProxies)
  raw.push(HEADER, address)
  incoming.headers[HEADER] = address
}

function addressOf(incoming: IncomingMessage, trustedProxies: number): string {
  const socket = incoming.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? 'unknown'
  if (trustedProxies === 0) return socket
  const forwarded = String(incoming.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
  return forwarded.at(-trustedProxies) ?? socket
}
