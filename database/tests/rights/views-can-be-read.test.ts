import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

interface Readable {
  role: string
  view: string
  columns: string
}

/** Granted columns of every view, by role. */
const READABLE = `
  select r.role, c.oid::regclass::text as view, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  cross join unnest(array['anon', 'authenticated', 'service_role']) as r (role)
  where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace and has_column_privilege(r.role, c.oid, a.attnum, 'select')
  group by 1, 2 order by 1, 2`

/** The views that a role may select from and cannot read, with the reason: a view calls functions with its reader's rights. */
async function unreadable(): Promise<string[]> {
  const { rows } = await db.owner.query<Readable>(READABLE)
  expect(rows.length).toBeGreaterThan(150)
  const found: string[] = []
  for (const { role, view, columns } of rows) {
    const claims = { role, sub: '00000000-0000-4000-8000-000000000000' }
    const error = await db.database
      .as({ role, claims }, (tx) => tx.query(`select ${columns} from ${view} limit 0`))
      .then(
        () => null,
        (caught: Error) => caught.message,
      )
    if (error) found.push(`${role}: ${view}: ${error}`)
  }
  return found
}

test('every reader of a view may run the functions that it calls', async () => {
  expect(await unreadable()).toEqual([])
  await db.owner.query(`
    create function public.hidden_from_readers(uuid) returns boolean language sql stable security definer set search_path = '' as 'select true';
    revoke execute on function public.hidden_from_readers(uuid) from public;
    create view public.closed_by_a_function as select id from public.claims c where public.hidden_from_readers(c.id);
    grant select on public.closed_by_a_function to authenticated`)
  expect(await unreadable()).toEqual([
    'authenticated: closed_by_a_function: permission denied for function hidden_from_readers',
  ])
})
