import { createHash } from 'node:crypto'

/** Dice that fall the same way each time: every part of the market throws its own, so that none disturbs another. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  happens(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** So many different members, or all when there are fewer, in no order. */
  some<T>(list: readonly T[], count: number): T[]
  between(from: Date, to: Date): Date
}

export function chanceOf(name: string): Chance {
  let state = createHash('sha256').update(`ajoja ${name}`).digest().readUInt32LE()

  // mulberry32: small, even enough for a market.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    happens: (probability) => next() < probability,
    pick(list) {
      const chosen = list[whole(0, list.length - 1)]
      if (chosen === undefined) throw new Error('Nothing to pick from')
      return chosen
    },
    some(list, count) {
      const keyed = list.map((member) => ({ member, key: next() })).sort((a, b) => a.key - b.key)
      return keyed.slice(0, count).map(({ member }) => member)
    },
    between: (from, to) => new Date(from.getTime() + Math.floor(next() * Math.max(0, to.getTime() - from.getTime()))),
  }
}
