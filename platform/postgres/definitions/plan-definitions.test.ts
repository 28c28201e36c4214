import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SmallDatabase, smallDatabase } from '../testing/small-database.ts'
import { released } from '../testing/small-project.ts'

let db: SmallDatabase
beforeEach(async () => {
  db = await smallDatabase({ 'database/tables/0001_goods.sql': 'create table public.goods (id integer, name text);' })
})
afterEach(() => db.drop())

const RULES = 'database/goods/rules.sql'
const VIEWS = 'database/goods/views.sql'
const GUARDS = 'database/goods/guards.sql'
const RIGHTS = 'database/goods/rights.sql'
const SECOND = 'database/tables/0002_second.sql'
const NEXT_RELEASE = released('1.1.0', '1.0.0')
const THE_ONE_AFTER = released('1.2.0', '1.1.0')

const KEEP = "create function public.keep() returns trigger language plpgsql as 'begin return new; end';"
const ONE = "create function public.one() returns integer language sql immutable as 'select 1';"
const NAMES = 'create view public.names as select name from public.goods;'
const IN_USE = {
  [RULES]: `${KEEP}\n${ONE}`,
  [VIEWS]: NAMES,
  [GUARDS]: `create trigger keep before insert on public.goods for each row execute function public.keep();
    create trigger keep_names instead of insert on public.names for each row execute function public.keep();
    create policy seen on public.goods using (public.one() = 1);`,
  [RIGHTS]: 'grant execute on function public.one() to anon; grant select on public.names, public.goods to anon;',
}
const NONE_IN_USE = { [RULES]: '', [VIEWS]: '', [GUARDS]: '', [RIGHTS]: '' }

const isThere = async (name: string) =>
  (await db.value(`select ${name.includes('(') ? 'to_regprocedure' : 'to_regclass'}('${name}')`)) !== null
const triggers = async () =>
  (await db.rows('select tgname from pg_trigger where not tgisinternal order by tgname')).map(({ tgname }) => tgname)
const mayRead = (name: string) => db.value(`select has_table_privilege('anon', '${name}', 'select')`)

test('removed triggers, policies and rights are dropped at once; functions and views are retained for one release', async () => {
  await db.apply(IN_USE)
  await db.apply({ ...NEXT_RELEASE, ...NONE_IN_USE })
  expect(await triggers()).toEqual(['keep_names'])
  expect(await db.rows('select polname from pg_policy')).toEqual([])
  expect(await mayRead('public.goods')).toBe(false)
  expect(await mayRead('public.names')).toBe(true)
  expect(await db.value("select has_function_privilege('anon', 'public.one()', 'execute')")).toBe(true)
  // A later start of the same release, with other definitions of its own.
  await db.apply({ [RULES]: ONE.replace('one', 'two') })
  expect(await isThere('public.one()')).toBe(true)
  await db.apply(THE_ONE_AFTER)
  const left = await Promise.all(['public.one()', 'public.keep()', 'public.names', 'public.two()'].map(isThere))
  expect(left).toEqual([false, false, false, true])
  expect(await db.rows('select name from migrations.definitions')).toEqual([{ name: 'public.two()' }])
})

test('retained definitions are recreated in order when their dependencies change', async () => {
  const upper = 'create view public.upper_names as select upper(name) as name from public.names;'
  const rights = 'grant select on public.names, public.upper_names to anon;'
  await db.apply({
    [VIEWS]: upper.replace('public.names', 'public.goods'),
    [RIGHTS]: rights.replace('public.names, ', ''),
  })
  // The later one is written first, and its dependency is added afterwards.
  await db.apply({ [RULES]: ONE, [VIEWS]: `${NAMES}\n${upper}`, [RIGHTS]: rights })
  await db.apply({
    ...NEXT_RELEASE,
    [VIEWS]: '',
    [RIGHTS]: '',
    [SECOND]: 'alter table public.goods drop column name cascade, add column name varchar;',
  })
  expect(await db.rows('select name from public.upper_names')).toEqual([])
  expect(await mayRead('public.upper_names')).toBe(true)
})

