import { createHash } from 'node:crypto'

/** A seeded random source. Every part of the market has its own, so that a change in one does not affect the others. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number
  /** A whole number, both ends included. */
  integer(min: number, max: number): number
  happens(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** `count` different members in random order, or all if there are fewer. */
  sample<T>(list: readonly T[], count: number): T[]
  between(from: Date, to: Date): Date
}

export function seededChance(name: string): Chance {
  const next = seededRandom(createHash('sha256').update(`ajoja ${name}`).digest().readUInt32LE())
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    happens: (probability) => next() < probability,
    pick(list) {
      const chosen = list[integer(0, list.length - 1)]
      if (chosen === undefined) throw new Error('Nothing to pick from')
      return chosen
    },
    sample(list, count) {
      const keyed = list.map((member) => ({ member, key: next() })).sort((a, b) => a.key - b.key)
      return keyed.slice(0, count).map(({ member }) => member)
    },
    between: (from, to) => new Date(from.getTime() + Math.floor(next() * Math.max(0, to.getTime() - from.getTime()))),
  }
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
