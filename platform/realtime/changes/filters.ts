import type { ReadableColumn } from './columns.ts'

/** Tests a row in its JSON form. A column that the row does not show never matches. */
export type RowFilter = (row: Record<string, unknown>) => boolean

interface FilterCondition {
  column: string
  isNegated: boolean
  operator: string
  value: string
}

/**
 * Parses `column=operator.value`, several joined by commas (all must hold). Null if it is malformed or names an unknown
 * column.
 */
export function parseFilter(text: string, columns: readonly ReadableColumn[]): RowFilter | null {
  if (text.length > 2_000) return null
  const tests: RowFilter[] = []
  for (const part of splitOutside(text, ',')) {
    const condition = parseCondition(part)
    const column = columns.find(({ name }) => name === condition?.column)
    const test = condition && column ? rowTest(condition, column.type) : null
    if (!test) return null
    tests.push(test)
  }
  return (row) => tests.every((test) => test(row))
}

function parseCondition(part: string): FilterCondition | null {
  const match = /^\s*([^=]+?)\s*=\s*(not\.)?(eq|neq|lt|lte|gt|gte|in|is|isdistinct|like|ilike)\.([\s\S]*)$/.exec(part)
  if (!match) return null
  const [, column = '', not, operator = '', value = ''] = match
  return { column, isNegated: not !== undefined, operator, value }
}

function rowTest({ column, isNegated, operator, value }: FilterCondition, type: string): RowFilter | null {
  const test = valueTest(operator, value, type)
  if (!test) return null
  return (row) => {
    if (!(column in row)) return false
    const outcome = test(row[column])
    // As in SQL, a comparison with null is neither true nor false.
    return outcome === null ? false : outcome !== isNegated
  }
}

type ValueTest = (actual: unknown) => boolean | null

function valueTest(operator: string, text: string, type: string): ValueTest | null {
  if (operator === 'is') return isTest(text)
  if (operator === 'like' || operator === 'ilike') return likeTest(unquote(text), operator === 'ilike')
  if (operator === 'in') return inTest(text, type)
  const expected = comparable(unquote(text), type)
  if (expected === null) return null
  if (operator === 'isdistinct') return (actual) => actual === null || comparable(actual, type) !== expected
  return (actual) => {
    const found = actual === null ? null : comparable(actual, type)
    return found === null ? null : compare(operator, found, expected)
  }
}

function compare(operator: string, found: string | number, expected: string | number): boolean {
  switch (operator) {
    case 'eq':
      return found === expected
    case 'neq':
      return found !== expected
    case 'lt':
      return found < expected
    case 'lte':
      return found <= expected
    case 'gt':
      return found > expected
    default:
      return found >= expected
  }
}

function inTest(text: string, type: string): ValueTest | null {
  if (!text.startsWith('(') || !text.endsWith(')')) return null
  const expected = splitOutside(text.slice(1, -1), ',').map((item) => comparable(unquote(item.trim()), type))
  if (expected.includes(null) || expected.length > 100) return null
  return (actual) => (actual === null ? null : expected.includes(comparable(actual, type)))
}

function isTest(text: string): ValueTest | null {
  const expected = { null: null, unknown: null, true: true, false: false }[text.toLowerCase()]
  return expected === undefined ? null : (actual) => actual === expected
}

/**
 * LIKE: `%` matches any sequence, `_` one character. Backtracks to the last `%` only, so that no pattern takes
 * exponential time.
 */
function likeTest(pattern: string, ignoreCase: boolean): ValueTest {
  const fold = (text: string) => [...(ignoreCase ? text.toLowerCase() : text)]
  const expected = fold(pattern)
  return (actual) => {
    if (typeof actual !== 'string') return null
    const found = fold(actual)
    let [at, patternAt, lastWildcard, resumeAt] = [0, 0, -1, 0]
    while (at < found.length) {
      if (expected[patternAt] === '%') {
        lastWildcard = patternAt++
        resumeAt = at
      } else if (patternAt < expected.length && (expected[patternAt] === '_' || expected[patternAt] === found[at])) {
        patternAt++
        at++
      } else if (lastWildcard >= 0) {
        patternAt = lastWildcard + 1
        at = ++resumeAt
      } else return false
    }
    while (expected[patternAt] === '%') patternAt++
    return patternAt === expected.length
  }
}

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'])
const TIMES = new Set(['timestamptz', 'timestamp'])

/** Converts a value for comparison by its type; null if the text is not of that type. */
function comparable(value: unknown, type: string): string | number | null {
  const text = String(value)
  if (NUMBERS.has(type)) return text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text)
  if (TIMES.has(type)) {
    const time = Date.parse(type === 'timestamp' && !/(z|[+-]\d\d:?\d*)$/i.test(text) ? `${text}Z` : text)
    return Number.isNaN(time) ? null : time
  }
  if (type === 'bool') return ({ true: 1, t: 1, false: 0, f: 0 } as Record<string, number>)[text.toLowerCase()] ?? null
  if (type === 'uuid') return text.toLowerCase()
  return text
}

function unquote(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text
}

/** Splits at separators outside quotes and parentheses. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let [start, depth, quoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\\' && quoted) at++
    else if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
