import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** A server that lets everybody in and answers every statement with one value: the timeline it believes to be the primary of. */
interface ActedServer {
  connectionString: string
  /** Of the primary it is; null while it is a standby. */
  timeline: string | null
  /** Takes what is sent and says nothing, as a machine that the network swallowed. */
  isSilent: boolean
  /** Cuts all connections and refuses new ones. */
  end(): Promise<void>
}

export async function actServer(timeline: string | null): Promise<ActedServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    let isIn = false
    socket.on('data', (bytes) => {
      if (acted.isSilent) return
      if (!isIn) socket.write(Buffer.concat([message('R', int32(0)), READY]))
      else if (bytes[0] === 'Q'.charCodeAt(0)) socket.write(rowOf(acted.timeline))
      isIn = true
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const acted: ActedServer = {
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
  return acted
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
