import type pg from 'pg'
import type { Column, Routine, Schema } from '../catalogue/schema.ts'
import { readRights, type SchemaRights, type TableRights } from './rights.ts'

interface Viewer {
  role: string
  /** Writes that a command handles, for which the caller needs no right to the table. */
  commands: readonly { method: string; table: string }[]
  /** Runs work in a transaction of the role. */
  read<T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T>
}

/** Descriptions by role, until the schema is read again. */
const described = new WeakMap<Schema, Map<string, Promise<string>>>()

/** The answer at the root: what a role may see and call, as OpenAPI 2. */
export function describeApi(schema: Schema, viewer: Viewer): Promise<string> {
  const byRole = described.get(schema) ?? new Map<string, Promise<string>>()
  described.set(schema, byRole)
  const known = byRole.get(viewer.role)
  if (known) return known
  const making = viewer
    .read((tx) => readRights(tx, schema))
    .then((rights) => JSON.stringify(description(schema, rights, viewer)))
  byRole.set(viewer.role, making)
  making.catch(() => byRole.delete(viewer.role))
  return making
}

function description(schema: Schema, rights: SchemaRights, { commands }: Viewer): Record<string, unknown> {
  const tables = rights.tables.map((own): [string, unknown] => [`/${own.table.name}`, tablePath(own, commands)])
  const routines = [...rights.routines].map(([name, overloads]): [string, unknown] => [
    `/rpc/${name}`,
    routinePath(overloads),
  ])
  return {
    swagger: '2.0',
    info: { title: 'Table API', version: '1', description: `Tables and functions of the schema ${schema.name}` },
    basePath: '/rest/v1',
    consumes: CONSUMES,
    produces: PRODUCES,
    paths: Object.fromEntries([...tables, ...routines]),
    definitions: Object.fromEntries(rights.tables.map((own) => [own.table.name, definitionOf(own, schema)])),
    parameters: { ...PARAMETERS, ...Object.fromEntries(rights.tables.flatMap(filtersAndBody)) },
  }
}

const CONSUMES = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]
const PRODUCES = [...CONSUMES]

const inQuery = (name: string, text: string) => ({ name, in: 'query', type: 'string', description: text })
const PARAMETERS = {
  select: inQuery('select', 'Columns and embedded resources'),
  order: inQuery('order', 'Ordering'),
  limit: inQuery('limit', 'Most rows'),
  offset: inQuery('offset', 'Rows to skip'),
  on_conflict: inQuery('on_conflict', 'Columns that tell whether a row exists already'),
  prefer: { name: 'Prefer', in: 'header', type: 'string', description: 'Preferences' },
  range: { name: 'Range', in: 'header', type: 'string', description: 'First and last row' },
}

const refer = (name: string) => ({ $ref: `#/parameters/${name}` })

type Methods = 'get' | 'post' | 'patch' | 'delete'

function tablePath({ table, ...rights }: TableRights, commands: Viewer['commands']): Record<string, unknown> {
  const handled = commands.filter((command) => command.table === table.name).map(({ method }) => method)
  const filters = rights.readable.map((column) => refer(`rowFilter.${table.name}.${column}`))
  const body = refer(`body.${table.name}`)
  const operation = (responses: Record<number, unknown>, parameters: unknown[]) => ({
    tags: [table.name],
    ...(table.comment === null ? {} : { summary: table.comment }),
    parameters,
    responses,
  })
  const rows = { type: 'array', items: { $ref: `#/definitions/${table.name}` } }
  const paging = ['select', 'order', 'limit', 'offset', 'range', 'prefer'].map(refer)
  const all: Record<Methods, [boolean, unknown]> = {
    get: [rights.readable.length > 0, operation({ 200: { description: 'OK', schema: rows } }, [...filters, ...paging])],
    post: [
      rights.insertable.length > 0 || handled.includes('POST'),
      operation({ 201: { description: 'Created' } }, [body, ...['select', 'on_conflict', 'prefer'].map(refer)]),
    ],
    patch: [
      rights.updatable.length > 0 || handled.includes('PATCH'),
      operation({ 204: { description: 'No Content' } }, [...filters, body, refer('prefer')]),
    ],
    delete: [
      rights.canDelete || handled.includes('DELETE'),
      operation({ 204: { description: 'No Content' } }, [...filters, refer('prefer')]),
    ],
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([method, [isAllowed, value]]) => (isAllowed ? [[method, value]] : [])),
  )
}

