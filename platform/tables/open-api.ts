import type { Column, Routine, Table } from './catalogue/schema.ts'
import type { Exchange, Reply } from './exchange.ts'

/** The answer at the root: tables and functions as an OpenAPI 2 description. */
export function describeApi({ schema, method }: Exchange): Reply {
  const tables = [...schema.tables.values()]
  const paths = [
    ...tables.map((table): [string, unknown] => [`/${table.name}`, tablePath(table)]),
    ...[...schema.routines.values()].map(([routine]): [string, unknown] => [
      `/rpc/${routine?.name}`,
      routinePath(routine),
    ]),
  ]
  const description = {
    swagger: '2.0',
    info: { title: 'Table API', version: '1', description: `Tables and functions of the schema ${schema.name}` },
    basePath: '/rest/v1',
    consumes: ['application/json'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: Object.fromEntries(paths),
    definitions: Object.fromEntries(tables.map((table) => [table.name, definitionOf(table)])),
  }
  return {
    status: 200,
    body: method === 'HEAD' ? null : JSON.stringify(description),
    headers: { 'content-type': 'application/openapi+json; charset=utf-8' },
  }
}

function tablePath(table: Table): Record<string, unknown> {
  const operation = (summary: string, status: number) => ({
    tags: [table.name],
    summary,
    responses: { [status]: { description: 'Done' } },
  })
  const read = { get: operation(table.comment ?? `Read ${table.name}`, 200) }
  if (table.isView) return read
  return {
    ...read,
    post: operation(`Add to ${table.name}`, 201),
    patch: operation(`Change ${table.name}`, 204),
    delete: operation(`Remove from ${table.name}`, 204),
  }
}

function routinePath(routine: Routine | undefined): Record<string, unknown> {
  const properties = Object.fromEntries(
    (routine?.args ?? []).map(({ name, type }) => [name === '' ? 'body' : name, { format: type }]),
  )
  const parameters = [{ name: 'args', in: 'body', schema: { type: 'object', properties } }]
  return { post: { tags: ['rpc'], parameters, responses: { 200: { description: 'Done' } } } }
}

function definitionOf(table: Table): Record<string, unknown> {
  const columns = [...table.columns.values()]
  return {
    type: 'object',
    ...(table.comment === null ? {} : { description: table.comment }),
    required: columns.filter((column) => column.notNull).map((column) => column.name),
    properties: Object.fromEntries(columns.map((column) => [column.name, propertyOf(column)])),
  }
}

function propertyOf({ type, comment }: Column): Record<string, unknown> {
  return { type: jsonTypeOf(type), format: type, ...(comment === null ? {} : { description: comment }) }
}

function jsonTypeOf(type: string): string {
  if (type.endsWith('[]')) return 'array'
  if (['smallint', 'integer', 'bigint'].includes(type)) return 'integer'
  if (['numeric', 'real', 'double precision'].includes(type)) return 'number'
  return type === 'boolean' ? 'boolean' : 'string'
}
