import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readDatabaseSources } from '#platform/postgres/migrations/database-sources.ts'
import { compareVersions, readPreviousRelease } from '#platform/postgres/migrations/release.ts'
import { tableSums } from '#platform/postgres/migrations/table-sums.ts'
import { breakingStatements, createdTables } from '../../tests/laws/breaking-statements.ts'

const { release, tables } = await readDatabaseSources()
/** Table files of the former release, which existing databases have applied (npm run keep-release). */
const stored = (await readPreviousRelease())?.tables ?? []

test('released table files are unchanged, and new files follow them', async () => {
  expect((await tableSums(tables)).slice(0, stored.length)).toEqual(stored)
})

test('the version is higher than that of the former release', () => {
  expect(compareVersions(release.version, release.previous ?? '0.0.0')).toBeGreaterThan(0)
})

test('the changelog has a section for this release', () => {
  const [latest] = readFileSync('CHANGELOG.md', 'utf8').match(/^## \S+/gm) ?? []
  expect(latest).toBe(`## ${release.version}`)
})

// During a rolling restart the former release runs on the tables of this one (docs/decisions/0066-many-processes.md).
test('new table files are compatible with the former release, or declare what it does not use', () => {
  // Before the first release there is nothing to be compatible with.
  const fresh = release.previous === undefined ? [] : tables.slice(stored.length)
  const texts = fresh.map(({ name, path }) => ({ name, sql: readFileSync(path, 'utf8') }))
  const made = new Set(texts.flatMap(({ sql }) => createdTables(sql)))
  expect(texts.flatMap(({ name, sql }) => breakingStatements(sql, made).map((breach) => `${name} ${breach}`))).toEqual(
    [],
  )
})

test.each([
  'drop table public.orders;',
  'drop function public.join_buy(uuid);',
  'create view x as select 1;\ndrop view if exists public.y cascade;',
  'alter table public.orders drop column note;',
  'alter table public.orders drop note;',
  'alter table only public.orders rename column note to remark;',
  'alter table public.orders rename to purchases;',
  'alter function public.join_buy(uuid) rename to join_it;',
  'alter table public.orders alter column quantity type bigint;',
  'alter table public.orders alter quantity set data type bigint;',
  'alter table public.orders alter column note set not null;',
  'alter table public.orders add column weight integer not null;',
  'alter table public.orders\n  add column a integer default 1,\n  add column weight integer not null check (weight > 0);',
  'alter table public.orders add column a integer not null, add column b integer default 1;',
  '-- contracts: short\nalter table public.orders drop column note;',
])('detects %s', (sql) => {
  expect(breakingStatements(sql)).toHaveLength(1)
})

test.each([
  'alter table public.orders add column weight integer;',
  'alter table public.orders add column weight integer not null default 0;',
  'alter table public.orders add column weight integer default 0 not null;',
  'alter table public.orders add column a integer not null default 0, add column b text;',
  'alter table public.orders add column twice integer not null generated always as (quantity * 2) stored;',
  'alter table public.orders add constraint some check (note is not null);',
  'alter table public.orders drop constraint some, alter column note drop not null, alter column note drop default;',
  'create function f() returns void language plpgsql as $$ begin drop table if exists pg_temp.x; end $$;',
  "comment on column public.orders.note is 'alter table; drop table x';",
  '-- drop table public.orders;',
  'drop trigger announce on public.orders;',
  '-- contracts: since 0610 nobody reads or writes the column note\nalter table public.orders drop column note;',
])('permits %s', (sql) => {
  expect(breakingStatements(sql)).toEqual([])
})

test('tables created in the same release may change', () => {
  const sql = 'create table public.lots (id int);\nalter table public.lots add column weight integer not null;'
  expect(breakingStatements(sql, new Set(createdTables(sql)))).toEqual([])
})
