import { expect, test } from 'vitest'
import { definitionSql } from './definition.ts'
import { readDefinitions } from './read-definitions.ts'
import { splitStatements } from './split-statements.ts'
import { unionText } from './union-text.ts'

const read = (text: string) => readDefinitions([{ path: 'goods/rules.sql', text }])
const namesIn = (text: string) => read(text).map(({ kind, name }) => `${kind} ${name}`)
const body = 'language sql as $$ select 1 $$;'

test.each([
  ['a uuid, b text', 'uuid, text'],
  [
    'a timestamptz, b int, c int8[], d varchar(9)[], e bool',
    'timestamp with time zone, integer, bigint[], character varying[], boolean',
  ],
  [
    'a timestamp with time zone, b double precision, c numeric(12, 2), d timestamp',
    'timestamp with time zone, double precision, numeric, timestamp without time zone',
  ],
  [
    'timestamp with time zone, double precision, uuid, text [] ',
    'timestamp with time zone, double precision, uuid, text[]',
  ],
  ['in a uuid, inout b text, out c text, variadic d text[]', 'uuid, text, text[]'],
  ["a text default ',)', b text='(', c text := null, d numeric default round(1.5, 1)", 'text, text, text, numeric'],
  ['a public.Goods, -- what is bought, and\n b pg_catalog.int4 /* , how many */', 'public.goods, integer'],
  ['', ''],
])('a function of (%s) is named by the types (%s)', (written, types) => {
  expect(namesIn(`create function public.f(${written}) returns integer ${body}`)).toEqual([
    `function public.f(${types})`,
  ])
})

test('a grant names a function like its definition, however types are written', () => {
  expect(namesIn('grant execute on function public.f(timestamptz, a int[]), public.g() to anon')).toEqual([
    'rights function public.f(timestamp with time zone, integer[])',
    'rights function public.g()',
  ])
})

test('definitions are ordered by kind, then as they are written', () => {
  const text = `
    grant select (id, name), insert (name) on public.goods to anon,
      authenticated;
    create policy seen on public.goods using (true);
    create trigger guard /* not on public.other */ before update of name on public.goods for each row execute function public.g();
    create constraint trigger late after insert on public.goods deferrable for each row execute function public.g();
    create view public.v as select 1;
    grant select on public.v, public.w to anon;
    grant usage on sequence public.numbers to anon;
    create function Public.G() returns trigger ${body}`
  expect(namesIn(text)).toEqual([
    'function public.g()',
    'view public.v',
    'trigger guard on public.goods',
    'trigger late on public.goods',
    'policy seen on public.goods',
    'rights table public.goods',
    'rights table public.v',
    'rights table public.w',
    'rights sequence public.numbers',
  ])
})

test('grants of several files on one object are one definition, each with its own place', () => {
  const [rights] = readDefinitions([
    { path: 'goods/rights.sql', text: 'grant select on public.goods to anon;' },
    { path: 'orders/rights.sql', text: '\ngrant insert on table public.goods to anon;' },
  ])
  expect(rights?.statements).toMatchObject([
    { path: 'goods/rights.sql', line: 1 },
    { path: 'orders/rights.sql', line: 2 },
  ])
})

test('a comment belongs to the definition before it', () => {
  const text = `create view public.v as select 1 as a;
    comment on view public.v is 'One.';
    comment on column public.v.a is 'The one.';
    create function public.f(a int) returns integer ${body}
    comment on function public.f(integer) is 'It.';
    create function public.g(a int) returns integer ${body}
    comment on function public.g is 'It.';`
  expect(read(text).map(({ statements }) => statements.length)).toEqual([2, 2, 3])
})

test.each([
  ["comment on view public.v is 'One.'", 'a comment follows what it is about'],
  ["create view public.v as select 1;\ncomment on view public.w is 'One.'", 'a comment follows what it is about'],
  ["create view public.v as select 1;\ncomment on column public.goods.v is 'One.'", 'a comment follows'],
  [
    `create function public.f(a int) returns int ${body}\ncomment on function public.f(text) is 'One.'`,
    'a comment follows',
  ],
  ["grant select on public.v to anon;\ncomment on view public.v is 'One.'", 'a comment follows what it is about'],
  ["comment on table public.goods is 'Goods.'", 'defines no function, view, trigger, policy or right'],
  ['create table public.goods (id int)', '"create table public.goods (id" defines no function'],
  ['insert into public.goods values (1)', 'defines no function'],
  [`create or replace function public.f() returns int ${body}`, 'defines no function'],
  ['create view v as select 1', 'v is written without its schema'],
  [`create function f() returns int ${body}`, 'f is written without its schema'],
  ['create policy seen on goods using (true)', 'goods is written without its schema'],
  ['grant select on goods to anon', 'goods is written without its schema'],
  ['grant execute on function f() to anon', 'f() is written without its schema'],
  ['grant anon to authenticated', 'this grant cannot be read'],
  ['grant select on all tables in schema public to anon', 'this grant cannot be read'],
  ['grant select on public.goods to anon with grant option', 'this grant cannot be read'],
  ['grant execute on function public.f to anon', 'this grant cannot be read'],
  ['grant execute on public.f() to anon', 'this grant cannot be read'],
  ['create function public.f() returns int begin atomic select 1; end', 'write the body between $$ and $$'],
])('%s: %s', (text, message) => {
  const last = text.split('\n').length
  expect(() => read(`-- Goods.\n${text};`)).toThrow(message)
  expect(() => read(`-- Goods.\n${text};`)).toThrow(new RegExp(`^goods/rules.sql:${last + 1}: `))
})

test('a duplicate definition is rejected with both places', () => {
  const text = `create function public.f(a int) returns integer ${body}\n`
  expect(() => read(`${text}${text.replace('int', 'integer')}`)).toThrow(
    'goods/rules.sql:2: function public.f(integer) is defined twice, first in goods/rules.sql:1.',
  )
})

test('the statements of a stored definition can be split again', () => {
  const text = "create view public.v as select 1 -- one\n;\ncomment on view public.v is 'One.' -- that is all\n;"
  const [view] = read(text)
  const stored = view ? definitionSql(view) : ''
  expect(splitStatements(stored).map(({ sql }) => sql)).toEqual(view?.statements.map(({ sql }) => sql))
})

const WAITING = { view: 'public.waiting', columns: ['subject', 'amount'], comment: "What's waiting." }

test('parts compose a union', () => {
  const text = unionText(WAITING, [
    { path: 'goods/waiting.sql', text: "-- Goods.\nselect 'goods', 1;" },
    { path: 'orders/waiting.sql', text: "select 'orders', 2 -- two" },
  ])
  expect(text.text).toBe(`create view public.waiting (subject, amount) with (security_invoker = true) as
-- goods/waiting.sql
select 'goods', 1
union all
-- orders/waiting.sql
select 'orders', 2 -- two
;
comment on view public.waiting is 'What''s waiting.';
`)
  expect(text.parts).toEqual([
    { at: 3, path: 'goods/waiting.sql', line: 2 },
    { at: 6, path: 'orders/waiting.sql', line: 1 },
  ])
})

test.each([
  ['select 1;\nselect 2;', 2],
  ['-- Nothing waits.', 1],
])('a part that is not a single query is rejected: %s', (text, line) => {
  expect(() => unionText(WAITING, [{ path: 'goods/waiting.sql', text }])).toThrow(
    `goods/waiting.sql:${line}: one query is expected, a part of public.waiting.`,
  )
})
