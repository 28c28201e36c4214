import type { Worker } from 'node:cluster'

interface Handle {
  close(): void
}

interface Internal {
  act?: string
  seq?: number
  ack?: number
}

/**
 * Node's main process hands each new connection to a worker and lets go of it when the worker says that it has it. A worker that is killed
 * in between never says so, and whoever opened the connection would wait for ever: this lets go of it, so that they can try again.
 * NOTE: it reads the messages that Node's cluster sends itself; if those change, it does nothing, and a test of it fails.
 */
export function endLostHandOvers({ process: child }: Worker): void {
  const under = new Map<number, Handle>()
  const send = child.send.bind(child) as (...parts: unknown[]) => boolean
  child.send = (...parts: unknown[]) => {
    const [message, handle] = parts as [Internal, Handle | undefined]
    if (message?.act === 'newconn' && message.seq !== undefined && handle) under.set(message.seq, handle)
    return send(...parts)
  }
  child.on('internalMessage', (message: Internal) => {
    if (message.ack !== undefined) under.delete(message.ack)
  })
  child.once('exit', () => {
    for (const handle of under.values()) handle.close()
  })
}
