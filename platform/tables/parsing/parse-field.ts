import type { Scanner } from './scanner.ts'

/** `->` returns JSON, `->>` text; a number selects from an array. */
interface JsonStep {
  arrow: '->' | '->>'
  key: string | number
}

/** A column, perhaps with a path into its JSON. */
export interface Field {
  name: string
  path: JsonStep[]
}

/** `column`, `column->key`, `column->0->>key`. */
export function parseField(scanner: Scanner): Field {
  const name = scanner.name()
  return { name, path: parsePath(scanner) }
}

function parsePath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = []
  for (;;) {
    const arrow = scanner.eat('->>') ? '->>' : scanner.eat('->') ? '->' : undefined
    if (!arrow) return path
    path.push({ arrow, key: parseKey(scanner) })
    if (path.length > 20) scanner.fail('a shorter JSON path')
  }
}

function parseKey(scanner: Scanner): string | number {
  const index = scanner.match(/-?\d{1,9}(?![\p{L}\p{N}_$ -]|-(?!>))/uy)
  return index === undefined ? scanner.name('JSON key') : Number(index)
}
