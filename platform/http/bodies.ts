import type { IncomingMessage, ServerResponse } from 'node:http'

interface BodiesOptions {
  /** Of all requests that are under way. */
  mostBytes: number
  /** What a request is taken to bring that does not tell: the most that any door takes. */
  untoldBytes: number
  /** Up to here a body is always let in, so that slow senders of large ones keep nobody from sending a form. */
  smallBytes: number
}

interface Bodies {
  /** False where its body finds no room. The room is free again when the answer has ended. */
  admits(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  bytes(): number
}

/** Bodies are held in memory until they are whole and worked on: this many bytes of them at once, however many send. */
export function boundBodies({ mostBytes, untoldBytes, smallBytes }: BodiesOptions): Bodies {
  let held = 0
  return {
    bytes: () => held,
    admits({ headers }, outgoing) {
      const length = headers['content-length']
      const bytes = length === undefined ? (headers['transfer-encoding'] ? untoldBytes : 0) : Number(length)
      if (!(bytes > smallBytes)) return true
      // More than any door takes is refused behind it without being read.
      const counted = Math.min(bytes, untoldBytes)
      if (held + counted > mostBytes) return false
      held += counted
      outgoing.once('close', () => {
        held -= counted
      })
      return true
    },
  }
}
