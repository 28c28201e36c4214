import type pg from 'pg'

interface ShadowClock {
  /** Where the database's clock stands until the next call. */
  set(at: Date): Promise<void>
}

/**
 * Gives an empty database a clock that stands still until it is set, and ids that come in the same order each time. The
 * functions of PostgreSQL step aside before the migrations are applied, so that every default, trigger and statement of the
 * product finds these in their place. The owner must be a superuser; nothing of it reaches another database.
 */
export async function shadowClock(owner: pg.Client, from: Date): Promise<ShadowClock> {
  await owner.query('set allow_system_table_mods = on')
  for (const shadow of SHADOWS.split(';\n')) await owner.query(shadow)
  const clock: ShadowClock = {
    async set(at) {
      await owner.query('select setval($1, $2)', ['simulation.clock', String(BigInt(at.getTime()) * 1000n)])
    },
  }
  await clock.set(from)
  return clock
}

/** Sequences, because what they hold is seen at once by every transaction. */
const SHADOWS = `
create schema simulation;
grant usage on schema simulation to public;
create sequence simulation.clock;
create sequence simulation.ids;
grant usage, select on all sequences in schema simulation to public;
alter function pg_catalog.now() rename to real_now;
alter function pg_catalog.clock_timestamp() rename to real_clock_timestamp;
alter function pg_catalog.gen_random_uuid() rename to real_random_uuid;
create function pg_catalog.now() returns timestamptz language sql stable parallel safe as
  $$ select to_timestamp(0) + pg_sequence_last_value('simulation.clock'::regclass) * interval '1 microsecond' $$;
create function pg_catalog.clock_timestamp() returns timestamptz language sql volatile as $$ select now() $$;
create function pg_catalog.gen_random_uuid() returns uuid language sql volatile as
  $$ select md5('simulated ' || nextval('simulation.ids'))::uuid $$;`
