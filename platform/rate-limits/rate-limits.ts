import { createHash } from 'node:crypto'
import type { PoolClient, QueryResultRow } from 'pg'
import { SERVICE } from '#platform/postgres/database.ts'

/** A token bucket: at most `tries` attempts per window, refilled evenly. */
export interface Limit {
  /** Key of the counter: the action and its subject, such as `sign-in:someone@example.com`. Stored only as a hash. */
  key: string
  tries: number
  windowSeconds: number
}

export interface RateLimits {
  /** False allows everything. */
  enabled: boolean
  /**
   * Takes one attempt from each limit. Returns the longest wait in seconds, 0 if all allow it. The attempt counts even
   * if the caller's work fails, unless a transaction is given: then it counts if that commits, and saves a round trip.
   */
  take(limits: Limit[], tx?: PoolClient): Promise<number>
  /** Like `take`, but returns each limit's own wait, in the order given. */
  takeEach(limits: Limit[], tx?: PoolClient): Promise<number[]>
  /** Returns an attempt, for limits that count only failures. */
  giveBack(limits: Limit[], tx?: PoolClient): Promise<void>
}

interface RateLimitsOptions {
  database: {
    as<T>(identity: { role: string; claims: Record<string, unknown> }, work: (tx: PoolClient) => Promise<T>): Promise<T>
  }
  /** False allows everything, for load tests. */
  enabled: boolean
}

/** Rate limits counted in PostgreSQL, so that all processes share them. */
export function createRateLimits({ database, enabled }: RateLimitsOptions): RateLimits {
  return {
    enabled,
    async take(limits, tx) {
      if (!enabled || limits.length === 0) return 0
      const { rows } = await run<{ wait: number | null }>(TAKE, { limits, tx })
      return Number(rows[0]?.wait ?? 0)
    },
    async takeEach(limits, tx) {
      if (!enabled || limits.length === 0) return limits.map(() => 0)
      const { rows } = await run<{ key: string; wait_s: number }>(TAKE_EACH, { limits, tx })
      const waits = new Map(rows.map(({ key, wait_s }) => [key, wait_s]))
      return limits.map(({ key }) => waits.get(hash(key)) ?? 0)
    },
    async giveBack(limits, tx) {
      if (enabled && limits.length > 0) await run(GIVE_BACK, { limits, tx })
    },
  }

  function run<Row extends QueryResultRow>(
    statement: { name: string; text: string },
    { limits, tx }: { limits: Limit[]; tx: PoolClient | undefined },
  ) {
    const query = { ...statement, values: columns(limits) }
    return tx ? tx.query<Row>(query) : database.as(SERVICE, (own) => own.query<Row>(query))
  }
}

const TAKE = { name: 'limits_take', text: 'select max(wait_s) as wait from limits.take($1, $2, $3)' }
const TAKE_EACH = { name: 'limits_take_each', text: 'select key, wait_s from limits.take($1, $2, $3)' }
const GIVE_BACK = { name: 'limits_return_token', text: 'select limits.return_token($1, $2, $3)' }

function columns(limits: Limit[]): [string[], number[], number[]] {
  return [
    limits.map((limit) => hash(limit.key)),
    limits.map((limit) => limit.tries),
    limits.map((limit) => limit.windowSeconds),
  ]
}

const hash = (key: string) => createHash('sha256').update(key).digest('base64url')
