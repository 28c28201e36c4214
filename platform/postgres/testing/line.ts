import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** The line between a process and its PostgreSQL server, which a test can disturb. */
interface Line {
  /** The same database, by this line. */
  connectionString: string
  /** Bytes stop arriving, as from a server that is frozen. */
  freeze(): void
  thaw(): void
  /** Cuts all connections and refuses new ones, as a server that is gone. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** The next commit reaches the server, and the line is cut before anything comes back. */
  loseNextCommit(): void
  close(): Promise<void>
}

export async function openLine(connectionString: string): Promise<Line> {
  const url = new URL(connectionString)
  const far = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  let frozen = false
  const server = createServer((near) => {
    const other = connect(far)
    for (const [from, to] of [
      [near, other],
      [other, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.once('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
      if (from === near) near.on('data', (bytes) => watchForCommit(bytes, [near, other]))
      if (frozen) from.unpipe(to).pause()
    }
    pairs.set(near, other)
    near.once('close', () => pairs.delete(near))
  })
  const pairs = new Map<Socket, Socket>()
  let losesCommit = false
  function watchForCommit(sent: Buffer, [near, other]: [Socket, Socket]): void {
    if (!losesCommit || !sent.includes('commit\0')) return
    losesCommit = false
    other.unpipe(near)
    // The command's tag tells that the server has kept it.
    other.on('data', (answered) => answered.includes('COMMIT\0') && near.destroy()).resume()
  }
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const closed = async () => {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
  return {
    connectionString: url.href,
    freeze() {
      frozen = true
      for (const [near, other] of pairs) {
        near.unpipe(other).pause()
        other.unpipe(near).pause()
      }
    },
    thaw() {
      frozen = false
      for (const [near, other] of pairs) {
        near.pipe(other)
        other.pipe(near)
      }
    },
    loseNextCommit() {
      losesCommit = true
    },
    cut: closed,
    mend: () => listen(port),
    close: closed,
  }
}
