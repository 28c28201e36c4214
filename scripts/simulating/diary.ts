import type { SimulatedMarket } from './open-market.ts'

export interface Diary {
  /** Acts of the same moment are done in the order in which they were planned. */
  plan(at: Date, act: () => Promise<unknown>): void
  actUntil(until: Date, market: SimulatedMarket): Promise<void>
  done(): number
}

export function openDiary(): Diary {
  const pages: { at: Date; number: number; act: () => Promise<unknown> }[] = []
  let planned = 0
  let done = 0
  return {
    plan(at, act) {
      pages.push({ at, number: planned, act })
      planned += 1
      pages.sort((a, b) => a.at.getTime() - b.at.getTime() || a.number - b.number)
    },
    async actUntil(until, market) {
      for (let next = pages[0]; next && next.at <= until; next = pages[0]) {
        pages.shift()
        await market.moveTo(next.at)
        await next.act()
        done += 1
      }
    },
    done: () => done,
  }
}
