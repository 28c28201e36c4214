import type { Pairs, Relationship, Table } from './schema.ts'

export interface ForeignKey {
  name: string
  holder: Table
  target: Table
  pairs: Pairs
}

/** The columns of one table that a view shows. */
export interface ViewColumns {
  view: Table
  table: Table
  /** Table column to view columns. */
  columns: Map<string, string[]>
}

export function isToOne(relationship: Relationship): boolean {
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}

/**
 * Every way that foreign keys allow one table to embed another; views inherit the keys of the tables they show. Nothing
 * leads to or from a hidden table.
 */
export function deriveRelationships(
  { keys, views, computed }: { keys: ForeignKey[]; views: ViewColumns[]; computed: Relationship[] },
  hidden: Set<Table>,
): Map<string, Relationship[]> {
  const all = [...keys, ...keysOfViews(keys, views)].filter(
    ({ holder, target }) => !hidden.has(holder) && !hidden.has(target),
  )
  const found = new Map<string, Relationship[]>()
  const add = (relationship: Relationship) => {
    const list = found.get(relationship.source.name)
    if (list) list.push(relationship)
    else found.set(relationship.source.name, [relationship])
  }
  for (const key of all) bothWays(key).forEach(add)
  for (const join of joinsOf(keys, all)) add(join)
  for (const one of computed) if (!hidden.has(one.source) && !hidden.has(one.target)) add(one)
  return found
}

function bothWays(key: ForeignKey): Relationship[] {
  const holderColumns = key.pairs.map(([column]) => column)
  const isUnique = key.holder.uniques.some((unique) => unique.every((column) => holderColumns.includes(column)))
  const common = { constraints: [key.name], through: undefined, computedBy: undefined }
  const there: Relationship = {
    ...common,
    cardinality: isUnique ? 'one-to-one' : 'many-to-one',
    source: key.holder,
    target: key.target,
    pairs: key.pairs,
    isHolder: true,
  }
  const back: Relationship = {
    ...common,
    cardinality: isUnique ? 'one-to-one' : 'one-to-many',
    source: key.target,
    target: key.holder,
    pairs: key.pairs.map(([here, target]) => [target, here]),
    isHolder: false,
  }
  return [there, back]
}

/** Many-to-many: a table whose primary key contains the columns of two of its foreign keys. */
function joinsOf(keys: ForeignKey[], all: ForeignKey[]): Relationship[] {
  const joins: Relationship[] = []
  const byHolder = new Map<Table, ForeignKey[]>()
  for (const key of all) {
    if (key.holder.isView) continue
    const inKey = key.pairs.every(([column]) => key.holder.primaryKey.includes(column))
    if (inKey) byHolder.set(key.holder, [...(byHolder.get(key.holder) ?? []), key])
  }
  // One of the two keys must be a table's own: views are not joined with views.
  const isBase = new Set(keys)
  for (const [table, candidates] of byHolder) {
    for (const near of candidates) {
      for (const far of candidates) {
        if (near === far || near.name === far.name || !(isBase.has(near) || isBase.has(far))) continue
        joins.push({
          cardinality: 'many-to-many',
          source: near.target,
          target: far.target,
          constraints: [near.name, far.name],
          pairs: near.pairs.map(([here, there]) => [there, here]),
          through: { table, pairs: far.pairs },
          isHolder: false,
          computedBy: undefined,
        })
      }
    }
  }
  return joins
}

/** The same key for each view that shows all its columns, at either end or both. */
function keysOfViews(keys: ForeignKey[], views: ViewColumns[]): ForeignKey[] {
  const found: ForeignKey[] = []
  for (const key of keys) {
    const holders = ends(key.holder, views, (pair) => pair[0])
    const targets = ends(key.target, views, (pair) => pair[1])
    for (const holder of holders(key)) {
      for (const target of targets(key)) {
        if (holder.table === key.holder && target.table === key.target) continue
        const pairs: Pairs = key.pairs.map((_, index) => [holder.columns[index] ?? '', target.columns[index] ?? ''])
        found.push({ name: key.name, holder: holder.table, target: target.table, pairs })
      }
    }
  }
  return found
}

interface End {
  table: Table
  columns: string[]
}

function ends(table: Table, views: ViewColumns[], pick: (pair: [string, string]) => string) {
  return (key: ForeignKey): End[] => {
    const columns = key.pairs.map(pick)
    const found: End[] = [{ table, columns }]
    for (const view of views) {
      if (view.table !== table) continue
      const shown = columns.map((column) => view.columns.get(column)?.[0])
      if (shown.every((column) => column !== undefined)) found.push({ table: view.view, columns: shown })
    }
    return found
  }
}
