/** What one client may use of the server. */
export interface RealtimeLimits {
  /** For this whole process. */
  connections: number
  /** From one IPv4 address, which a whole town may share behind a phone carrier. */
  connectionsPerAddress: number
  /** From one IPv6 /64, which is one household or phone. */
  connectionsPerNetwork: number
  /** On which one person listens: every open page is one. */
  connectionsPerPerson: number
  channelsPerConnection: number
  joinsPerSecond: number
  /** Messages a client may send. */
  messagesPerSecond: number
  messageBytes: number
  /** What all connections of one address or network may send at once, and how much of it comes back in a second. */
  burstBytes: number
  bytesPerSecond: number
  presenceCallsPer30Seconds: number
  /** Bytes that may wait for a slow client before it is disconnected. */
  unsentBytes: number
  /** Minimum time between two deliveries of one changed row to one client. */
  changeIntervalMs: number
  /** The longest time before a token is verified again. */
  tokenCheckMs: number
}

export const LIMITS: RealtimeLimits = {
  connections: 5_000,
  connectionsPerAddress: 500,
  connectionsPerNetwork: 100,
  connectionsPerPerson: 40,
  channelsPerConnection: 100,
  joinsPerSecond: 50,
  messagesPerSecond: 100,
  messageBytes: 256 * 1024,
  // Everybody behind one carrier joins again at once after a restart, with a token of some 2 KB for each channel.
  burstBytes: 8 * 1024 * 1024,
  bytesPerSecond: 512 * 1024,
  presenceCallsPer30Seconds: 5,
  unsentBytes: 4 * 1024 * 1024,
  changeIntervalMs: 100,
  tokenCheckMs: 300_000,
}

/** Counts in windows of fixed length; `take` is false once a window is full. */
export class RateWindow {
  readonly #limit: number
  readonly #windowMs: number
  #openedAt = 0
  #taken = 0

  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  take(nowMs = performance.now()): boolean {
    if (nowMs - this.#openedAt >= this.#windowMs) {
      this.#openedAt = nowMs
      this.#taken = 0
    }
    this.#taken++
    return this.#taken <= this.#limit
  }
}
