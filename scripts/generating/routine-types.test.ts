import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { describeSchema } from './describe-schema.ts'

let db: TestDatabase
let client: pg.PoolClient
let types: string
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  client = await db.owner.connect()
  await client.query(`
    create table goods (id uuid primary key, name text not null);
    create function doubled(amount integer) returns bigint language sql as $$ select amount * 2 $$;
    create function name_of(goods_id uuid) returns text language sql as $$ select name from goods where id = goods_id $$;
    create function stop(why text, at timestamptz default now(), variadic marks text[] default '{}') returns void language sql as '';
    create function find(q text) returns table (id uuid, name text, price numeric) language plpgsql as 'begin end';
    comment on function find(text) is 'Finds. @null name, price';
    create function all_found(q text) returns table (id uuid, tags jsonb) language plpgsql as 'begin end';
    comment on function all_found(text) is '@null none';
    create function unknown_found() returns table (id uuid) language plpgsql as 'begin end';
    create function best() returns goods language sql as 'select * from goods limit 1';
    create function pairs(out a integer, out b text[]) returns setof record language sql as $$ select 1, '{}'::text[] $$;
    create function codes() returns setof text language plpgsql as 'begin end';
    create function overload(a text) returns integer language sql as 'select 1';
    create function overload(b boolean) returns integer language sql as 'select 1';
    create function label(goods) returns text language sql as $$ select $1.name $$;
    create function of_service() returns integer language sql as 'select 1';
    create function guard() returns trigger language plpgsql as 'begin end';
    grant execute on all functions in schema public to authenticated;
    revoke execute on function of_service() from authenticated;
    grant execute on function of_service() to service_role`)
  types = (await describeSchema(client))['database/types.ts'] ?? ''
})
afterAll(async () => {
  client.release()
  await db.drop()
})

/** The generated type, on one line. */
const typeOf = (name: string) =>
  new RegExp(`^ {6}${name}: *((?:\\n? +\\S.*)+?)(?=\\n {6}\\w|\\n {4}\\})`, 'm')
    .exec(types.slice(types.indexOf('    Functions: {')))?.[1]
    ?.replace(/\s+/g, ' ')
    .trim()

test.each([
  ['doubled', '{ Args: { amount: number } Returns: number }'],
  ['name_of', '{ Args: { goods_id: string } Returns: string | null }'],
  ['stop', '{ Args: { why: string; at?: string; marks?: string[] } Returns: undefined }'],
  ['find', '{ Args: { q: string } Returns: { id: string; name: string | null; price: number | null }[] }'],
  ['all_found', '{ Args: { q: string } Returns: { id: string; tags: Json }[] }'],
  ['unknown_found', '{ Args: never Returns: { id: string | null }[] }'],
  [
    'best',
    "{ Args: never Returns: Wire['public']['Tables']['goods']['Row'] SetofOptions: { from: '*'; to: 'goods'; isOneToOne: true; isSetofReturn: false } }",
  ],
  ['pairs', '{ Args: never Returns: { a: number | null; b: string[] | null }[] }'],
  ['codes', '{ Args: never Returns: (string | null)[] }'],
  ['overload', '| { Args: { b: boolean } Returns: number } | { Args: { a: string } Returns: number }'],
])('%s has the type %s', (name, text) => {
  expect(typeOf(name)).toBe(text)
})

test.each(['label', 'of_service', 'guard'])('%s has no type, because it cannot be called over the wire', (name) => {
  expect(typeOf(name)).toBeUndefined()
})
