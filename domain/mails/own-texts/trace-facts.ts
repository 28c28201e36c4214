import { DAY_MS, lagosDate } from '#domain/time/calendar.ts'

/**
 * Facts whose values differ from each other and are recorded as they are read, so that each value in a text belongs to
 * one fact. Amounts, times, numbers and names are made different; choices of closed lists stay as they are.
 */
export function traceFacts(given: Readonly<Record<string, unknown>>): {
  facts: never
  read(): Map<string, unknown>
} {
  const values = new Map<string, unknown>()
  return { facts: traced(given, '', values) as never, read: () => values }
}

function traced(target: object, prefix: string, values: Map<string, unknown>): object {
  return new Proxy(target, {
    get(object, name) {
      const value = Reflect.get(object, name)
      if (typeof name !== 'string' || typeof value === 'function' || name === 'length') return value
      const path = prefix + name
      if (value instanceof Date || typeof value !== 'object' || value === null) {
        if (!values.has(path)) values.set(path, distinct(value, path, values))
        return values.get(path)
      }
      return traced(value, `${path}.`, values)
    },
  })
}

/** The value, changed as long as another fact has the same one. */
function distinct(value: unknown, path: string, values: ReadonlyMap<string, unknown>): unknown {
  const taken = new Set([...values.values()].map(asKey))
  if (typeof value === 'bigint' && value > 0n) return firstFree(taken, (at) => value + BigInt(at) * 1_037_00n)
  if (typeof value === 'number' && value > 0 && !COMPARED.test(path))
    return value === 1 ? 1 : firstFree(taken, (at) => UNUSUAL + value + at)
  // Moments and days lie three days apart, so that none is written like another.
  if (value instanceof Date) {
    return firstFree(taken, (at) => new Date(value.getTime() + at * (3 * DAY_MS + 37 * 60_000)))
  }
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) {
    return firstFree(taken, (at) => lagosDate(new Date(Date.parse(value) + at * 3 * DAY_MS)))
  }
  if (typeof value === 'string' && /^b1c8$/.test(value))
    return firstFree(taken, (at) => (at === 0 ? value : value + at))
  if (typeof value === 'string' && EXAMPLES.test(value)) {
    return firstFree(taken, (at) => (at === 0 ? value : `${value} ${'ABCDEFGHIJ'[at] ?? at}`))
  }
  return value
}

/** Numbers that no text has anyway, as "3 to 5 business days" has. */
const UNUSUAL = 134
/** Numbers that texts compare rather than write. */
const COMPARED = /(^|\.)hours$/
/** Names that several facts share in the examples. */
const EXAMPLES = /^(Ofada rice|Mama Ope Foods|Mama Put Kitchen|Ada Obi|Ikeja hub|The lorry broke down|0123456789)$/

function firstFree<Value>(taken: ReadonlySet<unknown>, make: (at: number) => Value): Value {
  for (let at = 0; ; at += 1) {
    const value = make(at)
    if (!taken.has(asKey(value))) return value
  }
}

const asKey = (value: unknown): unknown => (value instanceof Date ? `at ${value.getTime()}` : value)
