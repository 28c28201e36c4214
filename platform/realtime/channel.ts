import type { Identity } from '#platform/postgres/database.ts'
import type { Envelope } from './bus.ts'
import { resolveBinding } from './changes/bindings.ts'
import type { TableSubscription, Watcher } from './changes/table-watch.ts'
import { type AccessConnection, ChannelAccess } from './channel-access.ts'
import { type ChannelConfig, readChannelConfig } from './channel-config.ts'
import type { IsEnded } from './credentials.ts'
import { encodeFrame, encodePush, type Frame, type Version } from './frames.ts'
import { personOf } from './limits/budgets.ts'
import { ChannelPresence } from './presence/channel-presence.ts'
import { COUNT_EVENT } from './presence/room-counts.ts'
import { readReplayed } from './replay.ts'
import { type ChannelReply, failed, OK } from './reply.ts'
import { broadcastBody, type Member, roomKey } from './rooms.ts'

/** The interface of a connection for its channels. */
export interface ChannelConnection extends AccessConnection {
  version: Version
  send(message: string | Uint8Array): void
  forget(channel: Channel): void
}

/** One joined topic of one connection. */
export class Channel implements Member, Watcher {
  readonly version: Version
  readonly fullTopic: string
  readonly topic: string
  readonly joinRef: string | null
  readonly #connection: ChannelConnection
  readonly #config: ChannelConfig
  readonly #access: ChannelAccess
  readonly #presence: ChannelPresence
  readonly #leaves: (() => void)[] = []
  #unwatch: () => void = () => undefined
  #closed = false

  private constructor(
    connection: ChannelConnection,
    frame: Frame,
    { config, access }: { config: ChannelConfig; access: ChannelAccess },
  ) {
    this.#connection = connection
    this.version = connection.version
    this.fullTopic = frame.topic
    this.topic = topicOf(frame)
    this.joinRef = frame.joinRef ?? frame.ref
    this.#config = config
    this.#access = access
    const ownKey = this.#hasOwnKey ? personOf(access.identity.claims) : null
    this.#presence = new ChannelPresence(connection.hub, { ...this.#room, key: ownKey ?? config.key })
  }

  /** Returns an error reply instead of a channel if the join is rejected. */
  static async join(connection: ChannelConnection, frame: Frame): Promise<Channel | ChannelReply> {
    const config = readChannelConfig(frame.payload.config)
    if (!config) return failed('Malformed channel configuration')
    if (config.replay && !config.private) {
      return failed('UnableToReplayMessages: Only private channels can be replayed')
    }
    const room = { topic: topicOf(frame), private: config.private }
    const access = await ChannelAccess.open(frame.payload.access_token, connection, room)
    if (!(access instanceof ChannelAccess)) return access
    const { rooms, limits } = connection.hub
    const channel = new Channel(connection, frame, { config, access })
    if (!channel.#isCounted && rooms.membersOf(roomKey(room)) >= limits.membersPerChannel) {
      return failed('ChannelMemberLimitReached: Too many members in this channel')
    }
    return channel
  }

  get identity(): Identity {
    return this.#access.identity
  }

  get hasSession(): boolean {
    return this.#access.hasSession
  }

  get receivesBroadcasts(): boolean {
    return this.#access.rights.reads.broadcast
  }

  get receivesPresence(): boolean {
    return this.#config.presenceEnabled && this.#access.rights.reads.presence && !this.#isCounted
  }

  get #room(): { topic: string; private: boolean } {
    return { topic: this.topic, private: this.#config.private }
  }

