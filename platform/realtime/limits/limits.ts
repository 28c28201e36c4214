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
  /** Members of one channel in a process, because each message goes to all of them. Counted channels have no messages. */
  membersPerChannel: number
  joinsPerSecond: number
  /** Over all connections of a person, or of an address or network; a burst may have ten seconds' worth. */
  joinsPerSecondPerPerson: number
  joinsPerSecondPerAddress: number
  /** Messages that a connection may send; over HTTP, all callers of a process without the secret key together. */
  messagesPerSecond: number
  /** Broadcasts and presence over all connections and HTTP, with the same bursts. */
  messagesPerSecondPerPerson: number
  messagesPerSecondPerAddress: number
  messagesPerSecondPerChannel: number
  messageBytes: number
  /** Byte budget of all connections of one address or network, and its refill per second. */
  burstBytes: number
  bytesPerSecond: number
  presenceCallsPer30Seconds: number
  presenceCallsPer30SecondsPerPerson: number
  /** JSON of one presence; everyone in the channel receives those of all others. */
  presenceBytes: number
  /** Minimum time between two counts that a counted channel is told. */
  countIntervalMs: number
  /** Members of one address or network that count in a counted channel, over all processes. */
  countedPerNetwork: number
  /** Maximum bytes buffered for a slow client before it is disconnected. */
  unsentBytes: number
  /** Minimum time between two deliveries of one changed row to one client. */
  changeIntervalMs: number
  /** Maximum time until a token is verified, and its rights are asked, again. */
  tokenCheckMs: number
}

export const LIMITS: RealtimeLimits = {
  connections: 5_000,
  connectionsPerAddress: 500,
  connectionsPerNetwork: 100,
  connectionsPerUser: 40,
  channelsPerConnection: 100,
  membersPerChannel: 1_000,
  joinsPerSecond: 50,
  joinsPerSecondPerPerson: 20,
  // After a restart, all clients behind one carrier rejoin at once.
  joinsPerSecondPerAddress: 100,
  messagesPerSecond: 100,
  messagesPerSecondPerPerson: 50,
  messagesPerSecondPerAddress: 200,
  messagesPerSecondPerChannel: 100,
  messageBytes: 256 * 1024,
  // After a restart, all clients behind one carrier rejoin at once, with a token of about 2 KB per channel.
  burstBytes: 8 * 1024 * 1024,
  bytesPerSecond: 512 * 1024,
  presenceCallsPer30Seconds: 5,
  presenceCallsPer30SecondsPerPerson: 60,
  presenceBytes: 2_048,
  countIntervalMs: 3_000,
  // A mobile carrier has many people behind one IPv4 address: there, too few are told rather than too many.
  countedPerNetwork: 5,
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
