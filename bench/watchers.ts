import WebSocket from 'ws'
import { type Figure, value } from './figure.ts'
import { openHttpClient } from './http-client.ts'
import { joinCall } from './joins/joins.ts'
import { median } from './load.ts'
import { buyId, MARKET } from './market/market.ts'
import { unlessOnce } from './market/once.ts'
import type { Bench } from './market/site.ts'

const WATCHERS = unlessOnce(2_000, 50)
const JOINS = unlessOnce(10, 2)
/** No one else joins this buy, and its people join no other. */
const BUY = MARKET.buys
const FIRST_PERSON = MARKET.people - 100

/**
 * Many people watch one buy: measures their memory, and the time until a join has reached the last of them. `bench`
 * trusts a proxy.
 */
export async function benchWatchers(bench: Bench): Promise<Figure[]> {
  const before = await settledMemory(bench)
  const watchers: Watcher[] = []
  for (let number = 0; number < WATCHERS; number += 50) {
    const some = Array.from({ length: 50 }, (_, index) => watch(bench, number + index))
    watchers.push(...(await Promise.all(some)))
  }
  try {
    const after = await settledMemory(bench)
    const tookMs = await measureReach(bench, watchers)
    return [
      value(`memory, ${WATCHERS.toLocaleString('en')} idle live channels more`, after - before, ' MB', 100),
      value(
        `a join reaches the last of ${WATCHERS.toLocaleString('en')} watchers (middle of ${JOINS})`,
        median(tookMs) / 1000,
        ' s',
        1,
      ),
      value(
        `a join reaches the last of ${WATCHERS.toLocaleString('en')} watchers (slowest of ${JOINS})`,
        Math.max(...tookMs) / 1000,
        ' s',
      ),
    ]
  } finally {
    for (const { socket } of watchers) socket.terminate()
  }
}

interface Watcher {
  socket: WebSocket
  /** Called with the number of participants of each change. */
  onParticipants(people: number): void
}

/** The public client's protocol, written by hand: two thousand clients would cost more than the server. */
export function watch(bench: Bench, number: number): Promise<Watcher> {
  const address = bench.origin.replace('http', 'ws')
  // A separate address for each, because limits count by address.
  const headers = { 'x-forwarded-for': `10.1.${number >> 8}.${number & 255}` }
  const socket = new WebSocket(`${address}/realtime/v1/websocket?apikey=${bench.publishableKey}&vsn=1.0.0`, { headers })
  const watcher: Watcher = { socket, onParticipants: () => undefined }
  const subscription = { event: 'UPDATE', schema: 'public', table: 'group_buys', filter: `id=eq.${buyId(BUY)}` }
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', (code, reason) => reject(new Error(`A watcher was disconnected: ${code} ${reason}`)))
    socket.once('open', () => {
      // Pages have a channel of their own each, too.
      const payload = { config: { postgres_changes: [subscription] } }
      socket.send(
        JSON.stringify({ topic: `realtime:rows:${number}`, event: 'phx_join', payload, ref: '1', join_ref: '1' }),
      )
    })
    socket.on('message', (bytes) => {
      const { event, payload } = JSON.parse(bytes.toString())
      if (event === 'system' && payload.status === 'ok') resolve(watcher)
      if (event === 'phx_reply' && payload.status === 'error') reject(new Error(JSON.stringify(payload)))
      if (event === 'postgres_changes') watcher.onParticipants(Number(payload.data.record.current_participants))
    })
  })
}

async function measureReach(bench: Bench, watchers: Watcher[]): Promise<number[]> {
  const wire = openHttpClient(bench.origin)
  const tookMs: number[] = []
  for (let turn = 0; turn < JOINS; turn++) {
    const beganAt = performance.now()
    const all = watchers.map(
      (watcher) =>
        new Promise<void>((resolve) => {
          watcher.onParticipants = (people) => people > turn && resolve()
        }),
    )
    const { status, body } = await wire.send(joinCall(bench, { person: FIRST_PERSON + turn, buy: BUY }))
    if (status !== 200) throw new Error(`A join answered ${status}: ${body}`)
    await Promise.all(all)
    tookMs.push(performance.now() - beganAt)
    // Longer than the interval in which changes to one row are merged.
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  wire.close()
  return tookMs
}

/** In MB, after a time without requests. */
export async function settledMemory({ product }: Pick<Bench, 'product'>): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  return product.memoryMb()
}
