import type pg from 'pg'
import type { Database } from '#platform/postgres/database.ts'

/**
 * Intercepts a statement before it is sent: throws in its place, or returns another text to send with the same values.
 */
type Watch = (statement: { text: string; name: string | undefined }) => string | undefined

/** A database whose statements are intercepted: for faults at each of them, and for faulty variants of the product. */
export function watchedDatabase(database: Database, watch: Watch): Database {
  return {
    ...database,
    // A transaction that lacks a statement must not be committed.
    as: (identity, work, options) =>
      database.as(identity, (tx) => work(watchedClient(tx, watch), () => undefined), options),
    pool: (name) => watchedDatabase(database.pool(name), watch),
  }
}

export function watchedClient(tx: pg.PoolClient, watch: Watch): pg.PoolClient {
  return new Proxy(tx, {
    get(client, property) {
      const own: unknown = Reflect.get(client, property)
      if (property !== 'query') return typeof own === 'function' ? own.bind(client) : own
      return async (query: string | pg.QueryConfig, values?: unknown[]) => {
        const text = typeof query === 'string' ? query : query.text
        const other = watch({ text, name: typeof query === 'string' ? undefined : query.name })
        if (other !== undefined)
          return other.includes('$1') ? client.query(other, values ?? valuesOf(query)) : client.query(other)
        return typeof query === 'string' ? client.query(query, values) : client.query(query)
      }
    },
  })
}

const valuesOf = (query: string | pg.QueryConfig) => (typeof query === 'string' ? [] : (query.values ?? []))
