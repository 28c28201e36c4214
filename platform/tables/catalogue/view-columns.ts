/** The source of a view's column. */
interface ColumnOrigin {
  /** The column's position in the view, from 1. */
  number: number
  tableOid: string
  tableColumn: number
}

/**
 * Reads the outermost target list of a view's stored query tree. Computed columns have no origin and are left out; in a
 * UNION the first branch decides, as PostgreSQL records it.
 */
export function columnOrigins(tree: string): ColumnOrigin[] {
  const list = outermostTargetList(tree)
  const origins: ColumnOrigin[] = []
  for (const entry of list) {
    const found = /:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+) :resjunk (\w+)\}$/s.exec(entry)
    const [, number, tableOid, tableColumn, junk] = found ?? []
    if (number === undefined || tableOid === undefined || tableOid === '0' || junk === 'true') continue
    origins.push({ number: Number(number), tableOid, tableColumn: Number(tableColumn) })
  }
  return origins
}

/** The entries `{TARGETENTRY …}` directly inside the first `{QUERY …}`. */
function outermostTargetList(tree: string): string[] {
  const entries: string[] = []
  let depth = 0
  let start = -1
  // A backslash escapes the next character.
  for (const { 0: sign, index: at } of tree.matchAll(/\\.|[{}]/gs)) {
    if (sign === '{') {
      depth += 1
      if (depth === 2 && tree.startsWith('{TARGETENTRY', at)) start = at
    } else if (sign === '}') {
      if (depth === 2 && start >= 0) {
        entries.push(tree.slice(start, at + 1))
        start = -1
      }
      depth -= 1
    }
  }
  return entries
}
