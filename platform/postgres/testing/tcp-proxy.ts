import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between a process and its PostgreSQL server, which a test can disturb. */
interface TcpProxy {
  /** Connection string of the same database through the proxy. */
  connectionString: string
  /** Stops forwarding, like a frozen server. */
  freeze(): void
  thaw(): void
  /** Closes all connections and refuses new ones, like a server that is gone. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Forwards the next commit to the server, and closes the connection before the response. */
  loseNextCommit(): void
  close(): Promise<void>
}

export async function openProxy(connectionString: string): Promise<TcpProxy> {
  const url = new URL(connectionString)
  const upstream = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  let frozen = false
  const server = createServer((client) => {
    const remote = connect(upstream)
    for (const [from, to] of [
      [client, remote],
      [remote, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.once('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
      if (frozen) from.unpipe(to).pause()
    }
    const sendsCommit = finderOf('commit\0')
    client.on('data', (bytes) => sendsCommit(bytes) && loseCommit(client, remote))
    pairs.set(client, remote)
    client.once('close', () => pairs.delete(client))
  })
  const pairs = new Map<Socket, Socket>()
  let dropsNextCommit = false
  function loseCommit(client: Socket, remote: Socket): void {
    if (!dropsNextCommit) return
    dropsNextCommit = false
    remote.unpipe(client)
    // The command tag confirms the commit.
    const confirmsCommit = finderOf('COMMIT\0')
    remote.on('data', (response) => confirmsCommit(response) && client.destroy()).resume()
  }
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const closeAll = async () => {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
  return {
    connectionString: url.href,
    freeze() {
      frozen = true
      for (const [client, remote] of pairs) {
        client.unpipe(remote).pause()
        remote.unpipe(client).pause()
      }
    },
    thaw() {
      frozen = false
      for (const [client, remote] of pairs) {
        client.pipe(remote)
        remote.pipe(client)
      }
    },
    loseNextCommit() {
      dropsNextCommit = true
    },
    cut: closeAll,
    restore: () => listen(port),
    close: closeAll,
  }
}

/** Whether a text is in the bytes so far: a busy machine cuts messages anywhere. */
function finderOf(text: string): (bytes: Buffer) => boolean {
  let tail = ''
  return (bytes) => {
    const seen = tail + bytes.toString('latin1')
    tail = seen.slice(1 - text.length)
    return seen.includes(text)
  }
}
