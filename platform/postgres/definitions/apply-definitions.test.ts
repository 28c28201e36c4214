import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SmallDatabase, smallDatabase } from '../testing/small-database.ts'

let db: SmallDatabase
beforeEach(async () => {
  db = await smallDatabase({ 'database/tables/0001_goods.sql': GOODS })
})
afterEach(() => db.drop())

const GOODS = 'create table public.goods (id integer primary key, name text, price integer not null default 0);'
const RULES = 'database/goods/rules.sql'
const VIEWS = 'database/goods/views.sql'
const GUARDS = 'database/goods/guards.sql'
const RIGHTS = 'database/goods/rights.sql'

const PRICE = "create function public.price(id integer) returns integer language sql as 'select 1';"
const NAMES = 'create view public.names as select id, name from public.goods;'

const oid = (name: string) =>
  db.value(`select ${name.includes('(') ? 'to_regprocedure' : 'to_regclass'}('${name}')::oid`)
const mayRead = (name: string) => db.value(`select has_table_privilege('anon', '${name}', 'select')`)
const mayCall = (name: string) => db.value(`select has_function_privilege('anon', '${name}', 'execute')`)

test('a changed function is replaced in place and keeps its rights, also when its types are written differently', async () => {
  await db.apply({ [RULES]: PRICE, [RIGHTS]: 'grant execute on function public.price(int) to anon;' })
  const before = await oid('public.price(integer)')
  await db.apply({
    [RULES]: PRICE.replace('create function', 'create\n function')
      .replace('(id integer)', '(id int4)')
      .replace('select 1', 'select 2'),
  })
  expect(await db.value('select public.price(1)')).toBe(2)
  expect(await oid('public.price(integer)')).toBe(before)
  expect(await mayCall('public.price(integer)')).toBe(true)
})

/** All kinds of dependants of a function. */
const BUILT_ON_PRICE = {
  [VIEWS]:
    'create view public.prices as select id, public.price(id) as price from public.goods; create view public.dear as select id from public.prices;',
  [GUARDS]: `create function public.keep() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger keep before insert on public.goods for each row when (public.price(new.id) is not null) execute function public.keep();
    create policy priced on public.goods using (public.price(id) is not null);`,
  [RIGHTS]: `grant execute on function public.price(integer) to anon;
    grant select on public.prices to anon;
    grant select (id) on public.dear to anon;`,
}

test.each([
  ['another result', PRICE.replace('returns integer', 'returns text').replace("'select 1'", "'select 1::text'")],
  ['another name of an argument', PRICE.replace('id integer', 'goods_id integer')],
])('a function of %s is recreated with its rights, and its dependants with theirs', async (_what, changed) => {
  await db.apply({ [RULES]: PRICE, ...BUILT_ON_PRICE })
  const before = [await oid('public.price(integer)'), await oid('public.dear')]
  await db.apply({ [RULES]: changed })
  expect([await oid('public.price(integer)'), await oid('public.dear')]).not.toEqual(before)
  expect(await mayCall('public.price(integer)')).toBe(true)
  expect(await mayRead('public.prices')).toBe(true)
  expect(await db.value("select has_column_privilege('anon', 'public.dear', 'id', 'select')")).toBe(true)
  expect(
    await db.rows("select tgname from pg_trigger where tgrelid = 'public.goods'::regclass and not tgisinternal"),
  ).toHaveLength(1)
  expect(await db.rows('select polname from pg_policy')).toEqual([{ polname: 'priced' }])
})

test('a dependant that changes along with its function is created once', async () => {
  await db.apply({ [RULES]: PRICE, ...BUILT_ON_PRICE })
  await db.apply({
    [RULES]: PRICE.replace('returns integer', 'returns text').replace("'select 1'", "'select 1::text'"),
    [VIEWS]: BUILT_ON_PRICE[VIEWS].replace('select id from', 'select id, price from'),
    [GUARDS]: BUILT_ON_PRICE[GUARDS]
      .replaceAll('(new.id) is not null', "(new.id) <> ''")
      .replace('(id) is not null', "(id) <> ''"),
  })
  expect(
    await db.rows("select attname from pg_attribute where attrelid = 'public.dear'::regclass order by attnum"),
  ).toEqual([{ attname: 'id' }, { attname: 'price' }])
})

test('a function whose argument has a changed function as its default is recreated', async () => {
  const first =
    'create function public.first(a text default public.zeroth()) returns text language sql as $$ select a $$;'
  const zeroth = "create function public.zeroth() returns text language sql as $$ select '0' $$;"
  const again = first.replace('public.first', 'public.second')
  await db.apply({ [RULES]: zeroth, 'database/orders/rules.sql': first })
  // The first one keeps its place, though it depends on a later one now.
  await db.apply({ [RULES]: `${again}\n${zeroth}` })
  await db.apply({ [RULES]: `${again}\n${zeroth.replace('returns text', 'returns varchar')}` })
  expect(await db.value('select public.first() || public.second()')).toBe('00')
})

