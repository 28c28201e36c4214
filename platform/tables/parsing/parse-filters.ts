import { syntaxError } from '../errors/errors.ts'
import { type Field, parseField } from './parse-field.ts'
import { checkPattern } from './pattern-cost.ts'
import { Scanner } from './scanner.ts'

type Quantifier = 'any' | 'all'

/** The part after `column=`: `eq.3`, `in.(a,b)`, `fts(english).rice`. Values are left as sent, for binding. */
interface Operation {
  operator: string
  value: string
  /** The elements of `in.(…)`. */
  list: string[] | undefined
  quantifier: Quantifier | undefined
  /** Text search configuration. */
  language: string | undefined
}

export interface Filter {
  kind: 'filter'
  field: Field
  negated: boolean
  operation: Operation
}

interface Tree {
  kind: 'tree'
  joiner: 'and' | 'or'
  negated: boolean
  conditions: Condition[]
}

export type Condition = Filter | Tree

const MAX_DEPTH = 10

const OPERATORS = new Set(
  'eq neq gt gte lt lte like ilike match imatch in is isdistinct cs cd ov fts plfts phfts wfts sl sr nxl nxr adj'.split(
    ' ',
  ),
)
const QUANTIFIED = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const SEARCHES = new Set(['fts', 'plfts', 'phfts', 'wfts'])
const IS_VALUES = new Set(['null', 'not_null', 'true', 'false', 'unknown'])

/** A `column=value` parameter. Throws PGRST100. */
export function parseFilter(column: string, value: string): Filter {
  const fieldScanner = new Scanner('filter', column)
  const field = parseField(fieldScanner)
  fieldScanner.expectEnd()
  const scanner = new Scanner('filter', value)
  const negated = scanner.eat('not.')
  const start = parseOperator(scanner)
  const operation =
    start.operator === 'in' ? { ...start, list: parseList(scanner) } : { ...start, value: scanner.rest() }
  scanner.expectEnd()
  checkIs(operation, value)
  checkPattern(operation.operator, operation.value)
  return { kind: 'filter', field, negated, operation }
}

/** `or=(…)`, `and=(…)`: `value` holds the parentheses. Throws PGRST100. */
export function parseTree(joiner: 'and' | 'or', negated: boolean, value: string): Tree {
  const scanner = new Scanner('logic tree', value)
  const tree = parseBranches(scanner, { joiner, negated, depth: 1 })
  scanner.expectEnd()
  return tree
}

interface Branch {
  joiner: 'and' | 'or'
  negated: boolean
  depth: number
}

function parseBranches(scanner: Scanner, { joiner, negated, depth }: Branch): Tree {
  if (depth > MAX_DEPTH) scanner.fail(`at most ${MAX_DEPTH} nested levels`)
  scanner.expect('(')
  const conditions: Condition[] = []
  do {
    scanner.match(/ +/uy)
    conditions.push(parseCondition(scanner, depth))
  } while (scanner.eat(','))
  scanner.expect(')')
  return { kind: 'tree', joiner, negated, conditions }
}

function parseCondition(scanner: Scanner, depth: number): Condition {
  const negated = scanner.match(/not\.(?=(?:and|or)\()/uy) !== undefined
  const joiner = scanner.match(/(?:and|or)(?=\()/uy)
  if (joiner === 'and' || joiner === 'or') return parseBranches(scanner, { joiner, negated, depth: depth + 1 })
  const field = parseField(scanner)
  scanner.expect('.')
  const negatedFilter = scanner.eat('not.')
  const start = parseOperator(scanner)
  const operation =
    start.operator === 'in' ? { ...start, list: parseList(scanner) } : { ...start, value: parseTreeValue(scanner) }
  checkIs(operation, scanner.text)
  checkPattern(operation.operator, operation.value)
  return { kind: 'filter', field, negated: negatedFilter, operation }
}

function parseOperator(scanner: Scanner): Operation {
  const start = scanner.position
  const operator = scanner.match(/[a-z]+/uy) ?? ''
  const unfinished = !scanner.startsWith('.') && !scanner.startsWith('(')
  if (!OPERATORS.has(operator) || unfinished) {
    scanner.position = start
    return scanner.fail('operator (eq, gt, ...)')
  }
  const operation: Operation = { operator, value: '', list: undefined, quantifier: undefined, language: undefined }
  if (scanner.eat('(')) {
    const argument = scanner.match(/[\p{L}\p{N}_]+/uy) ?? scanner.fail('an argument')
    scanner.expect(')')
    if (SEARCHES.has(operator)) operation.language = argument
    else if (QUANTIFIED.has(operator) && (argument === 'any' || argument === 'all')) operation.quantifier = argument
    else throw syntaxError(scanner.what, scanner.text, start, `unexpected "(${argument})" after "${operator}"`)
  }
  scanner.expect('.')
  return operation
}

/** `(a,"b,c")`: an element in double quotes may contain commas and parentheses. */
function parseList(scanner: Scanner): string[] {
  scanner.expect('(')
  const list: string[] = []
  if (scanner.eat(')')) return list
  do {
    list.push(parseElement(scanner) ?? scanner.match(/[^,)]*/uy) ?? '')
  } while (scanner.eat(','))
  scanner.expect(')')
  return list
}

/** A value inside a tree ends at a comma or a closing parenthesis, unless it is quoted or a `{…}` literal. */
function parseTreeValue(scanner: Scanner): string {
  const quoted = parseElement(scanner)
  if (quoted !== undefined) return quoted
  if (scanner.next === '{') return parseBraces(scanner)
  return scanner.match(/[^,)]*/uy) ?? ''
}

function parseElement(scanner: Scanner): string | undefined {
  if (scanner.next !== '"') return undefined
  const start = scanner.position
  if (scanner.match(/"(?:[^"\\]|\\.)*"(?=[,)])/suy) === undefined) return undefined
  scanner.position = start
  return scanner.quoted()
}

function parseBraces(scanner: Scanner): string {
  const start = scanner.position
  let depth = 0
  do {
    const part = scanner.match(/"(?:[^"\\]|\\.)*"|./suy)
    if (part === undefined) return scanner.fail('closing brace')
    if (part === '{') depth += 1
    if (part === '}') depth -= 1
  } while (depth > 0)
  return scanner.text.slice(start, scanner.position)
}

function checkIs(operation: Operation, text: string): void {
  if (operation.operator !== 'is') return
  operation.value = operation.value.toLowerCase()
  if (!IS_VALUES.has(operation.value)) {
    throw syntaxError(
      'filter',
      text,
      0,
      `unexpected "${operation.value}" expecting null, not_null, true, false or unknown`,
    )
  }
}
