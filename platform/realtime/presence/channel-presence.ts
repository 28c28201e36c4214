import { isRecord } from '../frames.ts'
import type { HubOptions } from '../hub.ts'
import { RateWindow } from '../limits/limits.ts'
import { type ChannelReply, failed, OK } from '../reply.ts'
import type { Presence, PresenceRoom, TrackedPresence } from './presence.ts'

type PresenceDependencies = Pick<HubOptions, 'limits' | 'onFault'> & { presence: Presence }

interface TrackRights {
  /** Whether the policies admit it. */
  mayTrack: boolean
  /** Takes from the budget of the person; false if that is exceeded. */
  takeCall(): boolean
}

/** The presence that a channel may track for its client. */
export class ChannelPresence {
  readonly #dependencies: PresenceDependencies
  readonly #entry: PresenceRoom & { key: string }
  readonly #calls: RateWindow
  #tracked: TrackedPresence | null = null
  #left = false

  constructor(dependencies: PresenceDependencies, entry: PresenceRoom & { key: string }) {
    this.#dependencies = dependencies
    this.#entry = entry
    this.#calls = new RateWindow(dependencies.limits.presenceCallsPer30Seconds, 30_000)
  }

  async receive({ event, payload }: Record<string, unknown>, rights: TrackRights): Promise<ChannelReply> {
    if (event !== 'track' && event !== 'untrack') return failed('Unknown presence event')
    if (!this.#calls.take() || !rights.takeCall()) {
      return failed('ClientPresenceRateLimitReached: Too many presence messages')
    }
    const { presence, limits } = this.#dependencies
    if (!rights.mayTrack) return failed('Unauthorized: presence is not open to you here')
    const meta = isRecord(payload) ? payload : {}
    if (Buffer.byteLength(JSON.stringify(meta)) > limits.presenceBytes) return failed('Presence payload is too large')
    const before = this.#tracked
    if (event === 'untrack') {
      this.#tracked = null
      if (before) await presence.untrack(before)
      return OK
    }
    const tracked = await presence.track({ ...this.#entry, meta }, before)
    // If the connection closed in the meantime, nothing else would remove the entry.
    if (this.#left) await presence.untrack(tracked)
    else this.#tracked = tracked
    return OK
  }

  leave(): void {
    this.#left = true
    if (this.#tracked) this.#dependencies.presence.untrack(this.#tracked).catch(this.#dependencies.onFault)
    this.#tracked = null
  }
}
