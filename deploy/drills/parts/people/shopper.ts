import { setTimeout as sleep } from 'node:timers/promises'
import type { Market } from '../market-processes.ts'
import { cookieOf } from './session.ts'

/** A page that a signed-in person requested. */
export interface PageView {
  /** 0 without an answer. */
  status: number
  /** By `performance.now()`. */
  atMs: number
  ms: number
}

/** A signed-in person who opens pages one after the other, without trying again. */
export function startShopper(market: Market, origin: string, person: number) {
  const views: PageView[] = []
  const headers = { cookie: cookieOf(market, person), accept: 'text/html' }
  let isGoingOn = true
  const all = (async () => {
    for (let number = 0; isGoingOn; number++) {
      const atMs = performance.now()
      const path = PATHS[number % PATHS.length]
      const status = await fetch(`${origin}${path}`, {
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(8_000),
      })
        .then(async (response) => {
          await response.text()
          return response.status
        })
        .catch(() => 0)
      views.push({ status, atMs, ms: performance.now() - atMs })
      await sleep(500)
    }
  })()
  return {
    views,
    async stop() {
      isGoingOn = false
      await all
    },
  }
}

const PATHS = ['/account/orders', '/products', '/group-buys', '/']
