import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { describeSchema } from './describe-schema.ts'

let db: TestDatabase
let client: pg.PoolClient
let types: string
let schema: string
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  client = await db.owner.connect()
  await client.query(`
    create table shops (id uuid primary key, town text);
    create table goods (id uuid primary key default gen_random_uuid(), shop_id uuid not null references shops on delete cascade, name text not null, place text not null,
      slug text not null, taken int not null check (taken >= 0), note text, code text not null);
    create index goods_by_name on goods (name) where taken > 0;
    create unlogged table marks (id uuid);
    create sequence numbers;
    create type part as (kind text, place integer);
    comment on table goods is 'What is sold.';
    comment on column goods.code is 'Drawn by the command. @filled';
    create function fill() returns trigger language plpgsql as $$ begin
      new.slug := lower(new.name);
      select town into new.place from shops where id = new.shop_id;
      if new.note = 'x' then raise exception 'no'; end if;
      return new;
    end $$;
    create trigger fill before insert on goods for each row execute function fill();
    alter table goods enable row level security;
    create policy all_see on goods for select using (name <> '');
    grant select on goods to anon;
    grant insert (shop_id, name, place, slug, note, code) on goods to authenticated;
    grant execute on function fill() to service_role;
    create view shelf with (security_invoker = true) as select g.id as goods_id, g.shop_id, s.town, upper(g.name) as title
      from goods g left join shops s on s.id = g.shop_id`)
  const texts = await describeSchema(client)
  types = texts['database/types.ts'] ?? ''
  schema = texts['database/schema.sql'] ?? ''
})
afterAll(async () => {
  client.release()
  await db.drop()
})

const linesOf = (table: string, part: string) =>
  new RegExp(` {6}${table}: \\{[\\s\\S]*? {8}${part}: \\{\\n([\\s\\S]*?)\\n {8}\\}`)
    .exec(types)?.[1]
    ?.split(/\n\s+/)
    .map((line) => line.trim())

test('an insert may omit columns with a default, columns filled by triggers and columns that users may not write', () => {
  expect(linesOf('goods', 'Insert')).toEqual([
    'id?: string',
    'shop_id: string',
    'name: string',
    'place?: string',
    'slug?: string',
    'taken?: number',
    'note?: string | null',
    'code?: string',
  ])
})

test('columns of a view are not null where the query proves it, and it has relationships for the keys it contains', () => {
  expect(linesOf('shelf', 'Row')).toEqual([
    'goods_id: string',
    'shop_id: string',
    'town: string | null',
    'title: string',
  ])
  expect(/ {6}shelf: [\s\S]*?Relationships: (.*)/.exec(types)?.[1]).toContain(
    "columns: ['shop_id']; isOneToOne: false; referencedRelation: 'shops'",
  )
})

test.each([
  'table public.goods  -- What is sold.',
  '  name text not null',
  '  code text not null  -- Drawn by the command. @filled',
  '  id uuid not null default gen_random_uuid()',
  '  constraint goods_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE',
  '  constraint goods_taken_check CHECK ((taken >= 0))',
  '  index goods_by_name USING btree (name) WHERE (taken > 0)',
  'unlogged table public.marks',
  'sequence public.numbers',
  'type public.part as (kind text, place integer)',
])('schema.sql shows %s', (line) => {
  expect(schema.split('\n')).toContain(line)
})

test('schema.sql omits functions, views, triggers and rights', () => {
  expect(schema).not.toMatch(/trigger|policy|\bgrant\b|security|function public\.|view /i)
})