/** Volatile functions are called by POST only. */
function routinePath(overloads: Routine[]): Record<string, unknown> {
  const shared = { tags: [`(rpc) ${overloads[0]?.name}`], produces: PRODUCES }
  const responses = { 200: { description: 'OK' } }
  const isRead = overloads.some(({ isVolatile }) => !isVolatile)
  const args = overloads[0]?.args ?? []
  const schema = {
    type: 'object',
    required: args.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    properties: Object.fromEntries(
      args.map(({ name, type }) => [name === '' ? 'body' : name, { type: jsonTypeOf(type), format: type }]),
    ),
  }
  const inBody = [{ name: 'args', in: 'body', required: true, schema }, refer('prefer')]
  const asQuery = args.map(({ name, type, isRequired }) => ({
    name,
    in: 'query',
    required: isRequired,
    type: 'string',
    format: type,
  }))
  const post = { ...shared, parameters: inBody, responses }
  return isRead ? { get: { ...shared, parameters: asQuery, responses }, post } : { post }
}

function filtersAndBody({ table, readable }: TableRights): [string, unknown][] {
  const body = { name: table.name, in: 'body', required: false, schema: { $ref: `#/definitions/${table.name}` } }
  const filters = readable.map((name): [string, unknown] => [
    `rowFilter.${table.name}.${name}`,
    { name, in: 'query', required: false, type: 'string', format: table.columns.get(name)?.type },
  ])
  return [[`body.${table.name}`, body], ...filters]
}

function definitionOf(
  { table, readable, insertable, updatable }: TableRights,
  schema: Schema,
): Record<string, unknown> {
  const known = new Set([...readable, ...insertable, ...updatable])
  const columns = [...table.columns.values()].filter(({ name }) => known.has(name))
  const keys = new Map(
    (schema.relationships.get(table.name) ?? []).flatMap(({ isHolder, pairs: [pair, ...more], target }) =>
      isHolder && pair && more.length === 0 ? [[pair[0], { table: target.name, column: pair[1] }] as const] : [],
    ),
  )
  const noteOf = ({ name }: Column): string[] => {
    const key = keys.get(name)
    return [
      ...(table.primaryKey.includes(name) ? ['This is a Primary Key.<pk/>'] : []),
      ...(key
        ? [`This is a Foreign Key to \`${key.table}.${key.column}\`.<fk table='${key.table}' column='${key.column}'/>`]
        : []),
    ]
  }
  return {
    type: 'object',
    ...(table.comment === null ? {} : { description: table.comment }),
    required: columns.filter(({ notNull, default: value }) => notNull && value === null).map(({ name }) => name),
    properties: Object.fromEntries(columns.map((column) => [column.name, propertyOf(column, noteOf(column))])),
  }
}

function propertyOf({ type, comment }: Column, notes: string[]): Record<string, unknown> {
  const text = [comment, notes.length > 0 ? `Note:\n${notes.join('\n')}` : null].filter((part) => part !== null)
  const items = type.endsWith('[]') ? { items: { type: jsonTypeOf(type.slice(0, -2)) } } : {}
  const described = text.length > 0 ? { description: text.join('\n\n') } : {}
  return { type: jsonTypeOf(type), format: type, ...items, ...described }
}

function jsonTypeOf(type: string): string {
  if (type.endsWith('[]')) return 'array'
  if (['smallint', 'integer', 'bigint'].includes(type)) return 'integer'
  if (['numeric', 'real', 'double precision'].includes(type)) return 'number'
  return type === 'boolean' ? 'boolean' : 'string'
}
