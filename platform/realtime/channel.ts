import type { Identity } from '#platform/postgres/database.ts'
import { interestsOf } from './bindings.ts'
import type { Envelope } from './bus.ts'
import { type ChannelConfig, readChannelConfig } from './channel-config.ts'
import { type Credentials, type IsEnded, type KeyHolder, readCredentials } from './credentials.ts'
import { encodeFrame, encodePush, type Frame, type Version } from './frames.ts'
import type { Hub } from './hub.ts'
import { OwnPresence } from './own-presence.ts'
import { mayUse } from './policy.ts'
import { failed, OK, type Reply } from './reply.ts'
import { type Member, roomOf } from './rooms.ts'
import type { Interest, Watcher } from './table-watch.ts'

/** The connection as its channels see it. */
export interface Line extends KeyHolder {
  hub: Hub
  version: Version
  send(message: string | Uint8Array): void
  /** Whether the connection may act for this person as well. */
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
  readonly #line: Line
  readonly #config: ChannelConfig
  readonly #presence: OwnPresence
  readonly #leaves: (() => void)[] = []
  #credentials: Credentials
  #unwatch: () => void = () => undefined
  #tokenTimer: NodeJS.Timeout | undefined
  #closed = false
  readonly hearsPresence: boolean

  private constructor(
    line: Line,
    frame: Frame,
    { config, credentials }: { config: ChannelConfig; credentials: Credentials },
  ) {
    this.#line = line
    this.version = line.version
    this.fullTopic = frame.topic
    this.topic = frame.topic.slice('realtime:'.length)
    this.joinRef = frame.joinRef ?? frame.ref
    this.#config = config
    this.#credentials = credentials
    const room = { topic: this.topic, private: config.private }
    this.#presence = new OwnPresence(line.hub, { ...room, key: config.key })
    this.hearsPresence = config.presenceEnabled
  }

