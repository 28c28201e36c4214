import { PostgresFault } from '../../fault.ts'
import { type Definition, definitionKey, KINDS, type PlacedStatement, statementPlace } from './definition.ts'
import { commentTarget, parseDefinitions } from './parse-definitions.ts'
import { splitStatements } from './split-statements.ts'

/** An SQL file of definitions. */
export interface DefinitionText {
  path: string
  text: string
  /** For a text composed of several files. */
  parts?: PlacedStatement['parts']
  /** The role that owns the definitions of the file, if it isn't the owner of the database. */
  owner?: string | undefined
}

type MutableDefinition = Definition & { statements: PlacedStatement[] }

/**
 * Reads the definitions of all files, in the order in which they are created: by kind, then by file, then as they are
 * written. A comment belongs to the definition before it, and all grants on one object are one definition. Throws a
 * `PostgresFault` that names file and line for a statement that isn't a definition, or for a duplicate.
 */
export function readDefinitions(texts: readonly DefinitionText[]): Definition[] {
  const found = new Map<string, MutableDefinition>()
  for (const { path, text, parts, owner } of texts) {
    let last: MutableDefinition | undefined
    for (const statement of splitStatements(text)) {
      const placed = { ...statement, path, parts }
      if (commentTarget(statement)) addComment(last, placed)
      else last = addStatement(found, { placed, owner })
    }
  }
  const all = [...found.values()]
  return KINDS.flatMap((kind) => all.filter((definition) => definition.kind === kind))
}

function addComment(last: MutableDefinition | undefined, placed: PlacedStatement): void {
  const about = commentTarget(placed)
  const isAboutLast = last && last.kind === about?.kind && [last.name, last.name.split('(')[0]].includes(about.name)
  if (!isAboutLast) throw new PostgresFault(`${statementPlace(placed)}: a comment follows what it is about.`)
  last.statements.push(placed)
}

/** Returns the definition that a comment after the statement can refer to. */
function addStatement(
  found: Map<string, MutableDefinition>,
  { placed, owner }: { placed: PlacedStatement; owner: string | undefined },
): MutableDefinition | undefined {
  let last: MutableDefinition | undefined
  for (const { kind, name, sql } of parseDefinitions(placed, statementPlace(placed))) {
    const key = definitionKey({ kind, name })
    const former = found.get(key)
    const [first] = former?.statements ?? []
    if (first && kind !== 'rights')
      throw new PostgresFault(`${statementPlace(placed)}: ${key} is defined twice, first in ${statementPlace(first)}.`)
    last = former ?? { kind, name, statements: [], owner }
    last.statements.push({ ...placed, sql })
    found.set(key, last)
  }
  return last
}
