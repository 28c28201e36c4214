import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** A fake server that accepts every login and returns its timeline for every statement. */
interface FakeServer {
  connectionString: string
  /** Timeline of a primary; null for a standby. */
  timeline: string | null
  /** Reads without responding, like a host behind a broken network. */
  isSilent: boolean
  /** Closes all connections and refuses new ones. */
  end(): Promise<void>
}

export async function startFakeServer(timeline: string | null): Promise<FakeServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    let isLoggedIn = false
    socket.on('data', (bytes) => {
      if (fake.isSilent) return
      if (!isLoggedIn) socket.write(Buffer.concat([message('R', int32(0)), READY]))
      else if (bytes[0] === 'Q'.charCodeAt(0)) socket.write(rowOf(fake.timeline))
      isLoggedIn = true
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fake: FakeServer = {
    connectionString: `postgres://me@127.0.0.1:${port}/market`,
    timeline,
    isSilent: false,
    async end() {
      if (!server.listening) return
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
  return fake
}

const int16 = (value: number) => Buffer.from([(value >> 8) & 255, value & 255])
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const message = (type: string, body: Buffer) => Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
const READY = message('Z', Buffer.from('I'))

/** One row of one text column. */
function rowOf(value: string | null): Buffer {
  const column = Buffer.concat([
    Buffer.from('timeline\0'),
    int32(0),
    int16(0),
    int32(25),
    int16(-1),
    int32(-1),
    int16(0),
  ])
  const field = value === null ? int32(-1) : Buffer.concat([int32(value.length), Buffer.from(value)])
  return Buffer.concat([
    message('T', Buffer.concat([int16(1), column])),
    message('D', Buffer.concat([int16(1), field])),
    message('C', Buffer.from('SELECT 1\0')),
    READY,
  ])
}
