import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '#platform/postgres/free-port.ts'
import { clientAddress } from './requests/client-address.ts'
import { type Listening, type ServeOptions, serve } from './serve.ts'
import { establishedConnections } from './tests/established.ts'

let listening: Listening | undefined
afterEach(async () => {
  await listening?.stop(0)
  listening = undefined
})

async function start(options: Partial<ServeOptions> = {}): Promise<string> {
  const port = await freePort()
  listening = await serve({
    fetch: async (request) => new Response(clientAddress(request)),
    host: '127.0.0.1',
    port,
    trustedProxies: 0,
    onBug: () => undefined,
    ...options,
  })
  return `http://127.0.0.1:${port}/`
}

const addressSeen = async (url: string, headers: Record<string, string>) => (await fetch(url, { headers })).text()
const forged = { 'X-Client-Address': '9.9.9.9', 'X-Forwarded-For': '6.6.6.6, 7.7.7.7' }

test('uses the address of the connection, whatever the client claims', async () => {
  expect(await addressSeen(await start(), forged)).toBe('127.0.0.1')
})

test('behind our proxies, uses the address that the outermost one saw', async () => {
  const url = await start({ trustedProxies: 1 })
  expect(await addressSeen(url, forged)).toBe('7.7.7.7')
  expect(await addressSeen(url, {})).toBe('127.0.0.1')
})

test('reports a bug and responds 500 without details', async () => {
  const bugs: unknown[] = []
  const url = await start({
    fetch: async () => {
      throw new Error('secret detail')
    },
    onBug: (error) => bugs.push(error),
  })
  const response = await fetch(url)
  expect([response.status, await response.text()]).toEqual([500, 'Something went wrong'])
  expect(bugs).toHaveLength(1)
})

test('names the port that is in use', async () => {
  const port = Number(new URL(await start()).port)
  const second = serve({
    fetch: async () => new Response(),
    host: '127.0.0.1',
    port,
    trustedProxies: 0,
    onBug: () => undefined,
  })
  await expect(second).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use. Stop what runs there`)
})

test('responds 400 to malformed requests', async () => {
  const socket = connect(Number(new URL(await start()).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')
  const [response] = await once(socket, 'data')
  expect(String(response)).toMatch(/^HTTP\/1.1 400/)
  socket.destroy()
})

test('stop waits for running requests and rejects new ones', async () => {
  let finish: (response: Response) => void = () => undefined
  let arrived: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const url = await start({
    fetch: () => {
      arrived()
      return new Promise((resolve) => {
        finish = resolve
      })
    },
  })
  const response = fetch(url)
  await waiting
  const stopped = listening?.stop(10_000)
  finish(new Response('whole'))
  expect(await (await response).text()).toBe('whole')
  await stopped
  await expect(fetch(url)).rejects.toThrow()
})

test('accepts HTTP/1.0 without Host', async () => {
  const socket = connect(Number(new URL(await start()).port), '127.0.0.1')
  socket.write('GET / HTTP/1.0\r\n\r\n')
  const [response] = await once(socket, 'data')
  expect(String(response)).toMatch(/^HTTP\/1.[01] 200/)
  socket.destroy()
})

test('without keep-alive, closes each connection after its response, and accepts new ones until it stops', async () => {
  let finish: (response: Response) => void = () => undefined
  const url = await start({
    fetch: (request) =>
      request.url.endsWith('/slow')
        ? new Promise((resolve) => {
            finish = resolve
          })
        : Promise.resolve(new Response('quick')),
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (path: string) =>
    new Promise<string>((resolve, reject) => {
      get(url + path, { agent }, (response) => {
        response.resume()
        response.once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`))
      }).once('error', reject)
    })
  expect(await send('')).toBe('200 keep-alive')
  const running = send('slow')
  await vi.waitFor(() => expect(finish).toHaveLength(1))
  listening?.endKeepAlive()
  finish(new Response('slow'))
  expect(await running).toBe('200 close')
  expect(await send('')).toBe('200 close')
  await listening?.stop(10_000)
  await expect(send('')).rejects.toThrow('ECONNREFUSED')
})

test('disconnects a client that never reads its response, and frees the memory', async () => {
  const url = new URL(
    await start({ idleTimeoutMs: 100, fetch: async () => new Response(new Uint8Array(64 * 1024 * 1024)) }),
  )
  const socket = connect({ host: url.hostname, port: Number(url.port) })
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  socket.pause()
  const open = () => new Promise<number>((resolve) => listening?.server.getConnections((_, count) => resolve(count)))
  await vi.waitFor(async () => expect(await open()).toBe(1))
  await vi.waitFor(async () => expect(await open()).toBe(0), 20_000)
  socket.destroy()
})

test('limits the pipelined requests of a connection', async () => {
  let requests = 0
  const url = new URL(
    await start({
      fetch: () => {
        requests += 1
        return new Promise(() => undefined)
      },
    }),
  )
  const socket = connect({ host: url.hostname, port: Number(url.port) })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100))
  socket.resume()
  await once(socket, 'close')
  expect(requests).toBe(16)
})

test.runIf(existsSync('/proc/net/tcp'))('accepts a burst of connections while the process is busy', async () => {
  const port = Number(new URL(await start()).port)
  const arriving = Array.from({ length: 1_500 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  // Node connects in the next tick; the server has not run by then.
  await new Promise(process.nextTick)
  const accepted = establishedConnections().filter(({ remotePort }) => remotePort === port)
  for (const socket of arriving) socket.destroy()
  // The maximum of this machine.
  const [limit] = /^\d+/.exec(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) ?? ['0']
  expect(accepted.length).toBeGreaterThanOrEqual(Math.min(1_500, Number(limit)))
})