test('a view that appends a column is replaced in place', async () => {
  await db.apply({ [VIEWS]: NAMES, [RIGHTS]: 'grant select on public.names to anon;' })
  const before = await oid('public.names')
  await db.apply({ [VIEWS]: NAMES.replace('id, name', 'id, name, price') })
  expect(await oid('public.names')).toBe(before)
  expect(await db.rows('select price from public.names')).toEqual([])
  expect(await mayRead('public.names')).toBe(true)
})

test.each([
  ['loses a column', 'name'],
  ['has a column of another type', 'id, name::varchar as name'],
  ['has its columns in another order', 'name, id'],
])('a view that %s is recreated with its dependants', async (_what, columns) => {
  const upper = 'create view public.upper_names as select upper(name) as name from public.names;'
  const rights = 'grant select on public.names, public.upper_names to anon;'
  await db.apply({ [VIEWS]: `${NAMES}\n${upper}`, [RIGHTS]: rights })
  await db.apply({ [VIEWS]: `${NAMES.replace('id, name', columns)}\n${upper}` })
  expect(await db.rows('select name from public.names')).toEqual([])
  expect(await mayRead('public.upper_names')).toBe(true)
})

test('a view is replaced with its options', async () => {
  await db.apply({ [VIEWS]: NAMES.replace(' as ', ' with (security_invoker = true) as ') })
  await db.apply({ [VIEWS]: NAMES.replace(' as ', ' with (security_barrier = true) as ') })
  expect(await db.value("select reloptions from pg_class where relname = 'names'")).toEqual(['security_barrier=true'])
})

const TOUCHED = `select string_agg(name || ' ' || xmin, ', ' order by name) from (
  select proname as name, xmin::text from pg_proc where pronamespace = 'public'::regnamespace
  union all select relname, xmin::text from pg_class where relnamespace = 'public'::regnamespace
  union all select polname, xmin::text from pg_policy
  union all select tgname, xmin::text from pg_trigger
  union all select objoid || description, xmin::text from pg_description where objoid >= 16384) all_of_them`

test('unchanged definitions are not touched', async () => {
  const commented = `${PRICE}\ncomment on function public.price(integer) is 'The price.';`
  await db.apply({ ...BUILT_ON_PRICE, [RULES]: commented })
  const before = String(await db.value(TOUCHED)).split(', ')
  const other = 'create function public.other() returns integer language sql as $$ select 1 $$;'
  await db.apply({
    'database/orders/rules.sql': other,
    'database/orders/rights.sql': 'grant execute on function public.other() to anon;',
  })
  const after = String(await db.value(TOUCHED)).split(', ')
  expect(after.filter((line) => !line.startsWith('other '))).toEqual(before)
})

test('a reader of a table does not delay an unrelated change', async () => {
  await db.apply({ [RULES]: PRICE, ...BUILT_ON_PRICE })
  const reader = await db.pool.connect()
  try {
    await reader.query('begin; select from public.goods')
    await db.apply({ 'database/orders/rules.sql': PRICE.replace('price', 'other') })
    expect(await db.value('select public.other(1)')).toBe(1)
    await reader.query('commit')
  } finally {
    reader.release()
  }
})

test('a broken file changes nothing, and is reported with the line', async () => {
  await db.apply({ [RULES]: PRICE })
  const before = await db.rows('select * from migrations.definitions')
  const files = {
    [RULES]: PRICE.replace('select 1', 'select 2'),
    [VIEWS]: `-- Names.\n\ncreate view public.names as\nselect id,\n  nam from public.goods;`,
  }
  await expect(db.apply(files)).rejects.toThrow(
    'Migrating the database failed in database/goods/views.sql:5: column "nam" does not exist.',
  )
  expect(await db.value('select public.price(1)')).toBe(1)
  expect(await db.rows('select * from migrations.definitions')).toEqual(before)
  await expect(db.apply({ [VIEWS]: '\ncreate table public.late (id integer);' })).rejects.toThrow(
    /^database\/goods\/views.sql:2: /,
  )
})

test('a failed grant is reported with its own file', async () => {
  await db.apply({ [RIGHTS]: 'grant select on public.goods to anon;' })
  await expect(
    db.apply({ 'database/orders/rights.sql': '\ngrant select on public.goods to nobody_known;' }),
  ).rejects.toThrow('failed in database/orders/rights.sql:2: role "nobody_known" does not exist.')
})

