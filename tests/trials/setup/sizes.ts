import fc from 'fast-check'
import { inject } from 'vitest'
import { seededRandom } from '#database/seed/chance.ts'

/** The size of a trial: small for each commit, full in `npm run test:full`. */
export function size(commit: number, whole: number): number {
  return inject('trialsAreWhole') ? whole : commit
}

/** The seed of a trial's random numbers; FUZZ_SEED sets another one. */
export const seed = Number(fc.readConfigureGlobal()?.seed)

/** Generates integers below a bound, the same in every run with the same seed. */
export function draw(salt: string): (below: number) => number {
  const next = seededRandom(
    [...salt].reduce((all, letter) => (Math.imul(all, 31) + letter.charCodeAt(0)) | 0, seed | 0),
  )
  return (below) => Math.floor(next() * below)
}

/** Shuffles with the given random numbers. */
export function shuffled<T>(items: readonly T[], next: (below: number) => number): T[] {
  const all = [...items]
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = next(last + 1)
    const stored = all[last] as T
    all[last] = all[other] as T
    all[other] = stored
  }
  return all
}

/** Runs work for many items with limited concurrency. */
export async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<unknown>) {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
}

/** Timeout in ms of a full-size test: it prints its duration, and fails only for its findings. */
export const TIMEOUT_MS = size(120_000, 3_600_000)
