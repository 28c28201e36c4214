import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { type HttpCall, openHttpClient } from '../../../../bench/http-client.ts'
import type { Market } from '../market-processes.ts'

/** Readers that never retry: an unanswered request has failed. */
export interface Readers {
  answered: number
  /** Counts by error message. */
  failed: Map<string, number>
  stop(): Promise<void>
}

/** Half of the clients reuse their connections, half open one for each request. */
export function startReaders(market: Market, origin: string, { clients = 8, pauseMs = 20 } = {}): Readers {
  const calls: HttpCall[] = [
    { path: '/products' },
    { path: '/rest/v1/products?select=id,name&limit=12', headers: { apikey: market.publishableKey } },
    { path: '/about' },
    { path: '/rest/v1/profiles?select=id&limit=1', headers: { ...authorized(market, 1) } },
  ]
  let isGoingOn = true
  const readers: Readers = {
    answered: 0,
    failed: new Map(),
    async stop() {
      isGoingOn = false
      await all
    },
  }
  const all = Promise.all(Array.from({ length: clients }, (_, client) => readOn(client)))
  return readers

  async function readOn(client: number): Promise<void> {
    let wire = openHttpClient(origin)
    for (let turn = client; isGoingOn; turn++) {
      const call = calls[turn % calls.length] ?? { path: '/' }
      try {
        const { status } = await wire.send(call)
        if (status === 200) readers.answered += 1
        else fail(`${call.path} answered ${status}`)
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error))
      }
      if (client % 2 === 0) {
        wire.close()
        wire = openHttpClient(origin)
      }
      await sleep(pauseMs)
    }
    wire.close()
  }

  function fail(what: string): void {
    readers.failed.set(what, (readers.failed.get(what) ?? 0) + 1)
  }
}

export const failures = ({ failed }: Readers): number => [...failed.values()].reduce((sum, count) => sum + count, 0)

const authorized = (market: Market, person: number) => ({
  apikey: market.publishableKey,
  authorization: `Bearer ${market.tokens[person]}`,
})

/** Clients that watch all buys, and reconnect like the public client. */
export interface Watchers {
  /** The number of disconnects and reconnects. */
  ended: number
  /** The number of open connections. */
  open(): number
  /** Waits until each of them has received a change. */
  waitForChange(change: () => Promise<unknown>): Promise<void>
  stop(): void
}

export async function openWatchers(market: Market, origin: string, count: number): Promise<Watchers> {
  const address = `${origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${market.publishableKey}&vsn=1.0.0`
  const lines = new Set<WebSocket>()
  const received = new Set<number>()
  let isGoingOn = true
  const watchers: Watchers = {
    ended: 0,
    open: () => lines.size,
    async waitForChange(change) {
      received.clear()
      const until = performance.now() + 90_000
      while (received.size < count) {
        if (performance.now() > until) throw new Error(`Only ${received.size} of ${count} watchers received a change.`)
        await change()
        await sleep(500)
      }
    },
    stop() {
      isGoingOn = false
      for (const line of lines) line.terminate()
    },
  }
  await Promise.all(Array.from({ length: count }, (_, number) => watch(number)))
  return watchers

  function watch(number: number): Promise<void> {
    const line = new WebSocket(address)
    return new Promise((resolve) => {
      line.on('error', () => undefined)
      // A process that is killed meanwhile never answers.
      const limit = setTimeout(() => line.terminate(), 10_000)
      line.once('open', () => line.send(JSON.stringify(JOIN)))
      line.on('message', (bytes) => {
        const { event, payload } = JSON.parse(bytes.toString())
        if (event === 'system' && payload.status === 'ok') {
          clearTimeout(limit)
          lines.add(line)
          resolve()
        }
        if (event === 'postgres_changes') received.add(number)
      })
      line.once('close', async () => {
        clearTimeout(limit)
        if (lines.delete(line)) watchers.ended += 1
        if (!isGoingOn) return
        await sleep(500)
        resolve(watch(number))
      })
    })
  }
}

const PAYLOAD = { config: { postgres_changes: [{ event: 'UPDATE', schema: 'public', table: 'group_buys' }] } }
const JOIN = { topic: 'realtime:drill', event: 'phx_join', payload: PAYLOAD, ref: '1', join_ref: '1' }