test.each([
  [
    'constraint',
    'alter table public.goods add check (public.price(id) > 0);',
    'constraint goods_id_check on table goods',
  ],
  ['index', 'create index goods_price on public.goods (public.price(id));', 'index goods_price'],
  [
    'default',
    'alter table public.goods alter price set default public.price(1);',
    'default value for column price of table goods',
  ],
])('a function that a %s depends on is not dropped', async (_what, built, lost) => {
  const price = PRICE.replace('language sql', 'language sql immutable')
  await db.apply({ [RULES]: price, 'database/tables/0002_price.sql': `${price}\n${built}` })
  await db.apply({ [RULES]: price.replace('select 1', 'select 2') })
  await expect(db.apply({ [RULES]: `\n${price.replace('returns integer', 'returns bigint')}` })).rejects.toThrow(
    `database/goods/rules.sql:2: function public.price(integer) cannot be dropped, because this depends on it: ${lost}.`,
  )
  expect(await db.value('select public.price(1)')).toBe(2)
  expect(
    await db.rows(
      "select pg_describe_object(classid, objid, 0) as part from pg_depend where refobjid = 'public.price(integer)'::regprocedure",
    ),
  ).toContainEqual({ part: lost })
})

test('a changed or removed comment is changed in the database too', async () => {
  const commented = `${NAMES}\ncomment on view public.names is 'Names.';\ncomment on column public.names.name is 'The name.';`
  await db.apply({
    [VIEWS]: commented,
    [RULES]: `${PRICE}\ncomment on function public.price(integer) is 'The price.';`,
  })
  const comments = () => db.rows('select description from pg_description where objoid >= 16384 order by description')
  expect(await comments()).toEqual([
    { description: 'Names.' },
    { description: 'The name.' },
    { description: 'The price.' },
  ])
  await db.apply({ [VIEWS]: commented.replace("'Names.'", "'All names.'"), [RULES]: PRICE })
  expect(await comments()).toEqual([{ description: 'All names.' }, { description: 'The name.' }])
  await db.apply({ [VIEWS]: NAMES })
  expect(await comments()).toEqual([])
})

const DECLARED = { platform: ['auth'], features: ['goods'], owners: { auth: 'auth_admin' }, unions: {} }

test('definitions with an owner are created and changed as that role, and can change owners', async () => {
  const name = "create function auth.name() returns text language sql as 'select current_user::text';"
  await db.apply({
    'database/definitions.json': JSON.stringify(DECLARED),
    'platform/auth/sql/tables/0002_auth.sql': 'create schema auth authorization auth_admin;',
    'platform/auth/sql/rules.sql': name,
    'platform/auth/sql/rights.sql': 'grant execute on function auth.name() to anon;',
    [RULES]: PRICE,
  })
  const owner = (signature: string) =>
    db.value(`select proowner::regrole::text from pg_proc where oid = '${signature}'::regprocedure`)
  const own = await db.value('select current_user::text')
  expect([await owner('auth.name()'), await owner('public.price(integer)')]).toEqual(['auth_admin', own])
  await db.apply({ 'platform/auth/sql/rules.sql': name.replace("'select", "'select all") })
  await db.apply({ 'platform/auth/sql/rules.sql': name.replace('returns text', 'returns varchar') })
  expect([await owner('auth.name()'), await mayCall('auth.name()')]).toEqual(['auth_admin', true])
  await db.apply({ 'database/definitions.json': JSON.stringify({ ...DECLARED, owners: {} }) })
  expect([await owner('auth.name()'), await mayCall('auth.name()')]).toEqual([own, true])
})

test('a union is composed of the parts of all features, and a failing part is reported with its own file', async () => {
  const unions = { waiting: { view: 'public.waiting', columns: ['subject', 'amount'], comment: 'What waits.' } }
  const ORDERS = 'database/orders/waiting.sql'
  await db.apply({
    'database/definitions.json': JSON.stringify({ platform: [], features: ['goods', 'orders'], owners: {}, unions }),
    'database/goods/waiting.sql': "select 'goods', 1;",
    [ORDERS]: "select 'orders', 2;",
  })
  const waiting = () => db.rows('select * from public.waiting order by subject')
  expect(await waiting()).toEqual([
    { subject: 'goods', amount: 1 },
    { subject: 'orders', amount: 2 },
  ])
  await expect(db.apply({ [ORDERS]: "-- Orders.\nselect 'orders',\n  nonsense;" })).rejects.toThrow(
    'failed in database/orders/waiting.sql:3: column "nonsense" does not exist.',
  )
  await db.apply({ [ORDERS]: null })
  expect(await waiting()).toEqual([{ subject: 'goods', amount: 1 }])
})

test('missing definitions are recreated with their rights', async () => {
  await db.apply({ [VIEWS]: NAMES, [RIGHTS]: 'grant select on public.names to anon;' })
  await db.apply({
    'database/tables/0002_names.sql': 'alter table public.goods drop column name cascade, add column name text;',
  })
  expect(await mayRead('public.names')).toBe(true)
})

test('concurrent starts apply definitions once', async () => {
  await db.apply()
  await db.project.write({ [RULES]: PRICE, ...BUILT_ON_PRICE })
  await Promise.all([db.apply(), db.apply(), db.apply()])
  expect(await mayCall('public.price(integer)')).toBe(true)
})
