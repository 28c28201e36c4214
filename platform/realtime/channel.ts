import type { Identity } from '#platform/postgres/database.ts'
import type { Envelope } from './bus.ts'
import { resolveBinding } from './changes/bindings.ts'
import type { TableSubscription, Watcher } from './changes/table-watch.ts'
import { type ChannelConfig, readChannelConfig } from './channel-config.ts'
import { ChannelPresence } from './channel-presence.ts'
import { type Credentials, type IsEnded, type KeyHolder, readCredentials } from './credentials.ts'
import { encodeFrame, encodePush, type Frame, type Version } from './frames.ts'
import type { Hub } from './hub.ts'
import { mayUse } from './policy.ts'
import { type ChannelReply, failed, OK } from './reply.ts'
import { type Member, roomKey } from './rooms.ts'

/** The interface of a connection for its channels. */
export interface ChannelConnection extends KeyHolder {
  hub: Hub
  version: Version
  send(message: string | Uint8Array): void
  /** Whether the connection may also act for this user. */
  admit(credentials: Credentials): boolean
  forget(channel: Channel): void
}

const TOO_MANY_CONNECTIONS = 'ConnectionRateLimitReached: Too many connected'

/** One joined topic of one connection. */
export class Channel implements Member, Watcher {
  readonly version: Version
  readonly fullTopic: string
  readonly topic: string
  readonly joinRef: string | null
  readonly #connection: ChannelConnection
  readonly #config: ChannelConfig
  readonly #presence: ChannelPresence
  readonly #leaves: (() => void)[] = []
  #credentials: Credentials
  #unwatch: () => void = () => undefined
  #tokenTimer: NodeJS.Timeout | undefined
  #closed = false
  readonly receivesPresence: boolean

  private constructor(
    connection: ChannelConnection,
    frame: Frame,
    { config, credentials }: { config: ChannelConfig; credentials: Credentials },
  ) {
    this.#connection = connection
    this.version = connection.version
    this.fullTopic = frame.topic
    this.topic = frame.topic.slice('realtime:'.length)
    this.joinRef = frame.joinRef ?? frame.ref
    this.#config = config
    this.#credentials = credentials
    const room = { topic: this.topic, private: config.private }
    this.#presence = new ChannelPresence(connection.hub, { ...room, key: config.key })
    this.receivesPresence = config.presenceEnabled
  }

