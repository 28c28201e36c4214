import type { WebSocket } from 'ws'
import { Channel, type Line } from './channel.ts'
import type { Credentials, IsEnded, KeyHolder } from './credentials.ts'
import { decodeFrame, encodeFrame, type Frame, type Version } from './frames.ts'
import type { Hub } from './hub.ts'
import { RateWindow } from './limits.ts'
import { failed, OK, type Reply } from './reply.ts'

const MOST_UNREADABLE = 20
const MOST_WAITING = 500
const SILENCE_MS = 75_000

interface Opened extends KeyHolder {
  version: Version
  /** False once this connection's address has sent more bytes than it may. */
  mayReceive(bytes: number): boolean
}

/** One websocket. Its messages are handled one at a time, so that a broadcast never overtakes its join. */
export class Connection implements Line {
  readonly hub: Hub
  readonly version: Version
  readonly key: string
  readonly keyIdentity: KeyHolder['keyIdentity']
  readonly #socket: WebSocket
  readonly #channels = new Map<string, Channel>()
  readonly #people = new Set<string>()
  readonly #messages: RateWindow
  readonly #joins: RateWindow
  readonly #mayReceive: Opened['mayReceive']
  #unreadable = 0
  #waiting = 0
  #turn: Promise<void> = Promise.resolve()
  #silence: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, hub: Hub, { version, key, keyIdentity, mayReceive }: Opened) {
    this.hub = hub
    this.version = version
    this.key = key
    this.keyIdentity = keyIdentity
    this.#socket = socket
    this.#mayReceive = mayReceive
    this.#messages = new RateWindow(hub.limits.messagesPerSecond, 1_000)
    this.#joins = new RateWindow(hub.limits.joinsPerSecond, 1_000)
    hub.connections.add(this)
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#gone())
    this.#heard()
  }

  send(message: string | Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    // A client that does not read must not use up the memory everybody shares.
    if (this.#socket.bufferedAmount > this.hub.limits.unsentBytes) this.#socket.terminate()
    else this.#socket.send(message)
  }

  end(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  forget(channel: Channel): void {
    if (this.#channels.get(channel.fullTopic) === channel) this.#channels.delete(channel.fullTopic)
  }

  /** Changes may have been missed: ends the channels that watch tables, so that clients rejoin and read again. */
  failWatchers(): void {
    for (const channel of [...this.#channels.values()]) if (channel.watches) channel.close('phx_error')
  }

  endSessions(isEnded: IsEnded): void {
    for (const channel of [...this.#channels.values()]) channel.endSession(isEnded)
  }

  failSessions(): void {
    for (const channel of [...this.#channels.values()]) if (channel.hasSession) channel.close('phx_error')
  }

  /** False where this person listens on as many connections as they may. */
  admit({ identity }: Credentials): boolean {
    const { sub: person } = identity.claims
    if (typeof person !== 'string' || this.#people.has(person)) return true
    if (!this.hub.people.take(person, this.hub.limits.connectionsPerPerson)) return false
    this.#people.add(person)
    return true
  }

  #receive(data: Buffer, isBinary: boolean): void {
    // Ended already: what a client sends all the same is not worth the time to read it.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#heard()
    if (this.#mayReceive(data.length)) this.#read(data, isBinary)
    else this.end(1008, 'Too many bytes')
  }

  #read(data: Buffer, isBinary: boolean): void {
    const frame = decodeFrame(this.version, data, isBinary)
    if (!frame) {
      this.#unreadable++
      if (this.#unreadable > MOST_UNREADABLE) this.end(1008, 'Too many unreadable messages')
      return
    }
    // Heartbeats bypass the queue: a slow database must not look like a dead connection.
    if (frame.topic === 'phoenix') this.#reply(frame, OK)
    else if (!this.#messages.take()) this.#reply(frame, failed('Too many messages per second'))
    else if (this.#waiting >= MOST_WAITING) this.end(1008, 'Too many messages')
    else this.#enqueue(frame)
  }

  #enqueue(frame: Frame): void {
    this.#waiting++
    this.#turn = this.#turn
      .then(() => this.#handle(frame))
      .catch((fault) => this.#failed(frame, fault))
      .finally(() => this.#waiting--)
  }

  async #handle(frame: Frame): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (frame.event === 'phx_join') return this.#join(frame)
    const channel = this.#channels.get(frame.topic)
    // A message for a channel that the client has since left or rejoined is not for the current one.
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
    // The connection closed while the database was asked: what opening started has to end too.
    if (this.#socket.readyState !== this.#socket.OPEN) joined.drop()
  }

  #failed(frame: Frame, fault: unknown): void {
    this.hub.onFault(fault)
    if (frame.event === 'phx_join') this.#channels.get(frame.topic)?.drop()
    this.#reply(frame, failed('The server could not do this now'))
  }

  #reply(frame: Frame, reply: Reply): void {
    if (frame.ref === null) return
    const { joinRef, ref, topic } = frame
    this.send(encodeFrame(this.version, { joinRef, ref, topic, event: 'phx_reply', payload: { ...reply } }))
  }

  #heard(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#socket.terminate(), SILENCE_MS)
    this.#silence.unref()
  }

  #gone(): void {
    clearTimeout(this.#silence)
    this.hub.connections.delete(this)
    for (const person of this.#people) this.hub.people.giveBack(person)
    this.#people.clear()
    for (const channel of [...this.#channels.values()]) channel.drop()
  }
}
