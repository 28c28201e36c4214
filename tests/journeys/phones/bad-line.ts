import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { test as base } from '../market.ts'

export interface BadLine {
  /** Ends what is under way in the middle, and lets nothing through. */
  cut(): void
  /** Lets everything through again, uploads slowly or at full speed. */
  mend(bytesPerSecond?: number): void
}

const SLOW_BYTES_PER_SECOND = 60_000

/** The browser's requests go through a proxy whose line breaks when the test says so. */
export const test = base.extend<{ line: BadLine & { port: number } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  line: async ({}, use) => {
    const line = await openLine()
    await use(line)
    await line.close()
  },
  proxy: async ({ line }, use) => use({ server: `http://127.0.0.1:${line.port}`, bypass: '<-loopback>' }),
})

async function openLine() {
  let isCut = false
  let bytesPerSecond = Number.POSITIVE_INFINITY
  const open = new Set<() => void>()

  function pass(incoming: IncomingMessage, response: ServerResponse): void {
    if (isCut) return void incoming.socket.destroy()
    const { method, headers, url = '' } = incoming
    const upstream = ask(url, { method, headers: { ...headers, connection: 'close' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    const end = () => {
      incoming.socket.destroy()
      upstream.destroy()
    }
    open.add(end)
    response.on('close', () => open.delete(end))
    upstream.on('error', end)
    incoming.pipe(slowed(() => (method === 'PATCH' ? bytesPerSecond : Number.POSITIVE_INFINITY))).pipe(upstream)
  }

  const server = createServer(pass)
  // Requests of the test itself.
  server.on('connect', ({ url = '' }, client: Socket) => {
    const { hostname, port } = new URL(`http://${url}`)
    const upstream = connect(Number(port), hostname, () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
    for (const socket of [client, upstream]) socket.on('error', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const end of open) end()
    },
    mend(speed = SLOW_BYTES_PER_SECOND) {
      isCut = false
      bytesPerSecond = speed
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Passes bytes on at a speed, a little at a time. */
function slowed(bytesPerSecond: () => number): Transform {
  return new Transform({
    highWaterMark: 4_096,
    transform(chunk: Buffer, _, done) {
      const speed = bytesPerSecond()
      if (!Number.isFinite(speed)) return done(null, chunk)
      setTimeout(() => done(null, chunk), (chunk.length / speed) * 1_000)
    },
  })
}
