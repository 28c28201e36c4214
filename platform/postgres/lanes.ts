import { oldestOf, type Queue } from '../http/queue.ts'

/** Who waits apart from whom for a connection. */
export type Lane = keyof typeof SHARES

/** The part of all connections that is kept for each lane, whatever the others do; what is left goes to whoever asks first. */
const SHARES = { auth: 0.15, commands: 0.2, reads: 0.2, strangers: 0.1 }

const LANES = Object.keys(SHARES) as Lane[]

/** Lanes that share one reserve where there are not connections enough for four. */
const JOINED: Record<number, Partial<Record<Lane, Lane>>> = {
  1: { auth: 'reads', commands: 'reads', strangers: 'reads' },
  2: { auth: 'reads', strangers: 'reads' },
  3: { auth: 'reads' },
}

/** No connection of the lane became free in time, so nothing was begun. */
export class NoFreeConnection extends Error {
  override readonly name = 'NoFreeConnection'
}

export interface Gate extends Queue {
  /** Resolves with the way out once the lane may take a connection; throws `NoFreeConnection` after `waitMs`. */
  enter(lane: Lane): Promise<() => void>
}

interface Waiter {
  lane: Lane
  admit: () => void
  since: number
}

/** Of each lane. Whoever comes after them would hardly be served before the wait ends. */
const MOST_WAITING = 1_000

/**
 * Shares one pool's connections: a lane always gets those kept for it and may borrow what nobody is kept, so that however many calls of
 * one lane hang, the others go on.
 */
export function openGate({ total, waitMs }: { total: number; waitMs: number }): Gate {
  const laneOf = (lane: Lane) => JOINED[total]?.[lane] ?? lane
  const lanes = [...new Set(LANES.map(laneOf))]
  const kept = new Map(lanes.map((lane) => [lane, Math.max(1, Math.floor(total * SHARES[lane]))]))
  const taken = new Map(lanes.map((lane) => [lane, 0]))
  const waiting: Waiter[] = []

  function mayEnter(lane: Lane): boolean {
    let spoken = 1
    for (const one of lanes) {
      const inUse = taken.get(one) ?? 0
      spoken += one === lane ? inUse : Math.max(inUse, kept.get(one) ?? 0)
    }
    return spoken <= total
  }

  function take(lane: Lane): () => void {
    taken.set(lane, (taken.get(lane) ?? 0) + 1)
    return () => {
      taken.set(lane, (taken.get(lane) ?? 1) - 1)
      admitNext()
    }
  }

  /** The longest waiting first, but nobody waits behind a lane that is full. */
  function admitNext(): void {
    for (const waiter of [...waiting]) if (mayEnter(waiter.lane)) waiter.admit()
  }

  return {
    waiting: () => oldestOf(waiting),
    enter(asked) {
      const lane = laneOf(asked)
      if (mayEnter(lane) && !waiting.some((waiter) => waiter.lane === lane)) return Promise.resolve(take(lane))
      if (waiting.filter((waiter) => waiter.lane === lane).length >= MOST_WAITING) {
        return Promise.reject(new NoFreeConnection(`${MOST_WAITING} wait for a connection for ${asked} already`))
      }
      return new Promise((resolve, reject) => {
        const leaveQueue = () => void waiting.splice(waiting.indexOf(waiter), 1)
        const timer = setTimeout(() => {
          leaveQueue()
          reject(new NoFreeConnection(`No connection for ${asked} became free in ${waitMs} ms`))
        }, waitMs)
        const waiter: Waiter = {
          lane,
          since: performance.now(),
          admit() {
            clearTimeout(timer)
            leaveQueue()
            resolve(take(lane))
          },
        }
        waiting.push(waiter)
      })
    },
  }
}
