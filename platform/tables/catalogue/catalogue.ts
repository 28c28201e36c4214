import type pg from 'pg'
import { FOREIGN_KEYS, ROUTINES, TABLES, UNIQUES, VIEWS } from './catalogue-queries.ts'
import { deriveRelationships, type ForeignKey, type ViewColumns } from './relationships.ts'
import { computedRelationships, type RoutineRow, readRoutines } from './routines.ts'
import type { Column, Schema, Table } from './schema.ts'
import { columnOrigins } from './view-columns.ts'

interface TableRow {
  oid: string
  schema: string
  name: string
  kind: string
  comment: string | null
  acts: boolean
  /** Bits of the commands that it takes: 4 update, 8 insert, 16 delete. */
  events: number
  columns: Column[] | null
}

interface UniqueRow {
  table: string
  primary: boolean
  columns: number[]
}

interface ForeignKeyRow {
  name: string
  holder: string
  target: string
  here: number[]
  there: number[]
}

interface ViewRow {
  oid: string
  tree: string
}

/** Reads the whole schema in one round trip. The transaction needs an empty `search_path`. */
export async function readCatalogue(tx: pg.ClientBase, name: string): Promise<Schema> {
  const [tableRows, uniqueRows, keyRows, viewRows, routineRows] = await Promise.all([
    tx.query<TableRow>(TABLES, [name]),
    tx.query<UniqueRow>(UNIQUES, [name]),
    tx.query<ForeignKeyRow>(FOREIGN_KEYS, [name]),
    tx.query<ViewRow>(VIEWS, [name]),
    tx.query<RoutineRow>(ROUTINES, [name]),
  ])
  const byOid = new Map<string, Table>()
  for (const row of tableRows.rows) byOid.set(row.oid, readTable(row))
  for (const row of uniqueRows.rows) addUnique(byOid.get(row.table), row)
  const views = viewRows.rows.flatMap((row) => readView(byOid, row))
  for (const view of views) inheritUniques(view)
  const keys = keyRows.rows.flatMap((row) => readKey(byOid, row))
  const hidden = applyShownViews(byOid, name)
  const shown = [...byOid.values()].filter((table) => !hidden.has(table))
  const tables = new Map(shown.map((table) => [table.name, table]))
  const routines = readRoutines(routineRows.rows, { schema: name, byOid })
  const computed = computedRelationships(routineRows.rows, byOid)
  return { name, tables, relationships: deriveRelationships({ keys, views, computed }, hidden), routines }
}

/**
 * Views of the schema `$1_shown` replace tables of the same name where the visible columns depend on the row, which
 * column grants cannot express. Returns the tables that they hide.
 */
function applyShownViews(byOid: Map<string, Table>, schema: string): Set<Table> {
  const all = [...byOid.values()]
  const hidden = new Set<Table>()
  for (const view of all.filter((table) => table.schema !== schema)) {
    const base = all.find((table) => table.schema === schema && table.name === view.name)
    if (!base) continue
    view.isView = false
    view.primaryKey = base.primaryKey
    hidden.add(base)
  }
  return hidden
}

function readTable(row: TableRow): Table {
  return {
    oid: row.oid,
    schema: row.schema,
    name: row.name,
    isView: row.kind === 'v' || row.kind === 'm',
    columns: new Map((row.columns ?? []).map((column) => [column.name, column])),
    computed: new Set(),
    primaryKey: [],
    uniques: [],
    actsOnInsert: row.acts,
    comment: row.comment,
    writes: { insert: (row.events & 8) > 0, update: (row.events & 4) > 0, delete: (row.events & 16) > 0 },
  }
}

function addUnique(table: Table | undefined, row: UniqueRow): void {
  if (!table) return
  const names = columnNames(table, row.columns)
  if (names.length !== row.columns.length) return
  table.uniques.push(names)
  if (row.primary) table.primaryKey = names
}

function columnNames(table: Table, numbers: number[]): string[] {
  const byNumber = new Map([...table.columns.values()].map((column) => [column.number, column.name]))
  return numbers.flatMap((number) => byNumber.get(number) ?? [])
}

function readKey(byOid: Map<string, Table>, row: ForeignKeyRow): ForeignKey[] {
  const holder = byOid.get(row.holder)
  const target = byOid.get(row.target)
  if (!holder || !target) return []
  const there = columnNames(target, row.there)
  const pairs = columnNames(holder, row.here).map((here, index): [string, string] => [here, there[index] ?? ''])
  return [{ name: row.name, holder, target, pairs }]
}

/** One description per table that a view shows; views over views are followed down to the tables. */
function readView(byOid: Map<string, Table>, row: ViewRow): ViewColumns[] {
  const view = byOid.get(row.oid)
  if (!view) return []
  const shown = new Map<string, ViewColumns>()
  for (const { number, tableOid, tableColumn } of columnOrigins(row.tree)) {
    const table = byOid.get(tableOid)
    const [viewColumn] = columnNames(view, [number])
    const [column] = table ? columnNames(table, [tableColumn]) : []
    if (!table || column === undefined || viewColumn === undefined) continue
    const entry = shown.get(tableOid) ?? { view, table, columns: new Map<string, string[]>() }
    shown.set(tableOid, entry)
    entry.columns.set(column, [...(entry.columns.get(column) ?? []), viewColumn])
  }
  return [...shown.values()]
}

/** NOTE: holds only for views that show each row at most once, such as those with filters and to-one joins. */
function inheritUniques({ view, table, columns }: ViewColumns): void {
  for (const unique of table.uniques) {
    const shown = unique.map((column) => columns.get(column)?.[0])
    if (shown.every((column) => column !== undefined)) view.uniques.push(shown)
  }
}
