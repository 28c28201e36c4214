import { setTimeout as delay } from 'node:timers/promises'
import { type Asked, addressOf, type Rules } from './address.ts'
import { copyOf, type Sent, sentTo, wishOf } from './answer.ts'
import type { Away } from './away.ts'
import type { Freshness } from './freshness.ts'
import type { Kept, Store } from './store.ts'

interface LastCopiesOptions extends Rules {
  store: Pick<Store, 'last' | 'note'>
  freshness: Pick<Freshness, 'isHeard'>
  away: Away
  /** Says on a page that it is a copy, and of when. */
  asCopy(html: string, madeAt: Date): string
  clock: () => number
}

interface LastCopies {
  /** The last copy of a page, as it goes out; undefined if there is none, or if it is known to be outdated and the database is there. */
  find(asked: Asked): Promise<Sent> | undefined
  /** What `made` gives, or the last copy of a page if that is 503 or if the database is away and it takes long. */
  insteadOf(asked: Asked, made: Promise<Response>): Promise<Response | Sent>
}

/** A page that takes longer makes one ask whether the database is away. */
const SLOW_MS = 1_500
/** The same while it is known to be away: whoever looks then need not wait for what will not come. */
const SLOW_WHEN_AWAY_MS = 300

/** What visitors are shown of public pages while nothing newer can be made: the database is away, or the process has no room. */
export function openLastCopies({ store, freshness, away, asCopy, clock, ...rules }: LastCopiesOptions): LastCopies {
  async function send(kept: Kept, asked: Asked): Promise<Sent> {
    store.note('copies')
    const ageMs = clock() - kept.readAt
    kept.copy ??= copyOf(kept.answer, (html) => asCopy(html, new Date(Date.now() - ageMs)))
    const age = Math.ceil(ageMs / 1000)
    const sent = await sentTo(kept.copy, { ...wishOf(asked), ifNoneMatch: undefined }, () => undefined)
    return { ...sent, headers: [...sent.headers, 'age', String(age), 'cache-status', `kept-answers; hit; ttl=-${age}`] }
  }

  function last(asked: Asked): Kept | undefined {
    const address = addressOf(asked, rules)
    return address ? store.last(address.key) : undefined
  }

  function find(asked: Asked): Promise<Sent> | undefined {
    const kept = last(asked)
    if (!kept) return undefined
    // While changes are heard, what has changed since is known to be untrue; of a database that is away nothing newer can be known.
    const isUntrue = freshness.isHeard() && !away.isKnown() && !kept.reading.isCurrent(kept.kind)
    return isUntrue ? undefined : send(kept, asked)
  }

  async function isSlow(made: Promise<Response>): Promise<boolean> {
    const limit = new AbortController()
    const slow = delay(away.isKnown() ? SLOW_WHEN_AWAY_MS : SLOW_MS, true, { signal: limit.signal })
    try {
      return await Promise.race([made.then(() => false), slow])
    } finally {
      limit.abort()
    }
  }

  return {
    find,
    async insteadOf(asked, made) {
      if (!last(asked)) return made
      made.catch(() => undefined)
      if ((await isSlow(made)) && (await away.ask())) return (await find(asked)) ?? made
      const response = await made
      if (response.status !== 503) return response
      await away.ask()
      return (await find(asked)) ?? response
    },
  }
}
