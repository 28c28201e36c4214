import { PostgresFault } from '../fault.ts'
import { commentedBy, definedBy } from './defined-by.ts'
import { type Definition, KINDS, keyOf, type PlacedStatement, placeOf } from './definition.ts'
import { splitStatements } from './split-statements.ts'

/** An SQL file of definitions. */
export interface DefinitionText {
  path: string
  text: string
  /** Of a text that is composed of several files. */
  parts?: PlacedStatement['parts']
  /** The role that owns what the file defines, if not the owner of the database. */
  owner?: string | undefined
}

type Reading = Definition & { statements: PlacedStatement[] }

/**
 * The definitions of all files, in the order in which they are created: by kind, then as the files are given, then as they
 * are written. Comments belong to what stands before them, and all grants on one object are one definition. Throws a
 * `PostgresFault` that names file and line for what defines nothing, or what is defined twice.
 */
export function readDefinitions(texts: readonly DefinitionText[]): Definition[] {
  const found = new Map<string, Reading>()
  for (const { path, text, parts, owner } of texts) {
    let last: Reading | undefined
    for (const statement of splitStatements(text)) {
      const placed = { ...statement, path, parts }
      if (commentedBy(statement)) addComment(last, placed)
      else last = addStatement(found, { placed, owner })
    }
  }
  const all = [...found.values()]
  return KINDS.flatMap((kind) => all.filter((definition) => definition.kind === kind))
}

function addComment(last: Reading | undefined, placed: PlacedStatement): void {
  const about = commentedBy(placed)
  const isAboutLast = last && last.kind === about?.kind && [last.name, last.name.split('(')[0]].includes(about.name)
  if (!isAboutLast) throw new PostgresFault(`${placeOf(placed)}: a comment follows what it is about.`)
  last.statements.push(placed)
}

/** Returns what a comment behind the statement can be about. */
function addStatement(
  found: Map<string, Reading>,
  { placed, owner }: { placed: PlacedStatement; owner: string | undefined },
): Reading | undefined {
  let last: Reading | undefined
  for (const { kind, name, sql } of definedBy(placed, placeOf(placed))) {
    const key = keyOf({ kind, name })
    const former = found.get(key)
    const [first] = former?.statements ?? []
    if (first && kind !== 'rights')
      throw new PostgresFault(`${placeOf(placed)}: ${key} is defined twice, first in ${placeOf(first)}.`)
    last = former ?? { kind, name, statements: [], owner }
    last.statements.push({ ...placed, sql })
    found.set(key, last)
  }
  return last
}
