import type { Column, Relationship, Routine, RoutineArgument, Table } from './schema.ts'

export interface RoutineRow {
  oid: string
  name: string
  set: boolean
  /** The planner's estimate; `rows 1` declares that a set holds at most one. */
  rows: number
  volatile: boolean
  inputs: number
  defaults: number
  variadic: boolean
  names: string[]
  modes: string[]
  types: string[]
  void: boolean
  returnType: string
  kind: string
  relation: string
  returnColumns: Pick<Column, 'name' | 'number' | 'type'>[] | null
  rowOf: string | null
}

interface SchemaTables {
  schema: string
  byOid: Map<string, Table>
}

/** Functions by name, overloads together; those that take one row of a table also become its computed columns. */
export function readRoutines(rows: RoutineRow[], { schema, byOid }: SchemaTables): Map<string, Routine[]> {
  const routines = new Map<string, Routine[]>()
  for (const row of rows) {
    const host = row.inputs === 1 && row.rowOf !== null ? byOid.get(row.rowOf) : undefined
    if (host && !row.set && !row.void) host.computed.add(row.name)
    const routine = readRoutine(row, { schema, byOid })
    routines.set(row.name, [...(routines.get(row.name) ?? []), routine])
  }
  return routines
}

/** Functions from one row of a table to rows of another, which are embedded under the function's name. */
export function computedRelationships(rows: RoutineRow[], byOid: Map<string, Table>): Relationship[] {
  return rows.flatMap((row): Relationship[] => {
    const source = row.inputs === 1 && row.rowOf !== null ? byOid.get(row.rowOf) : undefined
    const target = byOid.get(row.relation)
    if (!source || !target) return []
    const isOne = !row.set || row.rows === 1
    return [
      {
        cardinality: isOne ? 'many-to-one' : 'one-to-many',
        source,
        target,
        constraints: [row.name],
        pairs: [],
        through: undefined,
        isHolder: false,
        computedBy: row.name,
      },
    ]
  })
}

function readRoutine(row: RoutineRow, { schema, byOid }: SchemaTables): Routine {
  const outputs = outputColumns(row)
  const table = byOid.get(row.relation)
  const isRows = row.kind === 'c' || outputs.length > 1 || row.modes.includes('t')
  const columns = row.returnColumns ?? outputs
  return {
    oid: row.oid,
    name: row.name,
    args: inputArguments(row),
    returnsSet: row.set,
    isVolatile: row.volatile,
    valueType: row.returnType,
    returns: row.void ? 'void' : isRows ? 'rows' : 'value',
    table: isRows ? (table ?? likeTable({ name: row.name, schema, columns })) : undefined,
  }
}

function inputArguments(row: RoutineRow): RoutineArgument[] {
  const places = row.types.map((type, index) => ({
    type,
    name: row.names[index] ?? '',
    mode: row.modes[index] ?? 'i',
  }))
  const inputs = places.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  return inputs.map(({ type, name, mode }, index) => ({
    type,
    name,
    isRequired: index < inputs.length - row.defaults,
    isVariadic: mode === 'v',
  }))
}

function outputColumns(row: RoutineRow): Pick<Column, 'name' | 'number' | 'type'>[] {
  return row.types.flatMap((type, index) => {
    const mode = row.modes[index] ?? 'i'
    const isOutput = mode === 'o' || mode === 'b' || mode === 't'
    return isOutput ? [{ name: row.names[index] ?? '', number: index + 1, type }] : []
  })
}

interface Shape {
  name: string
  schema: string
  columns: Pick<Column, 'name' | 'number' | 'type'>[]
}

function likeTable({ name, schema, columns }: Shape): Table {
  const full = columns.map((column): Column => ({ ...column, notNull: false, default: null, comment: null }))
  return {
    oid: '0',
    schema,
    name,
    isView: false,
    columns: new Map(full.map((column) => [column.name, column])),
    computed: new Set(),
    actsOnInsert: false,
    writes: { insert: false, update: false, delete: false },
    primaryKey: [],
    uniques: [],
    comment: null,
  }
}
