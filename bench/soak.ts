import { type Figure, value } from './figure.ts'
import { type HttpCall, openHttpClient } from './http-client.ts'
import { createJoinSequence, joinCall } from './joins/joins.ts'
import { httpWorkers, type Worker } from './load.ts'
import { MARKET } from './market/market.ts'
import { unlessOnce } from './market/once.ts'
import type { Bench } from './market/site.ts'
import { addPasswords, signInCall } from './sign-in.ts'
import { settledMemory, watch } from './watchers.ts'

const SAMPLE_MS = 5_000
const WATCHERS = 100
const LIST = '/rest/v1/products?select=*,vendor:vendors!inner(*)&order=created_at.desc&limit=12'

/** Memory of the idle product, and its maximum during 30 seconds of mixed load. */
export async function benchMemory(bench: Bench): Promise<Figure[]> {
  const idle = await settledMemory(bench)
  const samples = await mixedLoad(bench, { seconds: unlessOnce(30, 2), everyMs: 500 })
  return [
    value('memory, idle', idle, ' MB', 110),
    value('memory, most under mixed load', Math.max(...samples.map(({ mb }) => mb)), ' MB', 170),
  ]
}

/**
 * Checks that memory does not grow under the same load for longer. The slope is that of the second half, by least
 * squares.
 */
export async function benchSoak(bench: Bench, minutes: number): Promise<Figure[]> {
  const samples = await mixedLoad(bench, { seconds: unlessOnce(minutes * 60, 12), everyMs: SAMPLE_MS })
  const half = samples.slice(Math.floor(samples.length / 2))
  const most = Math.max(...samples.map(({ mb }) => mb))
  return [
    value(`memory, most in ${minutes} minutes of mixed load`, most, ' MB', 180),
    value(`memory, slope over the second half of ${minutes} minutes of mixed load`, slopeOf(half), ' MB/h', 20),
  ]
}

interface MemorySample {
  hours: number
  mb: number
}

/** Joins, lists, pages, searches that are never the same, sign-ins, and people who watch. */
async function mixedLoad(
  bench: Bench,
  { seconds, everyMs }: { seconds: number; everyMs: number },
): Promise<MemorySample[]> {
  await addPasswords(bench.owner)
  const watchers = await Promise.all(Array.from({ length: WATCHERS }, (_, number) => watch(bench, number)))
  const joins = createJoinSequence(bench, (person) => 1 + (person % (MARKET.buys - 1)))
  const headers = { apikey: bench.publishableKey }
  let turn = 0
  const workers = [
    // One for each person, over half an hour.
    ...paced(bench, { clients: 2, everyMs: 110, next: () => joinCall(bench, joins.next()) }),
    ...paced(bench, { clients: 1, everyMs: 500, next: () => signInCall(bench, turn++) }),
    ...httpWorkers(bench.origin, { clients: 4, next: () => ({ path: `${LIST}&offset=${turn++ % 2_000}`, headers }) }),
    ...httpWorkers(bench.origin, { clients: 4, next: () => ({ path: LIST, headers }) }),
    ...httpWorkers(bench.origin, { clients: 2, next: () => ({ path: '/products' }) }),
    ...httpWorkers(bench.origin, { clients: 2, next: () => ({ path: `/products?q=rice+${turn++ % 5_000}` }) }),
  ]
  const beganAt = performance.now()
  const samples: MemorySample[] = []
  const sampling = setInterval(() => {
    samples.push({ hours: (performance.now() - beganAt) / 3_600_000, mb: bench.product.memoryMb() })
  }, everyMs)
  try {
    const mayContinue = () => performance.now() - beganAt < seconds * 1000
    const counts = await Promise.all(workers.map((worker) => worker(mayContinue)))
    const answered = counts.reduce((sum, count) => sum + count, 0)
    console.log(`${answered} requests in ${seconds} s beside ${WATCHERS} live channels.`)
    return samples
  } finally {
    clearInterval(sampling)
    for (const { socket } of watchers) socket.terminate()
  }
}

interface Pace {
  clients: number
  everyMs: number
  next(): HttpCall
}

/** Clients that pause after each request. */
function paced(bench: Bench, { clients, everyMs, next }: Pace): Worker[] {
  return Array.from({ length: clients }, () => {
    const wire = openHttpClient(bench.origin)
    return async (mayContinue) => {
      let count = 0
      for (; mayContinue(); count++) {
        const call = next()
        const { status, body } = await wire.send(call)
        if (status !== 200) throw new Error(`${call.path} answered ${status}: ${body.toString().slice(0, 500)}`)
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      }
      return count
    }
  })
}

/** Slope in MB per hour. */
function slopeOf(samples: MemorySample[]): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const [hours, mb] = [mean(samples.map((one) => one.hours)), mean(samples.map((one) => one.mb))]
  const across = samples.reduce((sum, one) => sum + (one.hours - hours) * (one.mb - mb), 0)
  return across / samples.reduce((sum, one) => sum + (one.hours - hours) ** 2, 0)
}
