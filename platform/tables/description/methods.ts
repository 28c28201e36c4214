import { findOverloads } from '../catalogue/find-routine.ts'
import type { Schema, Table } from '../catalogue/schema.ts'

export const ROOT_METHODS = ['OPTIONS', 'GET', 'HEAD']
export const TABLE_METHODS = ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
export const ROUTINE_METHODS = ['OPTIONS', 'GET', 'HEAD', 'POST']

/** Methods that a table or view can answer, for `Allow`; PUT writes the row of a key. */
export function tableMethods({ writes, primaryKey }: Table): string[] {
  const canPut = writes.insert && writes.update && primaryKey.length > 0
  return [
    ...ROOT_METHODS,
    ...(writes.insert ? ['POST'] : []),
    ...(canPut ? ['PUT'] : []),
    ...(writes.update ? ['PATCH'] : []),
    ...(writes.delete ? ['DELETE'] : []),
  ]
}

/** Only functions that change nothing are meant for GET. Throws PGRST202 for an unknown name. */
export function routineMethods(schema: Schema, name: string): string[] {
  const isRead = findOverloads(schema, name).some(({ isVolatile }) => !isVolatile)
  return isRead ? ROUTINE_METHODS : ['OPTIONS', 'POST']
}
