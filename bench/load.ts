import { type HttpCall, openHttpClient } from './http-client.ts'
import { unlessOnce } from './market/once.ts'

export const CLIENTS = 16

/** Runs one unit of work after another until stopped; throws if one fails. */
export type Worker = (mayContinue: () => boolean) => Promise<number>

export interface Contender {
  name: string
  workers: Worker[]
  /** Before each round, outside its time. */
  prepare?(): Promise<void>
}

/** A round ends after `seconds`, or once `units` units are done. */
interface Round {
  seconds: number
  units?: number
}

/**
 * Units of work per second for each contender, the median of its rounds. The contenders alternate in short rounds, so
 * that other load on the machine affects them equally.
 */
export async function measureAlternating(
  sides: Contender[],
  { rounds, ...wanted }: Round & { rounds: number },
): Promise<number[]> {
  const round = { ...wanted, seconds: unlessOnce(wanted.seconds, 0.3) }
  const rates = sides.map(() => [] as number[])
  // The first round warms up and is not counted.
  for (let turn = 0; turn <= unlessOnce(rounds, 1); turn++) {
    for (const [index, side] of sides.entries()) {
      await side.prepare?.()
      const rate = await rateOf(side.workers, round)
      if (turn > 0) rates[index]?.push(rate)
    }
  }
  return rates.map(median)
}

export async function rateOf(workers: Worker[], { seconds, units }: Round): Promise<number> {
  const beganAt = performance.now()
  let left = units ?? Number.POSITIVE_INFINITY
  const endsAt = beganAt + seconds * 1000
  const mayContinue = () => left-- > 0 && performance.now() < endsAt
  const counts = await Promise.all(workers.map((worker) => worker(mayContinue)))
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - beganAt) / 1000)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
}

/** The value below which this fraction of the values lies. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.POSITIVE_INFINITY

interface HttpLoad {
  next(): HttpCall
  clients?: number
  /** Gets the milliseconds of each call. */
  tookMs?: number[]
}

/** Clients with one keep-alive connection each; `next` gives the request. Anything but a 200 fails the benchmark. */
export function httpWorkers(origin: string, { next, clients = CLIENTS, tookMs }: HttpLoad): Worker[] {
  return Array.from({ length: clients }, () => {
    const wire = openHttpClient(origin)
    return async (mayContinue) => {
      let count = 0
      for (; mayContinue(); count++) {
        const call = next()
        const beganAt = performance.now()
        const { status, body } = await wire.send(call)
        tookMs?.push(performance.now() - beganAt)
        if (status !== 200) throw new Error(`${call.path} answered ${status}: ${body.toString().slice(0, 500)}`)
      }
      return count
    }
  })
}
