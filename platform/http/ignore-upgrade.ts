import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

const DROPPED = new Set(['upgrade', 'http2-settings', 'connection'])

/** Whether a request asks to upgrade to a protocol other than websockets, such as h2c. */
export function asksForOtherProtocol({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.trim().toLowerCase() !== 'websocket'
}

/**
 * Ignores an upgrade and handles the request as it is. Node detaches its parser for every upgrade once there is a
 * listener for them, so the request is parsed again without the headers that ask for it; its body is still on the
 * socket.
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
  // The socket's listeners are added a second time, which must not repeat for each request of the connection.
  lines.push('Connection: close')
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
