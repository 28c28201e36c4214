export interface Column {
  name: string
  /** The column's number in the catalogue. */
  number: number
  /** Fully qualified type without its modifier, ready for SQL, e.g. `numeric`, `public.mood`, `text[]`. */
  type: string
  notNull: boolean
  /** The default's expression, fully qualified; null if there is none or the column is generated. */
  default: string | null
  comment: string | null
}

export interface Table {
  oid: string
  schema: string
  name: string
  isView: boolean
  columns: Map<string, Column>
  /** Names of functions that take one row of this table and can be read like columns. */
  computed: Set<string>
  primaryKey: string[]
  /** Column sets that identify at most one row, including the primary key. */
  uniques: string[][]
  /**
   * Whether an insert fires triggers. Those whose function's comment begins with `@notes` do not count: they may also
   * run for a row that an upsert then skips.
   */
  actsOnInsert: boolean
  /** Kinds of writes that are possible at all; rights are another matter. */
  writes: { insert: boolean; update: boolean; delete: boolean }
  comment: string | null
}

export interface RoutineArgument {
  /** Empty for an unnamed one. */
  name: string
  type: string
  isRequired: boolean
  isVariadic: boolean
}

export interface Routine {
  oid: string
  name: string
  args: RoutineArgument[]
  returnsSet: boolean
  isVolatile: boolean
  /** `rows` have columns; a `value` is one scalar; `void` nothing. */
  returns: 'void' | 'value' | 'rows'
  /** Type of a `value`. */
  valueType: string
  /** For `rows`: the table whose row type is returned, or a table-like description of the output columns. */
  table: Table | undefined
}

/** A snapshot of one schema in the catalogue. */
export interface Schema {
  name: string
  tables: Map<string, Table>
  /** By the name of their source table. */
  relationships: Map<string, Relationship[]>
  routines: Map<string, Routine[]>
}

type Cardinality = 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many'

/** Pairs of equal columns: source and target. */
export type Pairs = [here: string, there: string][]

export interface Relationship {
  cardinality: Cardinality
  source: Table
  target: Table
  /** Foreign key name; for many-to-many the two names. */
  constraints: string[]
  /** Source column, target column; for many-to-many source column, join table column. */
  pairs: Pairs
  through: { table: Table; pairs: Pairs } | undefined
  /** Whether the source holds the foreign key: its column and its name may then name the embedded resource. */
  isHolder: boolean
  /** The function that finds the target's rows from a whole row of the source, instead of pairs of columns. */
  computedBy: string | undefined
}
