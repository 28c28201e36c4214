import { type Asked, addressOf, type Rules } from './address.ts'
import { copyOf, type Sent, sentTo, wishOf } from './answer.ts'
import type { Freshness } from './freshness.ts'
import type { Kept, Store } from './store.ts'

interface LastCopiesOptions extends Rules {
  store: Pick<Store, 'last' | 'note'>
  freshness: Pick<Freshness, 'isHeard'>
  /** Says on a page that it is a copy, and of when. */
  asCopy(html: string, madeAt: Date): string
  clock: () => number
}

interface LastCopies {
  /** The last copy of a page, as it goes out; undefined if there is none, or if it is known to be outdated. */
  find(asked: Asked): Promise<Sent> | undefined
}

/** What visitors are shown of public pages while nothing newer can be made: the database is away, or the process has no room. */
export function openLastCopies({ store, freshness, asCopy, clock, ...rules }: LastCopiesOptions): LastCopies {
  async function send(kept: Kept, asked: Asked): Promise<Sent> {
    store.note('copies')
    const ageMs = clock() - kept.readAt
    kept.copy ??= copyOf(kept.answer, (html) => asCopy(html, new Date(Date.now() - ageMs)))
    const age = Math.ceil(ageMs / 1000)
    const sent = await sentTo(kept.copy, { ...wishOf(asked), ifNoneMatch: undefined }, () => undefined)
    return { ...sent, headers: [...sent.headers, 'age', String(age), 'cache-status', `kept-answers; hit; ttl=-${age}`] }
  }

  return {
    find(asked) {
      const address = addressOf(asked, rules)
      const kept = address ? store.last(address.key) : undefined
      if (!kept) return undefined
      // While changes are heard, what has changed since is known to be untrue.
      return freshness.isHeard() && !kept.reading.isCurrent(kept.kind) ? undefined : send(kept, asked)
    },
  }
}
