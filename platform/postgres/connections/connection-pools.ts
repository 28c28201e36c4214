import { type Queue, queueDepth } from '#platform/queues/queue.ts'

/** The request pools, which queue separately for a connection. */
export type PoolName = keyof typeof RESERVED_SHARES

/** Share of all connections that is reserved for each pool; any pool may borrow the rest, in order of arrival. */
const RESERVED_SHARES = { auth: 0.15, commands: 0.2, reads: 0.2, anonymous: 0.1 }

const POOLS = Object.keys(RESERVED_SHARES) as PoolName[]

/** Pools that share a reservation if there are fewer than four connections. */
const SHARED_RESERVATIONS: Record<number, Partial<Record<PoolName, PoolName>>> = {
  1: { auth: 'reads', commands: 'reads', anonymous: 'reads' },
  2: { auth: 'reads', anonymous: 'reads' },
  3: { auth: 'reads' },
}

/** No connection became available in time; nothing was started. */
export class NoFreeConnection extends Error {
  override readonly name = 'NoFreeConnection'
}

export interface ConnectionPools extends Queue {
  /**
   * Waits for a connection of the pool and resolves with its release function; throws `NoFreeConnection` after
   * `waitMs`, or at once if the queue of the pool is full.
   */
  acquire(pool: PoolName): Promise<() => void>
}

interface QueuedRequest {
  pool: PoolName
  grant: () => void
  since: number
}

/** Maximum queue of each pool. Further requests would hardly be served before they time out. */
const MAX_QUEUED = 1_000

/**
 * Divides the connections among the request pools. Each pool always gets its reserved connections and may borrow
 * unreserved ones, so that the others go on however many calls of one pool hang.
 */
export function openConnectionPools({ total, waitMs }: { total: number; waitMs: number }): ConnectionPools {
  const reservationOf = (pool: PoolName) => SHARED_RESERVATIONS[total]?.[pool] ?? pool
  const pools = [...new Set(POOLS.map(reservationOf))]
  const reservedByPool = new Map(pools.map((pool) => [pool, Math.max(1, Math.floor(total * RESERVED_SHARES[pool]))]))
  const usedByPool = new Map(pools.map((pool) => [pool, 0]))
  const waiting: QueuedRequest[] = []

  function isAvailable(pool: PoolName): boolean {
    let claimed = 1
    for (const one of pools) {
      const inUse = usedByPool.get(one) ?? 0
      claimed += one === pool ? inUse : Math.max(inUse, reservedByPool.get(one) ?? 0)
    }
    return claimed <= total
  }

  function occupy(pool: PoolName): () => void {
    usedByPool.set(pool, (usedByPool.get(pool) ?? 0) + 1)
    return () => {
      usedByPool.set(pool, (usedByPool.get(pool) ?? 1) - 1)
      serveQueue()
    }
  }

  /** Serves the oldest request first, but none waits behind a pool that is full. */
  function serveQueue(): void {
    for (const queued of [...waiting]) if (isAvailable(queued.pool)) queued.grant()
  }

  return {
    waiting: () => queueDepth(waiting),
    acquire(requested) {
      const pool = reservationOf(requested)
      if (isAvailable(pool) && !waiting.some((queued) => queued.pool === pool)) return Promise.resolve(occupy(pool))
      if (waiting.filter((queued) => queued.pool === pool).length >= MAX_QUEUED) {
        return Promise.reject(new NoFreeConnection(`The queue of the pool ${requested} is full (${MAX_QUEUED})`))
      }
      return new Promise((resolve, reject) => {
        const leaveQueue = () => void waiting.splice(waiting.indexOf(queued), 1)
        const timer = setTimeout(() => {
          leaveQueue()
          reject(new NoFreeConnection(`No connection of the pool ${requested} became available in ${waitMs} ms`))
        }, waitMs)
        const queued: QueuedRequest = {
          pool,
          since: performance.now(),
          grant() {
            clearTimeout(timer)
            leaveQueue()
            resolve(occupy(pool))
          },
        }
        waiting.push(queued)
      })
    },
  }
}
