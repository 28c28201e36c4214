import type { IncomingMessage, ServerResponse } from 'node:http'

interface BodiesOptions {
  /** For all requests in progress together. */
  maxBytes: number
  /** Assumed size of a body without Content-Length: the largest that any handler accepts. */
  assumedBytes: number
  /** Bodies up to this size are always admitted, so that slow uploads of large ones can't block a form. */
  exemptBytes: number
}

interface Bodies {
  /** False if there is no room for the body. The room is freed when the response has ended. */
  admits(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  bytes(): number
}

/** Limits the memory for request bodies, which are buffered completely before they are processed. */
export function limitBodyMemory({ maxBytes, assumedBytes, exemptBytes }: BodiesOptions): Bodies {
  let usedBytes = 0
  return {
    bytes: () => usedBytes,
    admits({ headers }, outgoing) {
      const length = headers['content-length']
      const bytes = length === undefined ? (headers['transfer-encoding'] ? assumedBytes : 0) : Number(length)
      if (!(bytes > exemptBytes)) return true
      // A larger body is rejected by its handler without being read.
      const reserved = Math.min(bytes, assumedBytes)
      if (usedBytes + reserved > maxBytes) return false
      usedBytes += reserved
      outgoing.once('close', () => {
        usedBytes -= reserved
      })
      return true
    },
  }
}
