import type { Envelope } from './bus.ts'
import { encodeBinaryBroadcast, encodePush, type Version } from './frames.ts'

/** The interface of a channel for its room. */
export interface Member {
  version: Version
  /** With the `realtime:` prefix, as the client named it. */
  fullTopic: string
  readonly receivesPresence: boolean
  readonly receivesBroadcasts: boolean
  send(message: string | Uint8Array): void
}

/** This process's channels by topic; a public and a private channel of the same name are different rooms. */
export class Rooms {
  readonly #members = new Map<string, Set<Member>>()

  /** Number of rooms with members. */
  get size(): number {
    return this.#members.size
  }

  /** Members of a room in this process. */
  membersOf(room: string): number {
    return this.#members.get(room)?.size ?? 0
  }

  enter(room: string, member: Member): () => void {
    const members = this.#members.get(room) ?? new Set<Member>()
    this.#members.set(room, members.add(member))
    return () => {
      members.delete(member)
      if (members.size === 0 && this.#members.get(room) === members) this.#members.delete(room)
    }
  }

  /** Sends an envelope to all members of its room except `except`. */
  broadcast(envelope: Envelope, except?: Member): void {
    const encoded = new Map<string, string | Uint8Array | null>()
    for (const member of this.#members.get(roomKey(envelope)) ?? []) {
      const receives = envelope.kind === 'presence_diff' ? member.receivesPresence : member.receivesBroadcasts
      if (member === except || !receives) continue
      const form = `${member.version} ${member.fullTopic}`
      let message = encoded.get(form)
      if (message === undefined) {
        message = encode(envelope, member)
        encoded.set(form, message)
      }
      if (message !== null) member.send(message)
    }
  }
}

export function roomKey({ topic, private: isPrivate }: { topic: string; private: boolean }): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`
}

/** Null if the member cannot receive it: binary data in version 1, or names too long for their one-byte lengths. */
function encode(envelope: Envelope, { version, fullTopic: topic }: Member): string | Uint8Array | null {
  const { event, payload = null, bytes, kind, id } = envelope
  if (bytes !== undefined) {
    const fits = version === '2.0.0' && Buffer.byteLength(topic) <= 255 && Buffer.byteLength(event) <= 255
    return fits ? encodeBinaryBroadcast(topic, event, Buffer.from(bytes, 'base64')) : null
  }
  const body = kind === 'presence_diff' ? payload : broadcastBody({ event, payload, meta: id && { id } })
  return encodePush(version, { topic, event: kind ?? 'broadcast', payloadJson: JSON.stringify(body) })
}

/** The payload of a broadcast that clients receive; `meta` names the stored message. */
export function broadcastBody({
  event,
  payload,
  meta,
}: {
  event: string
  payload: unknown
  meta?: { id: string; replayed?: true } | '' | undefined
}): Record<string, unknown> {
  return { type: 'broadcast', event, payload, ...(meta && { meta }) }
}
