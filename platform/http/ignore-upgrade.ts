import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

const DROPPED = new Set(['upgrade', 'http2-settings', 'connection'])

/** Whether a request asks for a protocol other than websockets, such as HTTP/2 without encryption. */
export function asksForOtherProtocol({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.trim().toLowerCase() !== 'websocket'
}

/**
 * A server may ignore an upgrade and answer the request as it is. Node gives up its parser for every upgrade once somebody
 * listens for one, so the request is read again without the headers that ask for it; its body is still on the socket.
 */
export function ignoreUpgrade(
  server: Server,
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`]
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2)
    if (!DROPPED.has(name.toLowerCase())) lines.push(`${name}: ${value}`)
  }
  // The socket gets its listeners a second time, which must not go on for as long as somebody keeps asking.
  lines.push('Connection: close')
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
