import { RealtimeClient } from '@supabase/realtime-js'
import WebSocket from 'ws'
import type { Bench, Figure } from './figure.ts'
import { joinCall } from './joins.ts'
import { ask } from './load.ts'
import { buyId, MARKET } from './market.ts'

const JOINS = 30
/** Nobody else joins this buy, and its people join nothing else. */
const BUY = 1
const FIRST_PERSON = MARKET.people - 100

/** Time from one person's request to join until another, who watches the buy with the public client, sees the new count. */
export async function benchLive(bench: Bench): Promise<Figure> {
  const client = new RealtimeClient(`${bench.product.origin.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: bench.apiKeys.publishable },
    transport: WebSocket as never,
  })
  let seenAt: (people: number) => void = () => undefined
  const channel = client.channel('bench')
  channel.on(
    'postgres_changes',
    { event: 'UPDATE', schema: 'public', table: 'group_buys', filter: `id=eq.${buyId(BUY)}` },
    ({ new: row }) => seenAt(Number(row.current_participants)),
  )
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) =>
      status === 'SUBSCRIBED' ? resolve() : reject(error ?? new Error(`The channel is ${status}.`)),
    )
  })
  try {
    const tookMs: number[] = []
    let seen = 0
    for (let turn = 0; turn < JOINS; turn++) {
      const beganAt = performance.now()
      const arrived = new Promise<number>((resolve) => {
        seenAt = (people) => {
          if (people > seen) resolve(performance.now() - beganAt)
          seen = Math.max(seen, people)
        }
      })
      const { status, body } = await ask(
        bench.product.origin,
        joinCall(bench, { person: FIRST_PERSON + turn, buy: BUY }),
      )
      if (status !== 200) throw new Error(`A join answered ${status}: ${body}`)
      tookMs.push(await arrived)
      // Longer than the interval in which changes to one row are merged.
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    const middle = tookMs.toSorted((a, b) => a - b)[JOINS / 2] ?? 0
    return {
      what: `a join is seen by another watcher (middle of ${JOINS})`,
      product: middle / 1000,
      unit: ' s',
      target: 1,
    }
  } finally {
    await client.disconnect()
  }
}
