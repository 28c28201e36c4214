import type { Envelope } from './bus.ts'
import { encodeBinaryBroadcast, encodePush, type Version } from './frames.ts'

/** A connection's channel as its room sees it. */
export interface Member {
  version: Version
  /** With the `realtime:` prefix, as the client named it. */
  fullTopic: string
  hearsPresence: boolean
  send(message: string | Uint8Array): void
}

/** This process's channels by topic; a public and a private channel of the same name are different rooms. */
export class Rooms {
  readonly #members = new Map<string, Set<Member>>()

  /** How many rooms somebody is in. */
  get size(): number {
    return this.#members.size
  }

  enter(room: string, member: Member): () => void {
    const members = this.#members.get(room) ?? new Set<Member>()
    this.#members.set(room, members.add(member))
    return () => {
      members.delete(member)
      if (members.size === 0 && this.#members.get(room) === members) this.#members.delete(room)
    }
  }

  /** Sends an envelope to everyone in its room but `except`. */
  spread(envelope: Envelope, except?: Member): void {
    const written = new Map<string, string | Uint8Array | null>()
    for (const member of this.#members.get(roomOf(envelope)) ?? []) {
      if (member === except || (envelope.kind === 'presence_diff' && !member.hearsPresence)) continue
      const form = `${member.version} ${member.fullTopic}`
      let message = written.get(form)
      if (message === undefined) {
        message = write(envelope, member)
        written.set(form, message)
      }
      if (message !== null) member.send(message)
    }
  }
}

export function roomOf({ topic, private: isPrivate }: { topic: string; private: boolean }): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`
}

/** Null if it cannot be encoded: bytes in version 1, or names too long for their one-byte lengths. */
function write(envelope: Envelope, { version, fullTopic: topic }: Member): string | Uint8Array | null {
  const { event, payload = null, bytes, kind } = envelope
  if (bytes !== undefined) {
    const fits = version === '2.0.0' && Buffer.byteLength(topic) <= 255 && Buffer.byteLength(event) <= 255
    return fits ? encodeBinaryBroadcast(topic, event, Buffer.from(bytes, 'base64')) : null
  }
  const body = kind === 'presence_diff' ? payload : { type: 'broadcast', event, payload }
  return encodePush(version, { topic, event: kind ?? 'broadcast', payloadJson: JSON.stringify(body) })
}
