import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { type CatalogueFacts, readCatalogueFacts } from './catalogue-facts.ts'
import { columnNullness } from './nullness.ts'
import { parseStatement } from './parse-statement.ts'

let db: TestDatabase
let client: pg.Client
let facts: CatalogueFacts
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  client = new pg.Client({ connectionString: db.ownerConnectionString })
  await client.connect()
  await client.query(`
    create table shops (id int primary key, town text);
    create table goods (id int primary key, shop_id int not null references shops, maker_id int references shops, name text not null);
    create view shelf as select g.id, g.name, s.town, m.id as maker from goods g join shops s on s.id = g.shop_id left join shops m on m.id = g.maker_id;
    create function doubled(n int) returns int language sql as 'select n * 2';
    create function found(n int) returns text language sql as 'select town from shops where id = n'`)
  facts = await readCatalogueFacts(client)
  await client.query('begin')
})
afterAll(async () => {
  await client.end()
  await db.drop()
})

async function nullness(statement: string, parameters = 'int'): Promise<string> {
  const query = await parseStatement(client, statement, parameters)
  return query ? columnNullness(facts, query).join(' ') : ''
}

test.each([
  ['select id, town from shops', 'never may'],
  [
    'select g.name, s.id, m.id from goods g join shops s on s.id = g.shop_id left join shops m on m.id = g.maker_id',
    'never never may',
  ],
  ['select s.id, g.id from goods g right join shops s on s.id = g.shop_id', 'never may'],
  ['select g.id, s.id from goods g full join shops s on s.id = g.shop_id', 'may may'],
  // WHERE proves it.
  ['select town from shops where town is not null', 'never'],
  ['select town from shops where town = $1::text and id > 0', 'never'],
  ['select town from shops where town is null or id = 1', 'may'],
  ['select m.id, m.town from goods g left join shops m on m.id = g.maker_id where m.id = $1', 'never may'],
  ['select coalesce(town, name), coalesce(town, town) from goods g join shops s on s.id = g.shop_id', 'never may'],
  ['select count(*), max(id), sum(id) from shops', 'never may may'],
  ['select town, count(*), max(id), max(id) filter (where id > 3) from shops group by town', 'may never never may'],
  ['select 1, null, true, now(), current_date, array[1, null]', 'never may never never never never'],
  [
    'select exists (select from shops), (select count(*) from shops), (select id from shops limit 1), array(select id from shops)',
    'never never may never',
  ],
  [
    "select case when id > 1 then 'a' else 'b' end, case when id > 1 then 'a' end, nullif(id, 1) from shops",
    'never may may',
  ],
  [
    "select id + 1, town || 'x', id > 1 and town > 'a', id::text, id is distinct from 3 from shops",
    'never may may never never',
  ],
  ["select '{}'::jsonb -> 'a', '{}'::jsonb ->> 'a', jsonb_build_object('a', null)", 'unknown unknown never'],
  ['select id, maker, town, name from shelf', 'never may may never'],
  ['with few as (select id, town from shops) select id, town from few', 'never may'],
  ['select x.a, x.b from (select id as a, town as b from shops) x', 'never may'],
  ['select id from shops union all select maker_id from goods', 'may'],
  ['select id from shops union select id from goods', 'never'],
  ["select v.a, v.b from (values (1, 'x'), (2, null)) v (a, b)", 'never may'],
  ["insert into shops values ($1, 'Jos') returning id, town", 'never may'],
  [
    'update goods g set name = s.town from shops s where s.id = g.shop_id returning g.id, s.town, s.id',
    'never may never',
  ],
  ['select $1, doubled(id), doubled($1), found(id) from shops', 'unknown never unknown unknown'],
  ['select s from shops s', 'never'],
])('%s: %s', async (statement, expected) => {
  expect(await nullness(statement)).toBe(expected)
})

test('rejects a statement with an unknown column, and parses the next one', async () => {
  await expect(parseStatement(client, 'select townn from shops', '')).rejects.toThrow('column "townn" does not exist')
  expect(await nullness('select town from shops')).toBe('may')
})
