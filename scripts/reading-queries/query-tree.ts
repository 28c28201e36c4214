/** A node of PostgreSQL's parse tree: `kind` is e.g. `VAR`, the fields are named as in its sources. */
export interface Node {
  kind: string
  fields: Record<string, Value>
}

/** Numbers, flags and names are strings; absent values are null. */
type Value = string | null | Node | Value[]

/**
 * Parses `pg_node_tree`, the text format in which PostgreSQL stores views and SQL bodies, with names and types
 * resolved.
 */
export function readTree(text: string): Value {
  const words = text.match(/\\.|"(?:\\.|[^"\\])*"|[{}()[\]]|(?:\\.|[^\s{}()[\]\\])+/g) ?? []
  let place = 0
  const value = (): Value => {
    const word = words[place++] ?? ''
    if (word === '{') return node()
    if (word === '(') return list()
    if (word === '<>') return null
    return word.replace(/^"([\s\S]*)"$/, '$1').replace(/\\(.)/g, '$1')
  }
  const list = (): Value[] => {
    const items: Value[] = []
    while (words[place] !== ')') items.push(value())
    place++
    return items
  }
  const node = (): Node => {
    const made: Node = { kind: words[place++] ?? '', fields: {} }
    while (words[place] !== '}') {
      const name = (words[place++] ?? '').slice(1)
      made.fields[name] = value()
      // Skips the bytes of a constant, which follow its length.
      while (words[place] !== '}' && !words[place]?.startsWith(':')) place++
    }
    place++
    return made
  }
  return value()
}

export function isNode(value: Value | undefined): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function nodeAt(node: Node, field: string): Node | undefined {
  const value = node.fields[field]
  return isNode(value) ? value : undefined
}

export function nodesAt(node: Node, field: string): Node[] {
  const value = node.fields[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

export function numberAt(node: Node, field: string): number {
  return Number(node.fields[field])
}

/** The output columns of a statement: of `select`, or of `returning`. */
export function outputColumns(query: Node): Node[] {
  const isSelect = query.fields.commandType === '1'
  return nodesAt(query, isSelect ? 'targetList' : 'returningList').filter((entry) => entry.fields.resjunk === 'false')
}
