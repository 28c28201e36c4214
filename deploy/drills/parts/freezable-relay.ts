import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP relay to a port of this machine, which drops all data once it is frozen, including data in transit. */
export async function openFreezableRelay(to: number) {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: to })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy()).once('close', () => other.destroy())
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
