import { undefinedType } from '../errors/errors.ts'

const TYPES: Record<string, string> = {
  text: 'text',
  varchar: 'varchar',
  'character varying': 'varchar',
  citext: 'text',
  bool: 'bool',
  boolean: 'bool',
  smallint: 'int2',
  int2: 'int2',
  int: 'int4',
  int4: 'int4',
  integer: 'int4',
  bigint: 'int8',
  int8: 'int8',
  numeric: 'numeric',
  decimal: 'numeric',
  real: 'float4',
  float4: 'float4',
  float: 'float8',
  float8: 'float8',
  'double precision': 'float8',
  date: 'date',
  time: 'time',
  timetz: 'timetz',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
  interval: 'interval',
  uuid: 'uuid',
  json: 'json',
  jsonb: 'jsonb',
  bytea: 'bytea',
}

/** The only types a caller may cast to. Throws 42704 for any other. */
export function castSql(expression: string, type: string | undefined): string {
  if (type === undefined) return expression
  const known = Object.hasOwn(TYPES, type.toLowerCase()) ? TYPES[type.toLowerCase()] : undefined
  if (known === undefined) throw undefinedType(type)
  return `(${expression})::pg_catalog.${known}`
}
