import { isRecord } from './frames.ts'
import type { HubOptions } from './hub.ts'
import { RateWindow } from './limits.ts'
import type { Presence, PresenceRoom, Tracked } from './presence.ts'
import { failed, OK, type Reply } from './reply.ts'

type Shared = Pick<HubOptions, 'limits' | 'onFault'> & { presence: Presence }

/** The one presence that a channel may show of its client. */
export class OwnPresence {
  readonly #shared: Shared
  readonly #place: PresenceRoom & { key: string }
  readonly #calls: RateWindow
  #tracked: Tracked | null = null
  #left = false

  constructor(shared: Shared, place: PresenceRoom & { key: string }) {
    this.#shared = shared
    this.#place = place
    this.#calls = new RateWindow(shared.limits.presenceCallsPer30Seconds, 30_000)
  }

  async receive({ event, payload }: Record<string, unknown>, mayShow: () => Promise<boolean>): Promise<Reply> {
    if (event !== 'track' && event !== 'untrack') return failed('Unknown presence event')
    if (!this.#calls.take()) return failed('Too many presence messages')
    if (!(await mayShow())) return failed('Unauthorized: presence is not open to you here')
    const { presence } = this.#shared
    const before = this.#tracked
    if (event === 'untrack') {
      this.#tracked = null
      if (before) await presence.untrack(before)
      return OK
    }
    const tracked = await presence.track({ ...this.#place, meta: isRecord(payload) ? payload : {} }, before)
    // If the connection went away while the database was asked, nobody else would remove the entry.
    if (this.#left) await presence.untrack(tracked)
    else this.#tracked = tracked
    return OK
  }

  leave(): void {
    this.#left = true
    if (this.#tracked) this.#shared.presence.untrack(this.#tracked).catch(this.#shared.onFault)
    this.#tracked = null
  }
}
