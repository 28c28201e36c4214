import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SmallDatabase, smallDatabase } from '../testing/small-database.ts'

let db: SmallDatabase
beforeEach(async () => {
  db = await smallDatabase({
    'database/tables/0001_goods.sql': `create table public.goods (id integer, name text, price integer);
      create sequence public.numbers;`,
  })
})
afterEach(() => db.drop())

const RULES = 'database/goods/rules.sql'
const RIGHTS = 'database/goods/rights.sql'
const SECOND = 'database/tables/0002_second.sql'

/** Rights on all objects, as `grantee privilege column`. */
const rightsOn = async (name: string) => {
  const rows =
    await db.rows(`select concat_ws(' ', coalesce(nullif(x.grantee, 0)::regrole::text, 'public'), lower(x.privilege_type), held.part) as held
    from (select relacl as acl, null as part from pg_class where oid = to_regclass('${name}')
      union all select attacl, attname from pg_attribute where attrelid = to_regclass('${name}')) held, aclexplode(held.acl) x
    where x.grantee <> (select relowner from pg_class where oid = to_regclass('${name}')) order by 1`)
  return rows.map(({ held }) => held)
}

test('a database has exactly the rights in the files', async () => {
  await db.apply({
    [RIGHTS]:
      'grant select on public.goods to anon, public;\ngrant insert (id, name), update (name) on public.goods to authenticated;\ngrant usage on sequence public.numbers to anon;',
  })
  expect(await rightsOn('public.goods')).toEqual([
    'anon select',
    'authenticated insert id',
    'authenticated insert name',
    'authenticated update name',
    'public select',
  ])
  await db.rows('grant delete on public.goods to anon')
  await db.apply({
    [RIGHTS]: 'grant select (id) on public.goods to anon;\ngrant insert (id) on public.goods to authenticated;',
  })
  expect(await rightsOn('public.goods')).toEqual(['anon select id', 'authenticated insert id'])
  expect(await rightsOn('public.numbers')).toEqual([])
})

test('rights of several files on one object add up, and each can be removed', async () => {
  await db.apply({
    [RIGHTS]: 'grant select on public.goods to anon;',
    'database/orders/rights.sql': 'grant insert on public.goods to anon;',
  })
  expect(await rightsOn('public.goods')).toEqual(['anon insert', 'anon select'])
  await db.apply({ [RIGHTS]: null })
  expect(await rightsOn('public.goods')).toEqual(['anon insert'])
})

test('a recreated table or column gets its rights back', async () => {
  await db.apply({
    [RIGHTS]: 'grant select (id, price) on public.goods to anon;\ngrant usage on sequence public.numbers to anon;',
  })
  await db.apply({
    [SECOND]: `alter table public.goods drop column price, add column price bigint;
      drop sequence public.numbers; create sequence public.numbers;`,
  })
  expect(await rightsOn('public.goods')).toEqual(['anon select id', 'anon select price'])
  expect(await rightsOn('public.numbers')).toEqual(['anon usage'])
})

const mayCall = (role: string, name: string) =>
  db.value(`select has_function_privilege('${role}', '${name}', 'execute')`)
const LATE = "create function public.late(at timestamptz, places int[]) returns integer language sql as 'select 1';"
const OF_LATE = 'public.late(timestamptz, integer[])'

test('a function has no rights unless granted', async () => {
  await db.apply({ [RULES]: LATE })
  expect(await mayCall('anon', OF_LATE)).toBe(false)
  await db.apply({
    [RIGHTS]: `grant execute on function public.late(timestamp with time zone, integer[]) to authenticated;`,
  })
  expect([await mayCall('anon', OF_LATE), await mayCall('authenticated', OF_LATE)]).toEqual([false, true])
  await db.apply({ [RIGHTS]: '' })
  expect(await mayCall('authenticated', OF_LATE)).toBe(false)
})

test('default privileges do not apply to new functions and views', async () => {
  await db.rows('alter default privileges grant select on tables to anon')
  await db.apply({ 'database/goods/views.sql': 'create view public.names as select name from public.goods;' })
  expect(await rightsOn('public.names')).toEqual([])
})

test('a recreated function gets its rights back, also when its types are written differently', async () => {
  await db.apply({
    [RULES]: LATE,
    [RIGHTS]: 'grant execute on function public.late(timestamp with time zone, int4[]) to anon;',
  })
  await db.apply({ [RULES]: LATE.replace('returns integer', 'returns bigint') })
  expect(await mayCall('anon', OF_LATE)).toBe(true)
})
