import { type Field, parseField } from './parse-field.ts'
import { Scanner } from './scanner.ts'

export interface OrderTerm {
  /** The embedded resource whose column is meant, as in `author(name).desc`. */
  relation: string | undefined
  field: Field
  direction: 'asc' | 'desc' | undefined
  nulls: 'first' | 'last' | undefined
}

/** `order=a.desc.nullslast,author(name),data->>b`. Throws PGRST100. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner('order', text)
  const terms: OrderTerm[] = []
  do {
    terms.push(parseTerm(scanner))
  } while (scanner.eat(','))
  scanner.expectEnd()
  return terms
}

function parseTerm(scanner: Scanner): OrderTerm {
  scanner.match(/ +/uy)
  const start = scanner.position
  let relation: string | undefined = scanner.name()
  if (!scanner.eat('(')) {
    relation = undefined
    scanner.position = start
  }
  const field = parseField(scanner)
  if (relation !== undefined) scanner.expect(')')
  const direction = scanner.match(/\.(?:asc|desc)(?=[.,]|$)/uy)?.slice(1) as OrderTerm['direction']
  const nulls = scanner.match(/\.nulls(?:first|last)(?=,|$)/uy)?.slice(6) as OrderTerm['nulls']
  if (!scanner.atEnd && scanner.next !== ',') scanner.fail('"asc", "desc", "nullsfirst" or "nullslast"')
  return { relation, field, direction, nulls }
}
