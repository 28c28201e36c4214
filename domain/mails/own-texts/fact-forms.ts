import { formatNaira } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import {
  formatAwaitedDay,
  formatDatedDay,
  formatDatedMoment,
  formatDay,
  formatLongDate,
  formatMoment,
  formatTime,
} from '#domain/time/date-text.ts'

/** Facts of a message by path: `dueAt`, `orders.0.product`. */
type FlatFacts = ReadonlyMap<string, unknown>

/** One way of writing a fact, such as a time as "5 pm". */
export interface Form {
  /** Name of the placeholder. */
  name: string
  kind: 'amount' | 'time' | 'number' | 'name' | 'text' | 'link'
  /** The fact as it is written in the standard text. */
  sample: string
  isRequired: boolean
  /** A link's path, with placeholders. */
  path?: string
  /** Null if the facts of this message have no such value. */
  write(fact: (path: string) => unknown, site: string): string | null
}

/** Facts that a text may do without: who and what it is about is also on the page that it links to. */
const NAMES =
  /^(product|what|goods|shop|vendor|business|place|unit|name|buyer|person|bank|title|subject|words|state|from)$/

/** The ways of writing a fact of this value. */
export function factForms(path: string, value: unknown): Form[] {
  const name = placeholderName(path)
  if (typeof value === 'bigint') return [form({ path, name, kind: 'amount' }, value, isBigint, formatNaira)]
  // Numbers of a list are written together.
  if (typeof value === 'number' && /\.\d+$/.test(path)) return []
  if (typeof value === 'number') return [form({ path, name, kind: 'number' }, value, isNumber, String)]
  if (value instanceof Date) {
    return TIMES.map(([ending, write]) => form({ path, name: name + ending, kind: 'time' }, value, isDate, write))
  }
  if (typeof value === 'string' && DAY.test(value)) {
    return DAYS.map(([ending, write]) => form({ path, name: name + ending, kind: 'time' }, value, isDay, write))
  }
  if (typeof value === 'string') {
    const kind = NAMES.test(path.split('.').at(-1) ?? '') ? 'name' : 'text'
    return [form({ path, name, kind }, value, isString, (text) => text)]
  }
  return []
}

/** "3 bags", from a number and the unit beside it. */
export function formsOfUnits(facts: FlatFacts): Form[] {
  return [...facts].flatMap(([path, value]) => {
    const unitPath = path.replace(/[^.]+$/, 'unit')
    const unit = facts.get(unitPath)
    if (typeof value !== 'number' || typeof unit !== 'string') return []
    return {
      name: `${placeholderName(path)}Units`,
      kind: 'number' as const,
      sample: countUnits(value, unit),
      isRequired: true,
      write: (fact: (path: string) => unknown) => {
        const [count, of] = [fact(path), fact(unitPath)]
        return isNumber(count) && isString(of) ? countUnits(count, of) : null
      },
    }
  })
}

/** "12, 13", from a list of numbers. */
export function formsOfLists(facts: FlatFacts): Form[] {
  const lists = new Map<string, number[]>()
  for (const [path, value] of facts) {
    const list = /^(.+)\.\d+$/.exec(path)?.[1]
    if (list && typeof value === 'number') lists.set(list, [...(lists.get(list) ?? []), value])
  }
  return [...lists].map(([path, numbers]) => ({
    name: placeholderName(path),
    kind: 'number' as const,
    sample: numbers.join(', '),
    isRequired: true,
    write: (fact: (path: string) => unknown) => {
      const found = fact(path)
      return Array.isArray(found) ? found.join(', ') : null
    },
  }))
}

/** A whole address of the site. */
export function linkForm(name: string, path: string, forms: readonly Form[]): Form {
  return {
    name,
    kind: 'link',
    path,
    sample: path,
    isRequired: true,
    write: (fact, site) => {
      const written = fillPlaceholders(path, (placeholder) => {
        const value = forms.find((one) => one.name === placeholder)?.write(fact, site)
        return value === null || value === undefined ? null : encodeURIComponent(value)
      })
      return written === null ? null : site + written
    },
  }
}

/** The text with each {placeholder} replaced; null if one has no value. */
export function fillPlaceholders(
  source: string,
  readValue: (name: string) => string | null | undefined,
): string | null {
  let isWhole = true
  const text = source.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = readValue(name)
    if (value === null || value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? text : null
}

function form<Value>(
  about: { path: string; name: string; kind: Form['kind'] },
  value: Value,
  isValue: (value: unknown) => value is Value,
  write: (value: Value) => string,
): Form {
  return {
    name: about.name,
    kind: about.kind,
    sample: write(value),
    isRequired: about.kind !== 'name',
    write: (fact) => {
      const found = fact(about.path)
      return isValue(found) ? write(found) : null
    },
  }
}

/** `orders.0.dueKobo` is written {ordersDue}: an amount is shown in naira, so its unit is no part of the name. */
function placeholderName(path: string): string {
  const [first = '', ...others] = path
    .replace(/Kobo$/, '')
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
  return first + others.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')
}

const TIMES: readonly [ending: string, write: (at: Date) => string][] = [
  ['', formatMoment],
  ['Dated', formatDatedMoment],
  ['DatedDay', (at) => formatDatedDay(lagosDate(at))],
  ['Day', (at) => formatDay(lagosDate(at))],
  ['Hour', formatTime],
]

const DAY = /^\d{4}-\d\d-\d\d$/
const DAYS: readonly [ending: string, write: (day: string) => string][] = [
  ['', formatDay],
  ['Awaited', formatAwaitedDay],
  ['Dated', formatDatedDay],
  ['Long', formatLongDate],
]

const isBigint = (value: unknown): value is bigint => typeof value === 'bigint'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isDate = (value: unknown): value is Date => value instanceof Date
const isString = (value: unknown): value is string => typeof value === 'string'
const isDay = (value: unknown): value is string => isString(value) && DAY.test(value)
