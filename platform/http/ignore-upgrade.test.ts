import { createServer, type IncomingMessage, type RequestOptions, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asksForOtherProtocol, ignoreUpgrade } from './ignore-upgrade.ts'

const server = createServer((incoming, outgoing) => {
  let body = ''
  incoming.on('data', (chunk) => (body += chunk))
  incoming.on('end', () => outgoing.end(`${incoming.method} ${incoming.url} ${incoming.headers['x-word']} ${body}`))
})
server.on('upgrade', (incoming, socket, head) => {
  if (asksForOtherProtocol(incoming)) ignoreUpgrade(server, incoming, { socket, head })
  else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve())))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function send(options: RequestOptions, body?: string | string[]): Promise<[status: number | undefined, text: string]> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const requested = request({ host: '127.0.0.1', port, agent: false, ...options }, (answer: IncomingMessage) => {
      let text = ''
      answer.on('data', (chunk) => (text += chunk))
      answer.on('end', () => resolve([answer.statusCode, text]))
    })
    requested.on('error', reject)
    for (const part of [body ?? []].flat()) requested.write(part)
    requested.end()
  })
}

const H2C = {
  upgrade: 'h2c',
  'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
  connection: 'Upgrade, HTTP2-Settings',
  'x-word': 'rice',
}

test('handles a request that offers HTTP/2 as it is', async () => {
  expect(await send({ path: '/a?b=c', headers: H2C })).toEqual([200, 'GET /a?b=c rice '])
})

test('handles one with a body too, with and without Content-Length', async () => {
  const large = 'rice '.repeat(50_000)
  for (const headers of [
    { ...H2C, 'content-length': String(large.length) },
    { ...H2C, 'transfer-encoding': 'chunked' },
  ]) {
    const [status, text] = await send({ method: 'POST', path: '/', headers }, large)
    expect([status, text.length, text === `POST / rice ${large}`]).toEqual([200, large.length + 12, true])
  }
})

test('leaves websockets to their own listener', async () => {
  const headers = { upgrade: 'WebSocket', connection: 'Upgrade' }
  expect(await send({ path: '/', headers })).toEqual([404, ''])
})
