import type pg from 'pg'

interface ShadowClock {
  /** Sets the database's clock, which then stands still until the next call. */
  set(at: Date): Promise<void>
}

/**
 * Gives an empty database a clock that stands still until it is set, and a reproducible sequence of ids. PostgreSQL's
 * functions are renamed and replaced before the migrations run, so that every default, trigger and statement of the
 * product uses the replacements. The owner must be a superuser; other databases are not affected.
 */
export async function installShadowClock(owner: pg.Client, from: Date): Promise<ShadowClock> {
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

/** Sequences are used because their values are visible to all transactions immediately. */
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
