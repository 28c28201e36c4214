import type pg from 'pg'
import type { Identity } from '../postgres/database.ts'
import type { Condition } from './parse-filters.ts'
import type { Row } from './payload.ts'

export interface InterceptedWrite {
  /** The body's objects; empty for DELETE. */
  rows: Row[]
  /** The filters on the table itself, joined by "and". */
  filters: Condition[]
  /** Who asks. The transaction itself runs as service role. */
  identity: Identity
  /** For its headers; the body has been read. */
  request: Request
}

/** An expected no. It becomes the error body, and nothing of the transaction is kept. */
export interface Refusal {
  status: number
  code: string
  message: string
  details?: unknown
  hint?: string | null
}

/** Primary keys of the rows that the answer shows, read as the caller may read them. */
export interface Written {
  keys: Row[]
  /** Instead of 201 for POST and 200 or 204 otherwise. */
  status?: number
}

/**
 * Answers a write to a table by a command. `run` works in the request's one transaction, under the service role and
 * READ COMMITTED; afterwards the same transaction takes the caller's role and reads the representation, if one is
 * wanted. It commits only when both succeeded, and a deadlock runs both again.
 */
export interface Interceptor {
  method: 'POST' | 'PATCH' | 'DELETE'
  table: string
  /** Left out: every such write. Otherwise the write goes its ordinary way when this says false. */
  applies?(write: InterceptedWrite): boolean
  run(write: InterceptedWrite & { tx: pg.PoolClient }): Promise<Written | Refusal>
}

export function isRefusal(outcome: Written | Refusal): outcome is Refusal {
  return 'code' in outcome
}

/** The value of a lone `column=eq.value`, or undefined when the filters are anything else. */
export function soleEquality(filters: Condition[], column: string): string | undefined {
  const [only, ...others] = filters
  if (only?.kind !== 'filter' || others.length > 0 || only.negated) return undefined
  const { field, operation } = only
  const isPlain = field.name === column && field.path.length === 0 && operation.operator === 'eq'
  return isPlain && operation.quantifier === undefined ? operation.value : undefined
}