test('a retained definition that is added again is in use, and is retained again when removed', async () => {
  await db.apply({ [RULES]: ONE })
  await db.apply({ ...NEXT_RELEASE, [RULES]: '' })
  await db.apply({ ...THE_ONE_AFTER, [RULES]: ONE })
  expect(await db.value('select public.one()')).toBe(1)
  await db.apply({ ...released('1.3.0', '1.2.0'), [RULES]: '' })
  expect(await isThere('public.one()')).toBe(true)
  await db.apply(released('1.4.0', '1.3.0'))
  expect(await isThere('public.one()')).toBe(false)
})

test('a function with other arguments coexists with the previous one for a release', async () => {
  const other = ONE.replace('one()', 'one(more integer)').replace('select 1', 'select 1 + more')
  await db.apply({ [RULES]: ONE, [RIGHTS]: 'grant execute on function public.one() to anon;' })
  await db.apply({
    ...NEXT_RELEASE,
    [RULES]: other,
    [RIGHTS]: 'grant execute on function public.one(integer) to anon;',
  })
  expect(await Promise.all(['public.one()', 'public.one(integer)'].map(isThere))).toEqual([true, true])
  expect(await db.value("select has_function_privilege('anon', 'public.one()', 'execute')")).toBe(true)
  await db.apply(THE_ONE_AFTER)
  expect(await Promise.all(['public.one()', 'public.one(integer)'].map(isThere))).toEqual([false, true])
})

test('a function that accepts all calls of the previous one replaces it', async () => {
  const more = ONE.replace('one()', 'one(more integer default 1)').replace('select 1', 'select 1 + more')
  const view = 'create view public.ones as select public.one() as one;'
  await db.apply({ [RULES]: ONE, [VIEWS]: view })
  await db.apply({ ...NEXT_RELEASE, [RULES]: more })
  expect(await isThere('public.one()')).toBe(false)
  expect(await db.value('select one from public.ones')).toBe(2)
})

test('nothing is retained for a skipped release', async () => {
  await db.apply(IN_USE)
  await db.apply({ ...THE_ONE_AFTER, ...NONE_IN_USE })
  expect(await Promise.all(['public.one()', 'public.names'].map(isThere))).toEqual([false, false])
})

test('unused definitions are dropped before migrations, and do not block them', async () => {
  await db.apply({ [VIEWS]: NAMES })
  await db.apply({ ...NEXT_RELEASE, [VIEWS]: '' })
  await db.apply({ ...THE_ONE_AFTER, [SECOND]: 'alter table public.goods drop column name;' })
  expect(await isThere('public.names')).toBe(false)
})

test('a function that migrations create belongs to them', async () => {
  const priced = `${ONE.replace('create', 'create or replace')}\nalter table public.goods add check (public.one() = 1);`
  await db.apply({ [RULES]: ONE })
  await db.apply({ ...NEXT_RELEASE, [RULES]: '', [SECOND]: priced })
  await db.apply(THE_ONE_AFTER)
  expect(await db.rows("select conname from pg_constraint where conrelid = 'public.goods'::regclass")).toHaveLength(1)
})

test.each([
  'create table public.names (name text);',
  'create table public.name_rows (name text); alter table public.name_rows rename to names;',
])('a view may become a table: %s', async (made) => {
  await db.apply({ [VIEWS]: NAMES, [RIGHTS]: 'grant select on public.names to anon;' })
  await db.apply({ ...NEXT_RELEASE, [VIEWS]: '', [SECOND]: `drop view public.names;\n${made}` })
  expect(await mayRead('public.names')).toBe(true)
  await db.apply(THE_ONE_AFTER)
  expect(await db.value("select relkind from pg_class where oid = 'public.names'::regclass")).toBe('r')
})

test('an unused function is not dropped while a table depends on it', async () => {
  await db.apply({ [RULES]: ONE })
  await db.apply({ ...NEXT_RELEASE, [RULES]: '' })
  await db.rows('alter table public.goods add check (public.one() = 1)')
  await expect(db.apply(THE_ONE_AFTER)).rejects.toThrow(
    "a former release's function public.one():1: function public.one() cannot be dropped, because this depends on it: constraint goods_check on table goods. Change both in a file of tables.",
  )
  expect(await db.value('select version from migrations.release')).toBe('1.1.0')
})
