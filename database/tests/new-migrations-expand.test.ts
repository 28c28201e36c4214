import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationFiles, migrationFolders } from '#platform/postgres/migration-files.ts'
import { contractingIn, tablesMadeIn } from '../../tests/laws/contracting.ts'

// While processes are renewed, the former release answers people on the tables of this one (docs/decisions/0066-many-processes.md).
const { lastMigration } = JSON.parse(readFileSync('database/former-release.json', 'utf8')) as { lastMigration: string }

test('new migrations leave the former release what it uses, or say that it uses it no longer', async () => {
  const files = await migrationFiles(await migrationFolders())
  expect(files.map(({ name }) => name)).toContain(lastMigration)
  const fresh = files.filter(({ name }) => name > lastMigration)
  const texts = fresh.map(({ name, path }) => ({ name, sql: readFileSync(path, 'utf8') }))
  const tables = new Set(texts.flatMap(({ sql }) => tablesMadeIn(sql)))
  expect(texts.flatMap(({ name, sql }) => contractingIn(sql, tables).map((breach) => `${name} ${breach}`))).toEqual([])
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
])('the law sees %s', (sql) => {
  expect(contractingIn(sql)).toHaveLength(1)
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
])('the law permits %s', (sql) => {
  expect(contractingIn(sql)).toEqual([])
})

test('tables that come with the same release may change', () => {
  const sql = 'create table public.lots (id int);\nalter table public.lots add column weight integer not null;'
  expect(contractingIn(sql, new Set(tablesMadeIn(sql)))).toEqual([])
})