  get #isCounted(): boolean {
    return this.#config.private && this.#connection.hub.topics.isCounted(this.topic)
  }

  get #hasOwnKey(): boolean {
    return this.#config.private && this.#connection.hub.topics.hasOwnKeys(this.topic)
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
    if (!(await this.#access.isLive())) return this.#terminate('The session has ended')
    const problem = await this.#watch()
    if (this.#closed) return
    this.#leaves.push(this.#connection.hub.rooms.enter(roomKey(this.#room), this))
    this.#access.watch((reason) => this.#terminate(reason))
    const bindings = this.#config.bindings
    this.#reply(ref, { status: 'ok', response: { postgres_changes: bindings } })
    if (problem) this.#system('postgres_changes', 'error', problem)
    else if (this.watches) this.#system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    if (this.#config.replicationReady) this.#system('system', 'ok', 'Replication connection established')
    if (this.#isCounted) this.#count()
    if (this.receivesPresence) await this.#sendPresenceState()
    if (this.#config.replay && this.receivesBroadcasts) await this.#replay()
  }

  async receive(frame: Frame): Promise<void> {
    switch (frame.event) {
      case 'broadcast':
        return this.#broadcast(frame)
      case 'presence':
        return this.#reply(frame.ref, await this.#track(frame))
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
    this.#access.stop()
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
    if (!this.#access.rights.writes.broadcast) {
      return this.#reply(
        ref,
        failed(`Unauthorized: You do not have permissions to write to this Channel topic: ${this.topic}`),
      )
    }
    const { rooms, bus, onFault } = this.#connection.hub
    if (!this.#takeMessage()) return this.#reply(ref, failed('MessagePerSecondRateLimitReached: Too many messages'))
    const body =
      content instanceof Uint8Array ? { bytes: Buffer.from(content).toString('base64') } : { payload: content ?? {} }
    const envelope: Envelope = { ...this.#room, event, ...body }
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

  #track({ payload }: Frame): Promise<ChannelReply> {
    const { budgets } = this.#connection.hub
    const mayTrack = this.#access.rights.writes.presence && !this.#isCounted
    return this.#presence.receive(payload, {
      mayTrack: mayTrack && (!this.#hasOwnKey || personOf(this.identity.claims) !== null),
      takeCall: () => this.identity.role === 'service_role' || budgets.track(this.#access.actor),
    })
  }

  #takeMessage(): boolean {
    const { budgets } = this.#connection.hub
    if (this.identity.role === 'service_role') return true
    return budgets.send(this.#access.actor) && budgets.sendTo(roomKey(this.#room))
  }

  /** Counts the member, and tells it what the others were told last. */
  #count(): void {
    const { counts } = this.#connection.hub
    // Without a person, each channel counts: nothing that a client says about itself is believed.
    const key = personOf(this.identity.claims) ?? crypto.randomUUID()
    const network = this.#access.actor.address ?? ''
    this.#leaves.push(counts.enter({ topic: this.topic, key, network }))
    const count = counts.lastCount(this.topic)
    if (count !== undefined) this.#push('broadcast', broadcastBody({ event: COUNT_EVENT, payload: { count } }))
  }

  async #replay(): Promise<void> {
    const { database } = this.#connection.hub
    if (!this.#config.replay) return
    for (const body of await readReplayed(database, this.topic, this.#config.replay)) this.#push('broadcast', body)
  }

  async #sendPresenceState(): Promise<void> {
    this.#push('presence_state', await this.#connection.hub.presence.stateOf(this.#room))
  }

  async #renew(token: unknown): Promise<void> {
    if (token === undefined || token === null || (typeof token === 'string' && token.startsWith('sb_'))) return
    const before = this.identity
    const refusal = await this.#access.renew(token)
    if (refusal) return this.#terminate(refusal)
    this.#access.watch((reason) => this.#terminate(reason))
    const changed = JSON.stringify(before) !== JSON.stringify(this.identity)
    const problem = changed && this.watches ? await this.#watch() : null
    if (problem) this.#terminate(problem)
  }

  #terminate(message: string): void {
    if (this.#closed) return
    this.#system('system', 'error', message)
    this.close()
  }

  #reply(ref: string | null, reply: ChannelReply): void {
    if (ref === null) return
    const frame = { joinRef: this.joinRef, ref, topic: this.fullTopic, event: 'phx_reply', payload: { ...reply } }
    this.send(encodeFrame(this.version, frame))
  }

  #system(extension: string, status: 'ok' | 'error', message: string): void {
    this.#push('system', { extension, status, message, channel: this.topic })
  }

  #push(event: string, payload: object): void {
    this.send(encodePush(this.version, { topic: this.fullTopic, event, payloadJson: JSON.stringify(payload) }))
  }
}

const topicOf = (frame: Frame): string => frame.topic.slice('realtime:'.length)
