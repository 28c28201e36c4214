/** Limits per client, unless stated otherwise. */
export interface RealtimeLimits {
  /** Per process. */
  connections: number
  /** Per IPv4 address, which a whole town may share behind carrier-grade NAT. */
  connectionsPerAddress: number
  /** Per IPv6 /64, which is one household or phone. */
  connectionsPerNetwork: number
  /** Per user; every open page is one connection. */
  connectionsPerUser: number
  channelsPerConnection: number
  joinsPerSecond: number
  /** Messages that a connection may send; over HTTP, all callers of a process without the secret key together. */
  messagesPerSecond: number
  messageBytes: number
  /** Byte budget of all connections of one address or network, and its refill per second. */
  burstBytes: number
  bytesPerSecond: number
  presenceCallsPer30Seconds: number
  /** Maximum bytes buffered for a slow client before it is disconnected. */
  unsentBytes: number
  /** Minimum time between two deliveries of one changed row to one client. */
  changeIntervalMs: number
  /** Maximum time until a token is verified again. */
  tokenCheckMs: number
}

export const LIMITS: RealtimeLimits = {
  connections: 5_000,
  connectionsPerAddress: 500,
  connectionsPerNetwork: 100,
  connectionsPerUser: 40,
  channelsPerConnection: 100,
  joinsPerSecond: 50,
  messagesPerSecond: 100,
  messageBytes: 256 * 1024,
  // After a restart, all clients behind one carrier rejoin at once, with a token of about 2 KB per channel.
  burstBytes: 8 * 1024 * 1024,
  bytesPerSecond: 512 * 1024,
  presenceCallsPer30Seconds: 5,
  unsentBytes: 4 * 1024 * 1024,
  changeIntervalMs: 100,
  tokenCheckMs: 300_000,
}

/** A fixed-window rate limiter in memory; `take` returns false once the window is full. */
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
