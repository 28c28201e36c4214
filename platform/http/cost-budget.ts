import { LRUCache } from 'lru-cache'

interface BudgetOptions {
  /** What one key may spend at once. */
  burst: number
  perSecond: number
  /** Milliseconds that only go forward; the process's own by default. */
  clock?: () => number
}

interface CostBudget {
  /** Spends it; returns 0, or the seconds until there would be enough, and then spends nothing. */
  spend(key: string, cost: number): number
}

const MOST_KEYS = 20_000

/** A token bucket per key, in this process's memory: asked before anything is read, so it must cost next to nothing. */
export function openCostBudget({ burst, perSecond, clock = () => performance.now() }: BudgetOptions): CostBudget {
  const spent = new LRUCache<string, { cost: number; at: number }>({ max: MOST_KEYS })
  return {
    spend(key, cost) {
      const now = clock()
      const known = spent.get(key)
      const before = known ? Math.max(0, known.cost - ((now - known.at) / 1000) * perSecond) : 0
      // More than the whole burst is let in once it is untouched: another limit decides about single bodies.
      const missing = before === 0 ? 0 : before + cost - burst
      if (missing > 0) return Math.ceil(missing / perSecond)
      spent.set(key, { cost: before + cost, at: now })
      return 0
    },
  }
}
