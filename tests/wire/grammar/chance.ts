import { createHash } from 'node:crypto'
import { seededRandom } from '#database/seed/chance.ts'

/** Draws of a seed, with which a request is put together. */
export interface Chance {
  below(limit: number): number
  /** One of a list, which must not be empty. */
  of<T>(list: readonly T[]): T
  /** True in that many of a hundred draws. */
  in(percent: number): boolean
  /** Up to `most` results. */
  some<T>(most: number, make: () => T): T[]
}

/** The draws of one request of a run. */
export function chanceOf(seed: number, number: number): Chance {
  // Neighbouring seeds begin with the same draws.
  const scattered = createHash('sha256').update(`${seed} ${number}`).digest().readInt32LE()
  const next = seededRandom(scattered)
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    of: (list) => list[below(list.length)] as (typeof list)[number],
    in: (percent) => below(100) < percent,
    some: (most, make) => Array.from({ length: below(most + 1) }, make),
  }
}

const NASTY = [
  '',
  ' ',
  '\0',
  '🧺👩🏾‍🌾',
  "' or 1=1 --",
  '"',
  '\\',
  '%',
  '../../etc/passwd',
  '<script>',
  'null',
  'NaN',
  '1e999',
  '-0',
  '2026-02-30',
  '99999999999999999999',
  '{',
  '(',
  '[1,',
  'x'.repeat(3_000),
  '__proto__',
]

export const nasty = (chance: Chance): string => chance.of(NASTY)

const VALUES: [RegExp, readonly string[]][] = [
  [/^(?:smallint|integer|bigint|numeric|real|double)/, ['0', '1', '-1', '250000', '2147483648', '1.5', '']],
  [/^boolean/, ['true', 'false', 'maybe']],
  [
    /^(?:timestamp|date)/,
    ['2026-03-04T05:06:07Z', '2026-03-04', 'infinity', '-infinity', 'now', '10000-01-01', '4713-01-01 BC'],
  ],
  [/^uuid/, ['00000000-0000-4000-8000-000000000000', 'not-a-uuid']],
  [/^json/, ['{}', '[]', '"a"', '{"a":{"b":[1]}}', 'nul']],
  [/\[\]$/, ['{}', '{a,b}', '{"a","b,c"}', '{{1},{2}}', '{']],
  [/range/, ['[1,2)', 'empty', '(,)', '[2,1]']],
]

/** A value of a column, as text: mostly one of its type, at times of another, at times nasty. */
export function operandOf(chance: Chance, type: string, ids: readonly string[]): string {
  if (chance.in(5)) return nasty(chance)
  if (type === 'uuid' && chance.in(70)) return chance.of(ids)
  const [, values] = VALUES.find(([pattern]) => pattern.test(type)) ?? [
    /./,
    ['rice', 'a b', 'Lagos', 'active', 'é"(,)', 'paid'],
  ]
  return chance.of(values)
}
