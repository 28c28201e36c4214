import type { Database } from '#platform/postgres/database.ts'

/**
 * PostgreSQL's own clock follows the setting `trial.now` where it is set: every decision of the product can be tested
 * at any instant.
 */
export const INJECT_CLOCK = `
  create schema trial;
  grant usage on schema trial to public;
  create function trial.real_clock() returns timestamptz language internal volatile strict as 'clock_timestamp';
  grant execute on function trial.real_clock() to public;
  create or replace function pg_catalog.clock_timestamp() returns timestamptz language sql volatile as
    $$ select coalesce(nullif(current_setting('trial.now', true), '')::timestamptz, trial.real_clock()) $$;
  create or replace function pg_catalog.now() returns timestamptz language sql stable as
    $$ select coalesce(nullif(current_setting('trial.now', true), '')::timestamptz, transaction_timestamp()) $$;`

interface ClockControl {
  /** The database's current time; null: the real time. */
  now: () => Date | null
  /** Whether transactions are rolled back, so that the next case finds the same market. */
  isTrial: () => boolean
}

/** A database with its own time. */
export function clockedDatabase(database: Database, clock: ClockControl): Database {
  return {
    ...database,
    pool: (name) => clockedDatabase(database.pool(name), clock),
    async as(identity, work, options = {}) {
      const now = clock.now()
      const settings = { ...options.settings, 'trial.now': now?.toISOString() ?? '' }
      let done: { result: Awaited<ReturnType<typeof work>> } | undefined
      try {
        return await database.as(
          identity,
          async (tx) => {
            // Work to be rolled back must not have been committed.
            const result = await work(tx, () => undefined)
            if (!clock.isTrial()) return result
            done = { result }
            throw new Error('Only a trial')
          },
          { ...options, settings },
        )
      } catch (error) {
        if (done) return done.result
        throw error
      }
    },
  }
}
