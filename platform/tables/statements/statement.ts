import pg from 'pg'

/** SQL with its values. The text holds only identifiers from the catalogue and `$1`, `$2`, … */
export interface BoundStatement {
  text: string
  values: string[]
  /** Whether it reads so many rows that it should be planned for its values, each time. */
  isLong?: boolean
}

/** Collects values while a text is built. */
export class Bindings {
  readonly values: string[] = []

  /** Returns the placeholder for a value; PostgreSQL infers its type from the context. */
  bind(value: string): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

export const quoted = (identifier: string): string => pg.escapeIdentifier(identifier)

export const qualified = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoted(schema)}.${quoted(name)}`

/** PostgreSQL's text form of an array, every element quoted. */
export function arrayLiteral(elements: string[]): string {
  return `{${elements.map((element) => `"${element.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
