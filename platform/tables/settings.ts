import type { Database, Identity } from '#platform/postgres/database.ts'
import type { Interceptor } from './interceptors.ts'
import type { QueryLimits } from './parsing/parse-query.ts'
import type { Row } from './payload.ts'
import type { ReadLimits } from './reading.ts'

/** The operator's choices, which `operator-settings.ts` reads from the environment. */
export interface TablesChoices {
  /** The exposed schemas; requests that name none get the first. Default `public`. */
  schemas: readonly string[]
  /** Searched after the exposed schema for names in functions and policies. */
  extraSearchPath: readonly string[]
  /** Most rows in one answer, and in each embedded list; default 1000. */
  maxRows: number
  /** Maximum rows that the secret key may write in one request; default 1000. */
  maxServiceWrittenRows: number
  /** Maximum cost of all embedded resources of a request (`parsing/embed-cost.ts`); default 60. */
  maxEmbedCost: number
  /** `count()`, `sum()`, … in select; default off. */
  areAggregatesOn: boolean
  /** Callers who may request the plan of a statement instead of its result; none by default. */
  plans: 'none' | 'secret-key' | 'everyone'
  /** Whether `Prefer: tx=rollback` is honoured; it is refused by default. */
  isRollbackAllowed: boolean
  /** Callers who get the description of the schema at the root; default everyone. */
  description: 'signed-in' | 'everyone'
}

export interface TablesDeps extends Partial<TablesChoices> {
  database: Database
  /** Identifies the caller, or returns the answer that refuses the request. */
  identify(request: Request): Promise<Identity | Response>
  /** Most rows that an estimated count counts; above it is the planner's estimate. `maxRows` by default. */
  maxCountedRows?: number
  /** Maximum rows of one read over all levels; default 100,000. */
  maxReadRows?: number
  /** Default 5 MiB. */
  maxAnswerBytes?: number
  /** Bounds what is read from outside; nothing does if it is left out. */
  reading?: ReadLimits
  /** Default 8000. */
  statementTimeoutMs?: number
  /** Default 1 MiB. */
  maxBodyBytes?: number
  /** Characters of path and query; default 16,384. */
  maxAddressLength?: number
  /** Maximum rows that a caller other than the service may write in one request; default 100. */
  maxWrittenRows?: number
  /** False answers a write with 429 before anything is done; what it counts stays counted when the write is refused. */
  mayWrite?(write: WriteRequest): Promise<boolean>
  /** For writes of tables in the first schema. */
  interceptors?: Interceptor[]
  /** Receives faults and bugs, which the caller sees only as a 5xx without details. */
  onError?(error: unknown, request: Request): void
}

/** The handler's options with all defaults filled in. */
export interface Settings extends TablesChoices, QueryLimits {
  maxCountedRows: number
  maxReadRows: number
  maxAnswerBytes: number
  statementTimeoutMs: number
  maxBodyBytes: number
  maxAddressLength: number
  maxWrittenRows: number
  mayWrite(write: WriteRequest): Promise<boolean>
  interceptors: Interceptor[]
}

/** A write that has not begun, for the limits of writes. */
export interface WriteRequest {
  identity: Identity
  method: string
  table: string
  rows: Row[]
}

export function toSettings(deps: TablesDeps): Settings {
  return {
    schemas: deps.schemas ?? ['public'],
    extraSearchPath: deps.extraSearchPath ?? [],
    maxRows: deps.maxRows ?? 1000,
    maxCountedRows: deps.maxCountedRows ?? deps.maxRows ?? 1000,
    maxReadRows: deps.maxReadRows ?? 100_000,
    maxAnswerBytes: deps.maxAnswerBytes ?? 5 * 1_048_576,
    statementTimeoutMs: deps.statementTimeoutMs ?? 8000,
    maxBodyBytes: deps.maxBodyBytes ?? 1_048_576,
    maxAddressLength: deps.maxAddressLength ?? 16_384,
    maxEmbedCost: deps.maxEmbedCost ?? 60,
    maxWrittenRows: deps.maxWrittenRows ?? 100,
    maxServiceWrittenRows: deps.maxServiceWrittenRows ?? 1000,
    mayWrite: deps.mayWrite ?? (async () => true),
    maxConditions: 200,
    areAggregatesOn: deps.areAggregatesOn ?? false,
    plans: deps.plans ?? 'none',
    isRollbackAllowed: deps.isRollbackAllowed ?? false,
    description: deps.description ?? 'everyone',
    interceptors: deps.interceptors ?? [],
  }
}
