import type pg from 'pg'
import type { Identity } from '#platform/postgres/database.ts'
import type { Condition } from './parsing/parse-filters.ts'
import type { Row } from './payload.ts'

export interface InterceptedWrite {
  /** The body's objects; empty for DELETE. */
  rows: Row[]
  /** The filters on the table itself, joined by "and". */
  filters: Condition[]
  /** The caller. The transaction itself runs as the service role. */
  identity: Identity
  /** For its headers; its body has been read. */
  request: Request
}

/** An expected no. It becomes the error body, and the transaction is rolled back. */
export interface Refusal {
  status: number
  code: string
  message: string
  details?: unknown
  hint?: string | null
}

/** Primary keys of the rows to show, which are read with the caller's rights. */
export interface Written {
  keys: Row[]
  /** Instead of 201 for POST and 200 or 204 otherwise. */
  status?: number
}

/**
 * Lets a command handle a write to a table. `run` runs in the request's one transaction, under the service role and
 * READ COMMITTED; then the same transaction takes the caller's role and reads the representation, if one is requested.
 * It commits only if both succeed; after a deadlock both are retried.
 */
export interface Interceptor {
  method: 'POST' | 'PATCH' | 'DELETE'
  table: string
  /** If left out, every such write is intercepted; otherwise those for which this returns true. */
  applies?(write: InterceptedWrite): boolean
  run(write: InterceptedWrite & { tx: pg.PoolClient }): Promise<Written | Refusal>
  /** Batches the write with others, in a transaction of its own; undefined if it was not done and must run alone. */
  runBatched?(write: InterceptedWrite & { show: Show | null }): Promise<Written | Refusal | undefined>
}

/**
 * Reads a row's representation with the caller's role and claims, which the transaction then keeps; null if none is
 * requested. Sends its statements synchronously, so that several can share one packet.
 */
export type Show = (tx: pg.PoolClient, key: Row) => Promise<void>

export function isRefusal(outcome: Written | Refusal): outcome is Refusal {
  return 'code' in outcome
}

/** The value of a single `column=eq.value`, or undefined if the filters are anything else. */
export function soleEquality(filters: Condition[], column: string): string | undefined {
  const [only, ...others] = filters
  if (only?.kind !== 'filter' || others.length > 0 || only.negated) return undefined
  const { field, operation } = only
  const isPlain = field.name === column && field.path.length === 0 && operation.operator === 'eq'
  return isPlain && operation.quantifier === undefined ? operation.value : undefined
}

/** True if a filter on `column` names the rows: `eq` or a list. Other filters may narrow it further. */
export function namesRows(filters: Condition[], column: string): boolean {
  return filters.some((condition) => {
    if (condition.kind !== 'filter' || condition.negated) return false
    const { field, operation } = condition
    if (field.name !== column || field.path.length > 0) return false
    return operation.operator === 'in' || (operation.operator === 'eq' && operation.quantifier === undefined)
  })
}
