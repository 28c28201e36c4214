import type { SimulatedMarket } from '../open-market.ts'

export interface Schedule {
  /** Acts at the same time run in the order in which they were planned. */
  plan(at: Date, act: () => Promise<unknown>): void
  runUntil(until: Date, market: SimulatedMarket): Promise<void>
  done(): number
}

export function createSchedule(): Schedule {
  const queue: { at: Date; number: number; act: () => Promise<unknown> }[] = []
  let planned = 0
  let done = 0
  return {
    plan(at, act) {
      queue.push({ at, number: planned, act })
      planned += 1
      queue.sort((a, b) => a.at.getTime() - b.at.getTime() || a.number - b.number)
    },
    async runUntil(until, market) {
      for (let next = queue[0]; next && next.at <= until; next = queue[0]) {
        queue.shift()
        await market.moveTo(next.at)
        await next.act()
        done += 1
      }
    },
    done: () => done,
  }
}
