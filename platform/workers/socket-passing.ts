import type { Worker } from 'node:cluster'

interface SocketHandle {
  close(): void
}

interface ClusterMessage {
  act?: string
  seq?: number
  ack?: number
}

/**
 * Closes sockets that a dead worker never accepted. Node's main process passes each new connection to a worker and
 * releases it when the worker acknowledges it. A worker that is killed in between never does, and the client would wait
 * for ever: closing the socket lets it retry.
 * NOTE: This reads the internal messages of Node's cluster module; if they change it does nothing, and its test fails.
 */
export function closeUnacknowledgedSockets({ process: child }: Worker): void {
  const unacknowledged = new Map<number, SocketHandle>()
  const send = child.send.bind(child) as (...parts: unknown[]) => boolean
  child.send = (...parts: unknown[]) => {
    const [message, handle] = parts as [ClusterMessage, SocketHandle | undefined]
    if (message?.act === 'newconn' && message.seq !== undefined && handle) unacknowledged.set(message.seq, handle)
    return send(...parts)
  }
  child.on('internalMessage', (message: ClusterMessage) => {
    if (message.ack !== undefined) unacknowledged.delete(message.ack)
  })
  child.once('exit', () => {
    for (const handle of unacknowledged.values()) handle.close()
  })
}
