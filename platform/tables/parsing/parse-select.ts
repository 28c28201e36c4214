import { tooMuch } from '../errors/errors.ts'
import { type Field, parseField } from './parse-field.ts'
import { Scanner } from './scanner.ts'

export type Aggregate = 'count' | 'sum' | 'avg' | 'max' | 'min'

export interface ColumnItem {
  kind: 'column'
  /** Undefined only for a bare `count()`. */
  field: Field | undefined
  alias: string | undefined
  cast: string | undefined
  aggregate: Aggregate | undefined
  aggregateCast: string | undefined
}

export interface EmbedItem {
  kind: 'embed'
  alias: string | undefined
  /** A table, or the name or column of a foreign key. */
  target: string
  hint: string | undefined
  inner: boolean
  spread: boolean
  items: SelectItem[]
}

export type SelectItem = { kind: 'star' } | ColumnItem | EmbedItem

/** Protects the parser's own stack; the budget of `embed-cost.ts` is spent long before. */
const MAX_EMBED_DEPTH = 32

/** `select=`: columns, aliases, casts, JSON paths, aggregates, embedded resources and spreads. Throws PGRST100. */
export function parseSelect(text: string): SelectItem[] {
  if (text.trim() === '') return [{ kind: 'star' }]
  const parser: SelectParser = { scanner: new Scanner('select parameter', text) }
  const items = parseItems(parser, 0)
  parser.scanner.expectEnd()
  return items
}

interface SelectParser {
  scanner: Scanner
}

function parseItems(parser: SelectParser, depth: number): SelectItem[] {
  const items: SelectItem[] = []
  do {
    items.push(parseItem(parser, depth))
  } while (parser.scanner.eat(','))
  return items
}

function parseItem(parser: SelectParser, depth: number): SelectItem {
  const { scanner } = parser
  scanner.match(/ +/uy)
  if (scanner.eat('*')) return { kind: 'star' }
  if (scanner.eat('...')) return parseEmbed(parser, { target: scanner.name(), spread: true, depth })
  const start = scanner.position
  const first = scanner.name()
  let alias: string | undefined
  if (scanner.startsWith(':') && !scanner.startsWith('::')) {
    scanner.expect(':')
    alias = first
  } else {
    scanner.position = start
  }
  return parseAliased(parser, alias, depth)
}

function parseAliased(parser: SelectParser, alias: string | undefined, depth: number): SelectItem {
  const { scanner } = parser
  const start = scanner.position
  const name = scanner.name()
  if (name === 'count' && scanner.eat('()')) {
    const aggregateCast = parseCast(scanner)
    return { kind: 'column', field: undefined, alias, cast: undefined, aggregate: 'count', aggregateCast }
  }
  if (scanner.next === '(' || scanner.next === '!') {
    return parseEmbed(parser, { target: name, alias, spread: false, depth })
  }
  scanner.position = start
  const field = parseField(scanner)
  const cast = parseCast(scanner)
  const aggregate = parseAggregate(scanner)
  const aggregateCast = aggregate ? parseCast(scanner) : undefined
  return { kind: 'column', field, alias, cast, aggregate, aggregateCast }
}

interface EmbedStart {
  target: string
  alias?: string | undefined
  spread: boolean
  depth: number
}

function parseEmbed(parser: SelectParser, { target, alias, spread, depth }: EmbedStart): EmbedItem {
  const { scanner } = parser
  let hint: string | undefined
  let inner = false
  while (scanner.eat('!')) {
    const word = scanner.name('hint, "inner" or "left"')
    if (word === 'inner') inner = true
    else if (word !== 'left') hint = word
  }
  scanner.expect('(')
  if (depth + 1 > MAX_EMBED_DEPTH) throw tooMuch(`Resources are nested deeper than ${MAX_EMBED_DEPTH} levels`)
  const items = scanner.next === ')' ? [] : parseItems(parser, depth + 1)
  scanner.expect(')')
  return { kind: 'embed', alias, target, hint, inner, spread, items }
}

function parseCast(scanner: Scanner): string | undefined {
  return scanner.eat('::') ? scanner.name('type name') : undefined
}

function parseAggregate(scanner: Scanner): Aggregate | undefined {
  const call = scanner.match(/\.(?:count|sum|avg|max|min)\(\)/uy)
  return call === undefined ? undefined : (call.slice(1, -2) as Aggregate)
}
