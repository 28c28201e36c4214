import { PostgresFault } from '../../fault.ts'
import type { DefinitionText } from './read-definitions.ts'
import { splitStatements } from './split-statements.ts'

/** A view that several files compose (`unions` of database/definitions.json). */
export interface Union {
  /** Name of the view, with its schema. */
  view: string
  columns: readonly string[]
  comment: string
}

/** The SQL that defines a union view. Each part is one query; they are joined by `union all`. */
export function unionText({ view, columns, comment }: Union, files: readonly DefinitionText[]): DefinitionText {
  const lines = [`create view ${view} (${columns.join(', ')}) with (security_invoker = true) as`]
  const parts = files.map(({ path, text }, index) => {
    const [query, second] = splitStatements(text)
    if (!query || second)
      throw new PostgresFault(`${path}:${second?.line ?? 1}: one query is expected, a part of ${view}.`)
    if (index > 0) lines.push('union all')
    lines.push(`-- ${path}`)
    const at = lines.length + 1
    lines.push(...query.sql.split('\n'))
    return { at, path, line: query.line }
  })
  lines.push(';', `comment on view ${view} is '${comment.replaceAll("'", "''")}';`)
  return { path: files.map(({ path }) => path).join(', '), text: `${lines.join('\n')}\n`, parts }
}
