import type { Database } from '#platform/postgres/database.ts'
import { watchedClient } from './watched-database.ts'

export interface Crashes {
  /** The point at which the next command with an idempotency key crashes: its effect is lost, or only its response. */
  next: 'before the commit' | 'after the commit' | null
}

/** A database whose process crashes at the worst moment of a command. */
export function crashingDatabase(database: Database, crashes: Crashes): Database {
  return {
    ...database,
    pool: (name) => crashingDatabase(database.pool(name), crashes),
    async as(identity, work, options) {
      let hasKey = false
      const dies = (when: Crashes['next']) => {
        if (!hasKey || crashes.next !== when) return
        crashes.next = null
        throw new Error(`Died ${when}`)
      }
      const result = await database.as(
        identity,
        async (tx) => {
          const done = await work(
            watchedClient(tx, ({ name }) => {
              hasKey ||= name === 'claim-idempotency-key' || name === 'store-join-answers'
              return undefined
            }),
            // It dies before the commit, which therefore comes last.
            () => undefined,
          )
          dies('before the commit')
          return done
        },
        options,
      )
      dies('after the commit')
      return result
    },
  }
}

/** The wrong way: a caller that finds no key acts, and stores the key with the response. Slow enough to be overtaken. */
export function storesKeyAfterwards({ name }: { name: string | undefined }): string | undefined {
  if (name === 'claim-idempotency-key')
    return `select from pg_sleep(0.2) where $4::bytea is not null and not exists (select from public.idempotency_keys where actor = $1 and route = $2 and key = $3)`
  if (name !== 'keep-idempotent-answer') return undefined
  return `insert into public.idempotency_keys (actor, route, key, status, answer, body_hash) values ($1, $2, $3, $4, $5::jsonb, sha256('')) on conflict do nothing`
}
