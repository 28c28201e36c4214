/**
 * Message to a worker: first its input, later whether processes are being replaced, and at last how to exit: `close` with
 * all others, `retire` alone, with the time in ms for its open connections.
 */
export type ToWorker = { handed: unknown } | { renewing: boolean } | { retire: number } | 'close'

/** Message from a worker: it listens for messages, or it serves requests. */
export type ToMain = 'listening' | 'ready'
