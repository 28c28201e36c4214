import { test as base } from '@playwright/test'
import pg from 'pg'
import { hydrateAtOnce } from './market.ts'
import { openSite } from './sites.ts'

/** A second market, with rate limits, whose database a test may break. */
export interface FaultySite {
  origin: string
  /** The database's owner, who bypasses the product's rights. */
  owner: pg.Pool
  /** The lines of its log so far. */
  log(): Record<string, unknown>[]
  /** Breaks something, does the work, and always repairs it afterwards. */
  whileBroken(fault: Fault, work: () => Promise<void>): Promise<void>
}

export interface Fault {
  damage: string
  repair: string
}

/** Reading any row of a table fails inside the database, as with a damaged disk. */
export function unreadable(table: string): Fault {
  return {
    damage: `create policy broken on public.${table} as restrictive for select to anon, authenticated using (faults.fail())`,
    repair: `drop policy broken on public.${table}`,
  }
}

/** Reading any row of a table is refused, as with a right that was forgotten. */
export function refused(table: string): Fault {
  return {
    damage: `create policy refused on public.${table} as restrictive for select to anon, authenticated using (faults.refuse())`,
    repair: `drop policy refused on public.${table}`,
  }
}

/** Every row of a table is hidden: as in a new market. */
export function emptied(table: string): Fault {
  return {
    damage: `create policy emptied on public.${table} as restrictive for select to anon, authenticated using (false)`,
    repair: `drop policy emptied on public.${table}`,
  }
}

/** Writing to a table fails inside the database. */
export function unwritable(table: string): Fault {
  return {
    damage: `create trigger broken before insert or update or delete on ${table} for each row execute function faults.fail_write()`,
    repair: `drop trigger broken on ${table}`,
  }
}

/** Profiles are read through a view with its owner's rights, which bypasses policies. */
export const UNREADABLE_PROFILES: Fault = {
  damage: `
    alter view public_shown.profiles rename to profiles_away;
    create view public_shown.profiles as select * from public_shown.profiles_away where faults.fail();
    grant select on public_shown.profiles to anon, authenticated, service_role`,
  repair: `
    drop view public_shown.profiles;
    alter view public_shown.profiles_away rename to profiles`,
}

/** A view that does not exist. */
export function missing(view: string): Fault {
  return {
    damage: `alter view public.${view} rename to ${view}_away`,
    repair: `alter view public.${view}_away rename to ${view}`,
  }
}

/**
 * The database packs rows with a link and a position into an object in place of a list. Its own aggregate moves aside,
 * because no request of the product can make PostgreSQL answer a list query with anything but a list.
 */
export const ADVERTS_NO_LIST: Fault = {
  damage: `
    alter aggregate pg_catalog.json_agg(anyelement) rename to json_agg_away;
    create aggregate public.json_agg(anyelement) (sfunc = faults.add, stype = jsonb, finalfunc = faults.pack);
    grant execute on function public.json_agg(anyelement) to public;
    alter table public.advertisements set (fillfactor = 90)`,
  repair: `
    drop aggregate public.json_agg(anyelement);
    alter aggregate pg_catalog.json_agg_away(anyelement) rename to json_agg;
    alter table public.advertisements reset (fillfactor)`,
}

/** Each failure leaves an advisory lock, because a read that is rolled back leaves nothing else. */
const COUNTED = 8001

const PREPARATION = `
  create schema faults;
  grant usage on schema faults to public;
  create function faults.fail() returns boolean language plpgsql as $$
    begin perform pg_advisory_lock_shared(${COUNTED}, (random() * 2e9)::int); raise exception 'The disk does not answer' using errcode = 'XX000'; end $$;
  create function faults.refuse() returns boolean language plpgsql as $$
    begin raise exception 'permission denied' using errcode = '42501'; end $$;
  create function faults.fail_write() returns trigger language plpgsql as $$
    begin raise exception 'The disk does not answer' using errcode = 'XX000'; end $$;
  create function faults.add(so_far jsonb, entry anyelement) returns jsonb language sql as $$
    select coalesce(so_far, '[]') || to_jsonb(entry) $$;
  create function faults.pack(so_far jsonb) returns json language sql as $$
    select case when so_far -> 0 ? 'link_url' then json_build_object('rows', 0) else so_far::json end $$;
  grant execute on all functions in schema faults to public`

/** Pages, and requests made through them, go to the faulty site. */
export const test = base.extend<{ failures: () => Promise<number> }, { faultySite: FaultySite }>({
  faultySite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const opened = await openFaultySite()
      await use(opened.site)
      await opened.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  context: async ({ context }, use) => {
    await hydrateAtOnce(context)
    await use(context)
  },
  baseURL: async ({ faultySite }, use) => use(faultySite.origin),
  /** The number of failed reads so far. */
  failures: async ({ faultySite }, use) =>
    use(async () => {
      // Two sites share a server, and each lists the locks of both.
      const count = `select count(*)::int as failures from pg_locks where locktype = 'advisory' and classid = ${COUNTED}
        and database = (select oid from pg_database where datname = current_database())`
      return (await faultySite.owner.query<{ failures: number }>(count)).rows[0]?.failures ?? 0
    }),
})

async function openFaultySite() {
  const {
    origin,
    databaseUrl,
    output,
    close: closeSite,
  } = await openSite({
    beginning: 'demo',
    environment: { RATE_LIMITS: 'on', LOG_LEVEL: 'info' },
  })
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  await owner.query(PREPARATION)

  const site: FaultySite = {
    origin,
    owner,
    log: () =>
      output()
        .match(/^\{.*\}$/gm)
        ?.map((line) => JSON.parse(line)) ?? [],
    async whileBroken({ damage, repair }, work) {
      await owner.query(damage)
      try {
        await work()
      } finally {
        await owner.query(repair)
      }
    },
  }
  const close = async () => {
    await owner.end()
    await closeSite()
  }
  return { site, close }
}
