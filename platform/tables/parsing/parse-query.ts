import { rangeNotSatisfiable, syntaxError, tooMuch } from '../errors/errors.ts'
import { checkEmbedCost } from './embed-cost.ts'
import { type Condition, type Filter, parseFilter, parseTree } from './parse-filters.ts'
import { type OrderTerm, parseOrder } from './parse-order.ts'
import { parseSelect, type SelectItem } from './parse-select.ts'
import { Scanner } from './scanner.ts'

/** The parameters of one level: of the table itself if `path` is empty, else of the embedded resource at that path. */
export interface Level {
  path: string[]
  conditions: Condition[]
  order: OrderTerm[]
  limit: number | undefined
  offset: number | undefined
}

export interface ParsedQuery {
  select: SelectItem[]
  levels: Level[]
  columns: string[] | undefined
  onConflict: string[] | undefined
  /** Arguments of a function called with GET. */
  args: [name: string, value: string][]
}

export interface QueryLimits {
  /** Maximum cost of all embedded resources together. */
  maxEmbedCost: number
  maxConditions: number
}

/**
 * Parses the whole query string. `isArgument` says which plain names are arguments of the called function.
 * Throws PGRST100 for what cannot be parsed and PGRST103 for a negative limit.
 */
export function parseQuery(
  parameters: URLSearchParams,
  limits: QueryLimits,
  isArgument: (name: string) => boolean = () => false,
): ParsedQuery {
  const query: ParsedQuery = {
    select: [{ kind: 'star' }],
    levels: [newLevel([])],
    columns: undefined,
    onConflict: undefined,
    args: [],
  }
  // Filters, and order, limit and offset of any level.
  let leveledParameters = 0
  for (const [name, value] of parameters) {
    if (isArgument(name)) query.args.push([name, value])
    else if (name === 'select') query.select = parseSelect(value)
    else if (name === 'columns') query.columns = parseNames('columns parameter', value)
    else if (name === 'on_conflict') query.onConflict = parseNames('on_conflict parameter', value)
    else if (name !== 'apikey' && name !== '') {
      readLeveled(query, name, value)
      leveledParameters += 1
    }
    if (leveledParameters > limits.maxConditions) throw tooMuch(`More than ${limits.maxConditions} filters`)
  }
  checkEmbedCost(query.select, limits.maxEmbedCost)
  checkConditions(
    query.levels.flatMap((level) => level.conditions.flatMap(filtersOf)),
    limits.maxConditions,
  )
  return query
}

/** Maximum over all levels: each condition is evaluated for every row. */
const MAX_SEARCHES = 5

/** Filters within `or` and `and` count as any other. */
function checkConditions(filters: Filter[], most: number): void {
  if (filters.length > most) throw tooMuch(`More than ${most} filters`)
  const searches = filters.filter(({ operation }) => /^i?match$|fts$/.test(operation.operator))
  if (searches.length > MAX_SEARCHES) {
    throw tooMuch(`More than ${MAX_SEARCHES} regular expressions and text searches`)
  }
}

const filtersOf = (condition: Condition): Filter[] =>
  condition.kind === 'tree' ? condition.conditions.flatMap(filtersOf) : [condition]

/** `column`, `embed.column`, `embed.order`, `embed.not.or`, … */
function readLeveled(query: ParsedQuery, key: string, value: string): void {
  const path = splitKey(key)
  const last = path.pop() ?? ''
  if (last === 'order') levelAt(query, path).order = parseOrder(value)
  else if (last === 'limit') levelAt(query, path).limit = parseCount('limit', value)
  else if (last === 'offset') levelAt(query, path).offset = parseCount('offset', value)
  else if (last === 'and' || last === 'or') {
    const negated = path.at(-1) === 'not'
    if (negated) path.pop()
    levelAt(query, path).conditions.push(parseTree(last, negated, value))
  } else levelAt(query, path).conditions.push(parseFilter(last, value))
}

/** Splits at dots outside double quotes; the last part keeps its quotes, because it may be a JSON path. */
function splitKey(key: string): string[] {
  const parts = key.match(/(?:"(?:[^"\\]|\\.)*"|[^."])+|"/gsu) ?? []
  return parts.map((part, index) => {
    if (index === parts.length - 1 || !part.startsWith('"')) return part
    return new Scanner('filter', part).quoted()
  })
}

function levelAt(query: ParsedQuery, path: string[]): Level {
  const found = query.levels.find((level) => isSamePath(level.path, path))
  if (found) return found
  const level = newLevel(path)
  query.levels.push(level)
  return level
}

function isSamePath(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index])
}

function newLevel(path: string[]): Level {
  return { path, conditions: [], order: [], limit: undefined, offset: undefined }
}

function parseCount(name: string, value: string): number {
  if (/^-\d+$/.test(value)) throw rangeNotSatisfiable(`${name} should be greater than or equal to zero.`)
  if (!/^\d{1,15}$/.test(value)) throw syntaxError(`${name} parameter`, value, 0, 'expecting a whole number')
  return Number(value)
}

function parseNames(what: string, text: string): string[] {
  const scanner = new Scanner(what, text)
  const names: string[] = []
  if (text === '') return names
  do {
    scanner.match(/ +/uy)
    names.push(scanner.name('column name'))
  } while (scanner.eat(','))
  scanner.expectEnd()
  return names
}
