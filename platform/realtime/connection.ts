import type { WebSocket } from 'ws'
import { Channel, type ChannelConnection } from './channel.ts'
import type { Credentials, IsEnded, KeyHolder } from './credentials.ts'
import { decodeFrame, encodeFrame, type Frame, type Version } from './frames.ts'
import type { Hub } from './hub.ts'
import { type Actor, personOf } from './limits/budgets.ts'
import { RateWindow } from './limits/limits.ts'
import { type ChannelReply, failed, OK } from './reply.ts'

/** Malformed messages of one connection before it is closed. */
const MAX_UNREADABLE = 20
/** Messages that wait for those before them. */
const MAX_QUEUED = 500
/** Clients send a heartbeat every 25 seconds, so this is three of them. */
const IDLE_TIMEOUT_MS = 75_000

interface ConnectionOptions extends KeyHolder {
  version: Version
  /** The group of the client's address. */
  address: string
  /** False if the client's address has exceeded its byte budget. */
  mayReceive(bytes: number): boolean
}

/** One WebSocket. Its messages are handled sequentially, so that a broadcast never overtakes its join. */
export class Connection implements ChannelConnection {
  readonly hub: Hub
  readonly version: Version
  readonly key: string
  readonly keyIdentity: KeyHolder['keyIdentity']
  readonly #address: string
  readonly #socket: WebSocket
  readonly #channels = new Map<string, Channel>()
  readonly #users = new Set<string>()
  readonly #messages: RateWindow
  readonly #joins: RateWindow
  readonly #mayReceive: ConnectionOptions['mayReceive']
  #unreadable = 0
  #queued = 0
  #queue: Promise<void> = Promise.resolve()
  #idleTimer: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, hub: Hub, { version, key, keyIdentity, address, mayReceive }: ConnectionOptions) {
    this.hub = hub
    this.version = version
    this.key = key
    this.keyIdentity = keyIdentity
    this.#address = address
    this.#socket = socket
    this.#mayReceive = mayReceive
    this.#messages = new RateWindow(hub.limits.messagesPerSecond, 1_000)
    this.#joins = new RateWindow(hub.limits.joinsPerSecond, 1_000)
    hub.connections.add(this)
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#onClose())
    this.#resetIdleTimer()
  }

  send(message: string | Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    // A client that does not read must not exhaust the memory of the process.
    if (this.#socket.bufferedAmount > this.hub.limits.unsentBytes) this.#socket.terminate()
    else this.#socket.send(message)
  }

  end(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  forget(channel: Channel): void {
    if (this.#channels.get(channel.fullTopic) === channel) this.#channels.delete(channel.fullTopic)
  }

  /** Closes the channels that watch tables after changes may have been missed, so that clients rejoin and reload. */
  failWatchers(): void {
    for (const channel of [...this.#channels.values()]) if (channel.watches) channel.close('phx_error')
  }

  endSessions(isEnded: IsEnded): void {
    for (const channel of [...this.#channels.values()]) channel.endSession(isEnded)
  }

  failSessions(): void {
    for (const channel of [...this.#channels.values()]) if (channel.hasSession) channel.close('phx_error')
  }

  /** False if the user has reached the maximum number of connections. */
  admit({ identity }: Credentials): boolean {
    const { sub: userId } = identity.claims
    if (typeof userId !== 'string' || this.#users.has(userId)) return true
    if (!this.hub.connectionsByUser.take(userId, this.hub.limits.connectionsPerUser)) return false
    this.#users.add(userId)
    return true
  }

  actorOf({ identity }: Credentials): Actor {
    return { person: personOf(identity.claims), address: this.#address }
  }

  #receive(data: Buffer, isBinary: boolean): void {
    // Already closing: further messages are not worth parsing.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#resetIdleTimer()
    if (this.#mayReceive(data.length)) this.#read(data, isBinary)
    else this.end(1008, 'Too many bytes')
  }

  #read(data: Buffer, isBinary: boolean): void {
    const frame = decodeFrame(this.version, data, isBinary)
    if (!frame) {
      this.#unreadable++
      if (this.#unreadable > MAX_UNREADABLE) this.end(1008, 'Too many unreadable messages')
      return
    }
    // Heartbeats bypass the queue: a slow database must not look like a dead connection.
    if (frame.topic === 'phoenix') this.#reply(frame, OK)
    else if (!this.#messages.take()) this.#reply(frame, failed('Too many messages per second'))
    else if (this.#queued >= MAX_QUEUED) this.end(1008, 'Too many messages')
    else this.#enqueue(frame)
  }

  #enqueue(frame: Frame): void {
    this.#queued++
    this.#queue = this.#queue
      .then(() => this.#handle(frame))
      .catch((fault) => this.#failed(frame, fault))
      .finally(() => this.#queued--)
  }

  async #handle(frame: Frame): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (frame.event === 'phx_join') return this.#join(frame)
    const channel = this.#channels.get(frame.topic)
    // Messages with another join reference belong to a channel that the client has since left or rejoined.
    if (channel && (frame.joinRef === null || frame.joinRef === channel.joinRef)) return channel.receive(frame)
    this.#reply(frame, frame.event === 'phx_leave' ? OK : failed('unmatched topic'))
  }

  async #join(frame: Frame): Promise<void> {
    if (!/^realtime:.{1,1000}$/s.test(frame.topic)) return this.#reply(frame, failed('unmatched topic'))
    if (!this.#joins.take()) return this.#reply(frame, failed('ClientJoinRateLimitReached: Too many joins per second'))
    this.#channels.get(frame.topic)?.close()
    if (this.#channels.size >= this.hub.limits.channelsPerConnection) {
      return this.#reply(frame, failed('ChannelRateLimitReached: Too many channels'))
    }
    const joined = await Channel.join(this, frame)
    if (!(joined instanceof Channel)) return this.#reply(frame, joined)
    this.#channels.set(frame.topic, joined)
    if (this.#socket.readyState !== this.#socket.OPEN) return joined.drop()
    await joined.open(frame.ref)
    // The connection closed in the meantime: the channel that was opened has to be closed too.
    if (this.#socket.readyState !== this.#socket.OPEN) joined.drop()
  }

  #failed(frame: Frame, fault: unknown): void {
    this.hub.onFault(fault)
    if (frame.event === 'phx_join') this.#channels.get(frame.topic)?.drop()
    this.#reply(frame, failed('The server could not do this now'))
  }

  #reply(frame: Frame, reply: ChannelReply): void {
    if (frame.ref === null) return
    const { joinRef, ref, topic } = frame
    this.send(encodeFrame(this.version, { joinRef, ref, topic, event: 'phx_reply', payload: { ...reply } }))
  }

  #resetIdleTimer(): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => this.#socket.terminate(), IDLE_TIMEOUT_MS)
    this.#idleTimer.unref()
  }

  #onClose(): void {
    clearTimeout(this.#idleTimer)
    this.hub.connections.delete(this)
    for (const userId of this.#users) this.hub.connectionsByUser.release(userId)
    this.#users.clear()
    for (const channel of [...this.#channels.values()]) channel.drop()
  }
}