  /** Returns an error reply instead of a channel if the join is rejected. */
  static async join(connection: ChannelConnection, frame: Frame): Promise<Channel | ChannelReply> {
    const config = readChannelConfig(frame.payload.config)
    if (!config) return failed('Malformed channel configuration')
    const credentials = await readCredentials(frame.payload.access_token, connection, connection.hub.verifyAccessToken)
    if (!credentials) return failed('InvalidJWTToken: Invalid or expired token')
    if (!connection.admit(credentials)) return failed(TOO_MANY_CONNECTIONS)
    const channel = new Channel(connection, frame, { config, credentials })
    if (!(await channel.#may('mayRead', credentials.identity))) {
      return failed(`Unauthorized: You do not have permissions to read from this Channel topic: ${channel.topic}`)
    }
    return channel
  }

  get identity(): Identity {
    return this.#credentials.identity
  }

  /** False for a channel that was joined with an API key, which has no session to end. */
  get hasSession(): boolean {
    return this.#credentials.token !== null
  }

  /** Closes the channel if its session has ended. */
  endSession(isEnded: IsEnded): void {
    if (isEnded(this.identity.claims)) this.#terminate('The session has ended')
  }

  /** Whether the channel follows rows of tables. */
  get watches(): boolean {
    return this.#config.bindings.length > 0
  }

  /**
   * Starts deliveries, replies to the join, and reports whether changes will be delivered. A binding that cannot be
   * served fails all of them, but not the join.
   */
  async open(ref: string | null): Promise<void> {
    // The session may have ended during the policy check.
    if (this.hasSession && !(await this.#readOwnToken())) return this.#terminate('The session has ended')
    const problem = await this.#watch()
    if (this.#closed) return
    this.#leaves.push(
      this.#connection.hub.rooms.enter(roomKey({ topic: this.topic, private: this.#config.private }), this),
    )
    this.#scheduleTokenCheck()
    const bindings = this.#config.bindings
    this.#reply(ref, { status: 'ok', response: { postgres_changes: bindings } })
    if (problem) this.#system('postgres_changes', 'error', problem)
    else if (this.watches) this.#system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    if (this.#config.presenceEnabled) await this.#sendPresenceState()
  }

  async receive(frame: Frame): Promise<void> {
    switch (frame.event) {
      case 'broadcast':
        return this.#broadcast(frame)
      case 'presence':
        return this.#reply(
          frame.ref,
          await this.#presence.receive(frame.payload, () => this.#may('mayWrite', this.identity)),
        )
      case 'access_token':
        return this.#renew(frame.payload.access_token)
      case 'phx_leave':
        this.#reply(frame.ref, OK)
        return this.close()
      default:
        return this.#reply(frame.ref, failed(`Unknown event: ${frame.event.slice(0, 100)}`))
    }
  }

  send(message: string | Uint8Array): void {
    this.#connection.send(message)
  }

  deliver(ids: number[], dataJson: string): void {
    const payloadJson = `{"ids":${JSON.stringify(ids)},"data":${dataJson}}`
    this.send(encodePush(this.version, { topic: this.fullTopic, event: 'postgres_changes', payloadJson }))
  }

  /** Closes the channel and notifies the client. */
  close(event: 'phx_close' | 'phx_error' = 'phx_close'): void {
    if (this.#closed) return
    this.drop()
    this.send(
      encodeFrame(this.version, {
        joinRef: this.joinRef,
        ref: this.joinRef,
        topic: this.fullTopic,
        event,
        payload: {},
      }),
    )
  }

  /** Closes the channel without a message, for a connection that is gone. */
  drop(): void {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#tokenTimer)
    this.#unwatch()
    for (const leave of this.#leaves) leave()
    this.#connection.forget(this)
    this.#presence.leave()
  }

  async #watch(): Promise<string | null> {
    const { database, findWatchable, feed } = this.#connection.hub
    const subscriptions: TableSubscription[] = []
    let problem: string | null = null
    for (const binding of this.#config.bindings) {
      const found = await resolveBinding(binding, { database, findWatchable, identity: this.identity })
      if (typeof found === 'string') problem = found
      else subscriptions.push(...found)
    }
    this.#unwatch()
    this.#unwatch = () => undefined
    if (!problem && !this.#closed) this.#unwatch = feed.watch(this, subscriptions)
    return problem
  }

  async #broadcast({ ref, payload }: Frame): Promise<void> {
    const { event, payload: content } = payload
    if (typeof event !== 'string' || event.length > 255) return this.#reply(ref, failed('Malformed broadcast'))
    if (!(await this.#may('mayWrite', this.identity))) {
      return this.#reply(
        ref,
        failed(`Unauthorized: You do not have permissions to write to this Channel topic: ${this.topic}`),
      )
    }
    const body =
      content instanceof Uint8Array ? { bytes: Buffer.from(content).toString('base64') } : { payload: content ?? {} }
    const envelope: Envelope = { topic: this.topic, event, private: this.#config.private, ...body }
    const { rooms, bus, onFault } = this.#connection.hub
    rooms.broadcast(envelope, this.#config.self ? undefined : this)
    if (!this.#config.ack) return void bus.post(envelope).catch(onFault)
    try {
      await bus.post(envelope)
      this.#reply(ref, OK)
    } catch (fault) {
      onFault(fault)
      this.#reply(ref, failed('The message could not be passed on'))
    }
  }

  async #sendPresenceState(): Promise<void> {
    const state = await this.#connection.hub.presence.stateOf({ topic: this.topic, private: this.#config.private })
    const payloadJson = JSON.stringify(state)
    this.send(encodePush(this.version, { topic: this.fullTopic, event: 'presence_state', payloadJson }))
  }

  async #renew(token: unknown): Promise<void> {
    if (token === undefined || token === null || (typeof token === 'string' && token.startsWith('sb_'))) return
    const renewed = await readCredentials(token, this.#connection, this.#connection.hub.verifyAccessToken)
    if (!renewed) return this.#terminate('Invalid or expired token')
    if (!this.#connection.admit(renewed)) return this.#terminate(TOO_MANY_CONNECTIONS)
    if (!(await this.#may('mayRead', renewed.identity)))
      return this.#terminate('You do not have permissions to read from this topic')
    const changed = JSON.stringify(renewed.identity) !== JSON.stringify(this.identity)
    this.#credentials = renewed
    this.#scheduleTokenCheck()
    const problem = changed && this.watches ? await this.#watch() : null
    if (problem) this.#terminate(problem)
  }

  #scheduleTokenCheck(): void {
    clearTimeout(this.#tokenTimer)
    const { token, expiresAtMs } = this.#credentials
    if (token === null || this.#closed) return
    const waitMs = Math.max(0, Math.min(expiresAtMs - Date.now(), this.#connection.hub.limits.tokenCheckMs))
    this.#tokenTimer = setTimeout(() => void this.#checkToken().catch(this.#connection.hub.onFault), waitMs)
    this.#tokenTimer.unref()
  }

  async #checkToken(): Promise<void> {
    const { expiresAtMs, identity } = this.#credentials
    if (Date.now() >= expiresAtMs) return this.#terminate('Token has expired')
    const renewed = await this.#readOwnToken()
    if (!renewed || !(await this.#may('mayRead', identity))) return this.#terminate('Access to this topic has ended')
    this.#scheduleTokenCheck()
  }

  #readOwnToken(): Promise<Credentials | null> {
    return readCredentials(this.#credentials.token, this.#connection, this.#connection.hub.verifyAccessToken)
  }

  #terminate(message: string): void {
    if (this.#closed) return
    this.#system('system', 'error', message)
    this.close()
  }

  #may(verb: 'mayRead' | 'mayWrite', identity: Identity): Promise<boolean> {
    return mayUse(this.#connection.hub.policy, verb, { identity, topic: this.topic, private: this.#config.private })
  }

  #reply(ref: string | null, reply: ChannelReply): void {
    if (ref === null) return
    const frame = { joinRef: this.joinRef, ref, topic: this.fullTopic, event: 'phx_reply', payload: { ...reply } }
    this.send(encodeFrame(this.version, frame))
  }

  #system(extension: string, status: 'ok' | 'error', message: string): void {
    const payloadJson = JSON.stringify({ extension, status, message, channel: this.topic })
    this.send(encodePush(this.version, { topic: this.fullTopic, event: 'system', payloadJson }))
  }
}
