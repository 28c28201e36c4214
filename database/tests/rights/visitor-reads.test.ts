import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

/** Policies, views and functions that use request data other than the caller's identity. */
const NAMING_THE_REQUEST = `
  select polname::text as name from pg_policy
    where coalesce(pg_get_expr(polqual, polrelid), '') ~ $1 or coalesce(pg_get_expr(polwithcheck, polrelid), '') ~ $1
  union all select viewname from pg_views where schemaname not in ('pg_catalog', 'information_schema') and definition ~ $1
  union all select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname not in ('pg_catalog', 'information_schema') and p.prosrc ~ $1`

test('what visitors read does not depend on headers, path, cookies or address of the request', async () => {
  const named = ['request\\.(headers|path|cookies)']
  expect((await db.owner.query(NAMING_THE_REQUEST, named)).rows).toEqual([])
  await db.owner.query(`create function rights.looks_at_headers() returns text language sql stable as
    $$ select current_setting('request.headers', true) $$`)
  expect((await db.owner.query(NAMING_THE_REQUEST, named)).rows).toEqual([{ name: 'looks_at_headers' }])
  await db.owner.query('drop function rights.looks_at_headers()')
})

test('the days to filter by are those of products on sale from today, each once', async () => {
  await db.owner.query(`
    insert into auth.users (id, email) select gen_random_uuid(), 'shop' || n || '@days.test' from generate_series(1, 2) n`)
  await db.owner.query(`begin; select public.caused_by('vendor');
    insert into public.vendors (owner_id, business_name, location, state)
      select id, email, 'Mile 12', 'Lagos' from auth.users where email like '%@days.test'; commit`)
  await db.owner.query(`begin; select public.caused_by('manager');
    update public.vendors set status = 'active' where business_name = 'shop1@days.test'; commit`)
  await db.owner.query(`
    insert into public.products (vendor_id, name, description, category, base_price, unit, available_quantity, vendor_location, share_date)
    select v.id, 'Rice', 'Rice of the day.', 'grains', 1000, 'bag', 10, 'Mile 12', current_date + days
    from public.vendors v,
      unnest(case v.business_name when 'shop1@days.test' then array[-9, 3, 3, 5, 8] else array[4, 5, 30] end) days
    where v.business_name like '%@days.test'`)
  await db.owner.query(`delete from public.products where share_date = current_date + 8`)
  const expected = `select distinct p.share_date from public.products p join public.vendors v on v.id = p.vendor_id
    where p.archived_at is null and v.status = 'active' and p.share_date >= (now() at time zone 'Africa/Lagos')::date order by 1`
  const { rows: wanted } = await db.owner.query(expected)
  expect(wanted).toHaveLength(2)
  expect((await db.owner.query('select share_date from public.share_date_choices order by 1')).rows).toEqual(wanted)
})
