/** First what it needs; later how to end: with everybody else, or alone after `retire` milliseconds for its open connections. */
export type ToWorker = { handed: unknown } | { retire: number } | 'close'

/** That a worker hears what it is told, and that it answers people. */
export type ToMain = 'listening' | 'ready'
