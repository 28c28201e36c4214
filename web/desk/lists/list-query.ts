import { parseNaira } from '#domain/money.ts'
import { addDays, isCalendarDate, startOfLagosDay } from '#domain/time/calendar.ts'
import { choiceParam, pageParam, textParam } from '#web/list-page.ts'
import type { Option } from '#web/ui/controls/select-field.tsx'

/** A list's filters by their parameter in the address. */
export type FilterFields = Readonly<Record<string, FilterField>>

export interface FilterField {
  /** "Search by name" by default. */
  label?: string
  /** The values to choose from; a filter without them is a search. */
  options?: readonly Option[]
  /** A Lagos day: the first or the last one of the rows. */
  isDay?: true
  /** An amount of naira, as it is typed. */
  isNaira?: true
}

type FilterValues<Fields extends FilterFields> = {
  -readonly [Name in keyof Fields]: Fields[Name] extends { options: readonly { value: infer Value }[] }
    ? Value | ''
    : string
}

/** The filters and the page in the address. Unknown values count as empty, which means no filter. */
export function readListQuery<Fields extends FilterFields>(
  params: URLSearchParams,
  fields: Fields,
  sorts: Sorts = {},
): FilterValues<Fields> & { page: number; sort: string } {
  const values = Object.entries(fields).map(([name, field]) => [name, readFilter(params, name, field)])
  return { ...Object.fromEntries(values), page: pageParam(params), sort: readSort(params.get('sort') ?? '', sorts) }
}

function readFilter(params: URLSearchParams, name: string, { options, isDay, isNaira }: FilterField): string {
  if (options) return choiceParam(params, name, valuesOf(options))
  if (isDay) return dayParam(params, name)
  const text = textParam(params, name)
  return isNaira && toKobo(text) === null ? '' : text
}

/** An amount of naira in kobo; null for any other text. */
export function toKobo(text: string): number | null {
  const kobo = parseNaira(text)
  return kobo !== null && kobo >= 0n ? Number(kobo) : null
}

/** A day of the address; empty if it is none, or not in this century: days beside it must have four-digit years too. */
function dayParam(params: URLSearchParams, name: string): string {
  const day = params.get(name) ?? ''
  return day.startsWith('20') && isCalendarDate(day) ? day : ''
}

/** The first and the last day of the rows, for lists of what happened at a time. */
export const DAYS = { from: { label: 'From', isDay: true }, until: { label: 'Until', isDay: true } } as const

interface TimedRows<Self> {
  gte(column: string, value: string): Self
  lt(column: string, value: string): Self
}

/** Rows of these Lagos days, both included; empty days are open ends. */
export function withinDays<Query extends TimedRows<Query>>(
  query: Query,
  column: string,
  { from, until }: { from: string; until: string },
): Query {
  const since = from ? query.gte(column, startOfLagosDay(from).toISOString()) : query
  return until ? since.lt(column, startOfLagosDay(addDays(until, 1)).toISOString()) : since
}

/** The columns that a list can be sorted by: their names in the address, and in the table. All have an index. */
type Sorts = Readonly<Record<string, string>>

interface SortedRows<Self> {
  order(column: string, options: { ascending: boolean; nullsFirst: boolean }): Self
}

/** Sorts by a column, as in the address; `fallback` is the list's own order. Empty values come last. */
export function sortedBy<Query extends SortedRows<Query>>(
  query: Query,
  sorts: Sorts,
  { sort, fallback }: { sort: string; fallback: string },
): Query {
  const chosen = sort || fallback
  const column = sorts[chosen.replace(/^-/, '')] ?? ''
  return query.order(column, { ascending: !chosen.startsWith('-'), nullsFirst: false })
}

/** The order in the address; empty if the list has none of this name. */
const readSort = (sort: string, sorts: Sorts): string => (Object.hasOwn(sorts, sort.replace(/^-/, '')) ? sort : '')

const valuesOf = (options: readonly Option[]): string[] => options.map(({ value }) => value)

/** A choice among labelled values, or all rows. */
export function choice<Value extends string>(label: string, all: string, labels: Readonly<Record<Value, string>>) {
  const options = Object.entries<string>(labels).map(([value, text]) => ({ value: value as Value, label: text }))
  return { label, options: [{ value: '' as const, label: all }, ...options] }
}
