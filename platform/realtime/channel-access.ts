import type { Identity } from '#platform/postgres/database.ts'
import { type Credentials, type KeyHolder, readCredentials } from './credentials.ts'
import type { Hub } from './hub.ts'
import { type Actor, personOf } from './limits/budgets.ts'
import { type ChannelReply, failed } from './reply.ts'
import { type ChannelName, type ChannelRights, mayJoin, rightsOf } from './rights/policy.ts'

/** The interface of a connection for those who use its channels. */
export interface AccessConnection extends KeyHolder {
  hub: Hub
  /** Whether the connection may also act for this user. */
  admit(credentials: Credentials): boolean
  actorOf(credentials: Credentials): Actor
}

const TOO_MANY_CONNECTIONS = 'ConnectionRateLimitReached: Too many connected'
const TOO_MANY_JOINS = 'ClientJoinRateLimitReached: Too many joins per second'

/**
 * The person who uses a channel, and their rights: these are asked when it is joined, with each new token, and again after
 * `tokenCheckMs`.
 */
export class ChannelAccess {
  readonly #connection: AccessConnection
  readonly #channel: ChannelName
  #credentials: Credentials
  #rights: ChannelRights
  #timer: NodeJS.Timeout | undefined
  #ended = false

  private constructor(
    connection: AccessConnection,
    channel: ChannelName,
    { credentials, rights }: { credentials: Credentials; rights: ChannelRights },
  ) {
    this.#connection = connection
    this.#channel = channel
    this.#credentials = credentials
    this.#rights = rights
  }

  /** Returns an error reply if the join is rejected. */
  static async open(
    token: unknown,
    connection: AccessConnection,
    channel: ChannelName,
  ): Promise<ChannelAccess | ChannelReply> {
    const { hub } = connection
    const credentials = await readCredentials(token, connection, hub.verifyAccessToken)
    if (!credentials) return failed('InvalidJWTToken: Invalid or expired token')
    if (!connection.admit(credentials)) return failed(TOO_MANY_CONNECTIONS)
    const { identity } = credentials
    if (identity.role !== 'service_role' && !hub.budgets.join(connection.actorOf(credentials))) {
      return failed(TOO_MANY_JOINS)
    }
    const rights = await rightsOf(hub.policy, identity, channel)
    if (!mayJoin(rights)) {
      return failed(`Unauthorized: You do not have permissions to read from this Channel topic: ${channel.topic}`)
    }
    return new ChannelAccess(connection, channel, { credentials, rights })
  }

  get identity(): Identity {
    return this.#credentials.identity
  }

  get rights(): ChannelRights {
    return this.#rights
  }

  get actor(): Actor {
    return this.#connection.actorOf(this.#credentials)
  }

  /** False for a channel that was joined with an API key, which has no session to end. */
  get hasSession(): boolean {
    return this.#credentials.token !== null
  }

  /** Whether the session is still live: it may have ended while the join was handled. */
  async isLive(): Promise<boolean> {
    return !this.hasSession || (await this.#readOwnToken()) !== null
  }

  /** Takes over a new token; returns why the channel has to end instead, or null. */
  async renew(token: unknown): Promise<string | null> {
    const { hub } = this.#connection
    const renewed = await readCredentials(token, this.#connection, hub.verifyAccessToken)
    if (!renewed) return 'Invalid or expired token'
    if (!this.#connection.admit(renewed)) return TOO_MANY_CONNECTIONS
    const isOther = personOf(renewed.identity.claims) !== personOf(this.identity.claims)
    if (isOther && hub.topics.hasOwnKeys(this.#channel.topic)) return 'This channel was joined as another person'
    const rights = await rightsOf(hub.policy, renewed.identity, this.#channel)
    if (!mayJoin(rights)) return 'You do not have permissions to read from this topic'
    this.#credentials = renewed
    this.#rights = rights
    return null
  }

  /** Checks token and rights again when the token expires, and in intervals. Calls `end` once access has ended. */
  watch(end: (reason: string) => void): void {
    clearTimeout(this.#timer)
    const { token, expiresAtMs } = this.#credentials
    if ((token === null && !this.#channel.private) || this.#ended) return
    const { limits, onFault } = this.#connection.hub
    const waitMs = Math.max(0, Math.min(expiresAtMs - Date.now(), limits.tokenCheckMs))
    const check = async () => {
      const reason = await this.#checkAgain()
      if (reason) end(reason)
      else this.watch(end)
    }
    this.#timer = setTimeout(() => {
      check().catch((fault: unknown) => {
        onFault(fault)
        // Rights that cannot be asked now are asked again, not given up.
        this.watch(end)
      })
    }, waitMs)
    this.#timer.unref()
  }

  stop(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  async #checkAgain(): Promise<string | null> {
    const { expiresAtMs, identity } = this.#credentials
    if (Date.now() >= expiresAtMs) return 'Token has expired'
    if (this.hasSession && !(await this.#readOwnToken())) return 'Access to this topic has ended'
    const rights = await rightsOf(this.#connection.hub.policy, identity, this.#channel)
    // A token that came in the meantime has had its own rights asked.
    if (identity === this.#credentials.identity) this.#rights = rights
    return mayJoin(this.#rights) ? null : 'Access to this topic has ended'
  }

  #readOwnToken(): Promise<Credentials | null> {
    return readCredentials(this.#credentials.token, this.#connection, this.#connection.hub.verifyAccessToken)
  }
}