  /** Returns a reply instead of a channel if the join is refused. */
  static async join(line: Line, frame: Frame): Promise<Channel | Reply> {
    const config = readChannelConfig(frame.payload.config)
    if (!config) return failed('Malformed channel configuration')
    const credentials = await readCredentials(frame.payload.access_token, line, line.hub.verifyAccessToken)
    if (!credentials) return failed('InvalidJWTToken: Invalid or expired token')
    if (!line.admit(credentials)) return failed(TOO_MANY_CONNECTIONS)
    const channel = new Channel(line, frame, { config, credentials })
    if (!(await channel.#may('mayRead', credentials.identity))) {
      return failed(`Unauthorized: You do not have permissions to read from this Channel topic: ${channel.topic}`)
    }
    return channel
  }

  get identity(): Identity {
    return this.#credentials.identity
  }

  get hasSession(): boolean {
    return this.#credentials.token !== null
  }

  /** Ends the channel if the session that it acts for has ended. */
  endSession(isEnded: IsEnded): void {
    if (isEnded(this.identity.claims)) this.#refuse('The session has ended')
  }

  get watches(): boolean {
    return this.#config.bindings.length > 0
  }

  /** Starts deliveries, then answers the join and says whether changes will come. */
  async open(ref: string | null): Promise<void> {
    // The session may have ended while the policy was asked.
    if (this.hasSession && !(await this.#readOwnToken())) return this.#refuse('The session has ended')
    const problem = await this.#watch()
    if (this.#closed) return
    this.#leaves.push(this.#line.hub.rooms.enter(roomOf({ topic: this.topic, private: this.#config.private }), this))
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
    this.#line.send(message)
  }

  deliver(ids: number[], dataJson: string): void {
    const payloadJson = `{"ids":${JSON.stringify(ids)},"data":${dataJson}}`
    this.send(encodePush(this.version, { topic: this.fullTopic, event: 'postgres_changes', payloadJson }))
  }

  /** Tells the client that the channel has ended, and stops everything for it. */
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

  /** The same without a message, for a connection that is gone. */
  drop(): void {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#tokenTimer)
    this.#unwatch()
    for (const leave of this.#leaves) leave()
    this.#line.forget(this)
    this.#presence.leave()
  }

  async #watch(): Promise<string | null> {
    const { database, findWatchable, feed } = this.#line.hub
    const interests: Interest[] = []
    let problem: string | null = null
    for (const binding of this.#config.bindings) {
      const found = await interestsOf(binding, { database, findWatchable, identity: this.identity })
      if (typeof found === 'string') problem = found
      else interests.push(...found)
    }
    this.#unwatch()
    this.#unwatch = () => undefined
    if (!problem && !this.#closed) this.#unwatch = feed.watch(this, interests)
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
    const { rooms, bus, onFault } = this.#line.hub
    rooms.spread(envelope, this.#config.self ? undefined : this)
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
    const state = await this.#line.hub.presence.stateOf({ topic: this.topic, private: this.#config.private })
    const payloadJson = JSON.stringify(state)
    this.send(encodePush(this.version, { topic: this.fullTopic, event: 'presence_state', payloadJson }))
  }

  async #renew(token: unknown): Promise<void> {
    if (token === undefined || token === null || (typeof token === 'string' && token.startsWith('sb_'))) return
    const fresh = await readCredentials(token, this.#line, this.#line.hub.verifyAccessToken)
    if (!fresh) return this.#refuse('Invalid or expired token')
    if (!this.#line.admit(fresh)) return this.#refuse(TOO_MANY_CONNECTIONS)
    if (!(await this.#may('mayRead', fresh.identity)))
      return this.#refuse('You do not have permissions to read from this topic')
    const changed = JSON.stringify(fresh.identity) !== JSON.stringify(this.identity)
    this.#credentials = fresh
    this.#scheduleTokenCheck()
    const problem = changed && this.watches ? await this.#watch() : null
    if (problem) this.#refuse(problem)
  }

  #scheduleTokenCheck(): void {
    clearTimeout(this.#tokenTimer)
    const { token, expiresAtMs } = this.#credentials
    if (token === null || this.#closed) return
    const waitMs = Math.max(0, Math.min(expiresAtMs - Date.now(), this.#line.hub.limits.tokenCheckMs))
    this.#tokenTimer = setTimeout(() => void this.#checkToken().catch(this.#line.hub.onFault), waitMs)
    this.#tokenTimer.unref()
  }

  async #checkToken(): Promise<void> {
    const { expiresAtMs, identity } = this.#credentials
    if (Date.now() >= expiresAtMs) return this.#refuse('Token has expired')
    const fresh = await this.#readOwnToken()
    if (!fresh || !(await this.#may('mayRead', identity))) return this.#refuse('Access to this topic has ended')
    this.#scheduleTokenCheck()
  }

  #readOwnToken(): Promise<Credentials | null> {
    return readCredentials(this.#credentials.token, this.#line, this.#line.hub.verifyAccessToken)
  }

  #refuse(message: string): void {
    if (this.#closed) return
    this.#system('system', 'error', message)
    this.close()
  }

  #may(verb: 'mayRead' | 'mayWrite', identity: Identity): Promise<boolean> {
    return mayUse(this.#line.hub.policy, verb, { identity, topic: this.topic, private: this.#config.private })
  }

  #reply(ref: string | null, reply: Reply): void {
    if (ref === null) return
    const frame = { joinRef: this.joinRef, ref, topic: this.fullTopic, event: 'phx_reply', payload: { ...reply } }
    this.send(encodeFrame(this.version, frame))
  }

  #system(extension: string, status: 'ok' | 'error', message: string): void {
    const payloadJson = JSON.stringify({ extension, status, message, channel: this.topic })
    this.send(encodePush(this.version, { topic: this.fullTopic, event: 'system', payloadJson }))
  }
}
