import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { checkFunctions } from './check-functions.ts'
import { checkStatements, unneededExclusions } from './check-statements.ts'
import { EXCLUDED_FILES } from './file-rules.ts'
import { findStatements } from './find-statements.ts'

const OPENING = `import type pg from 'pg'\ndeclare const tx: pg.PoolClient\ndeclare const id: string\n`

const FOUND: [what: string, code: string, fault: string][] = [
  ['a misspelt column', "tx.query('select twon from shops')", 'column "twon" does not exist'],
  ['a table that is not there', "tx.query('delete from shop where id = $1', [id])", 'relation "shop" does not exist'],
  [
    'values of another type',
    "tx.query('select id from shops where places = now()')",
    'operator does not exist: integer = timestamp with time zone',
  ],
  ['a table that the role may not touch', "tx.query('select id from secrets')", 'permission denied for table secrets'],
  [
    'a wrong name in the row type',
    "tx.query<{ city: string }>('select town from shops')",
    'the row type has city, the statement returns town.',
  ],
  [
    'a wrong type',
    "tx.query<{ paid: number }>('select paid from shops')",
    'the row type has paid as number, a bigint arrives as bigint.',
  ],
  [
    'a time as text',
    "tx.query<{ opened_at: string }>('select opened_at from shops')",
    'the row type has opened_at as string, a timestamp with time zone arrives as Date.',
  ],
  [
    'an amount as number',
    "tx.query<{ price: number }>('select price from shops')",
    'the row type has price as number, a numeric arrives as string.',
  ],
  [
    'a forgotten null',
    "tx.query<{ town: string }>('select town from shops')",
    'the row type has town without null, the column can be null.',
  ],
  [
    'too few values',
    "tx.query('select id from shops where id = $1 and town = $2', [id])",
    'sends 1 values, the statement takes 2.',
  ],
  [
    'values of a named statement',
    "tx.query({ name: 'x', text: 'select id from shops where id = $1', values: [] })",
    'sends 0 values, the statement takes 1.',
  ],
  [
    'a text in a constant',
    `const T = \`select \${'twon'} from shops\`\ntx.query({ text: T })`,
    'column "twon" does not exist',
  ],
  [
    'one branch of two',
    "tx.query(id ? 'select town from shops' : 'select twon from shops')",
    'column "twon" does not exist',
  ],
  [
    'a text in a list',
    "for (const { text } of [{ text: 'select twon from shops' }]) tx.query(text)",
    'column "twon" does not exist',
  ],
  [
    'a text that a function makes',
    "const q = (of: string) => 'select ' + of + ' from shops'\ntx.query(q('twon'))",
    'column "twon" does not exist',
  ],
  [
    'a text that is handed on',
    "function ask(sql: string) { return tx.query(sql) }\nask('select twon from shops')",
    'column "twon" does not exist',
  ],
  [
    'a row type that is handed on',
    "function ask<R extends object>(sql: string) { return tx.query<R>(sql) }\nask<{ id: string }>('select id from shops')\nask<{ ids: string }>('select id from shops')",
    'the row type has ids, the statement returns id.',
  ],
  [
    'a text that only a run can tell',
    `tx.query(\`select \${id} from shops\`)`,
    'the text of this statement is not constant; add its file to file-rules.ts, with the reason.',
  ],
]

const PASSING: [what: string, code: string][] = [
  [
    'rows as they arrive',
    'tx.query<{ id: string; town: string | null; places: number; paid: bigint; price: string; opened_at: Date; day: string; tags: string[]; facts: { a: 1 } }>("select * from shops")',
  ],
  ['a narrower text', "tx.query<{ town: 'Jos' | 'Ibadan' | null }>('select town from shops')"],
  [
    'a row that is there or not',
    "interface Shop { town_id: string; places: number }\ntype None<T> = { [K in keyof T]: null }\ntx.query<(Shop | None<Shop>) & { now: Date }>('select s.id as town_id, s.places, now() as now from (select $1::uuid as id) w left join shops s on s.id = w.id', [id])",
  ],
  ['commands of the session', "tx.query('begin')\ntx.query('set local role service_role')"],
  ['a call of something else', "const map = { query: (text: string) => text }\nmap.query('nonsense')"],
]

const sampleAt = (index: number) => `server/sample-${index}.ts`

let db: TestDatabase
let client: pg.Client
let project: string
let breaches: string[]
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  client = new pg.Client({ connectionString: db.ownerConnectionString })
  await client.connect()
  await client.query(`
    create table shops (id uuid primary key, town text, places int not null, paid bigint not null, price numeric not null,
      opened_at timestamptz not null, day date not null, tags text[] not null, facts jsonb not null);
    create table secrets (id uuid primary key);
    grant all on shops to service_role`)
  project = await mkdtemp(join(tmpdir(), 'sql-samples-'))
  await symlink(resolve('node_modules'), join(project, 'node_modules'))
  const samples = [...FOUND, ...PASSING].map(([, code]) => code)
  const files = samples.map((_, index) => join(project, sampleAt(index)))
  await mkdir(join(project, 'server'))
  await Promise.all(files.map((file, index) => writeFile(file, `${OPENING}${samples[index]}\nexport {}`)))
  breaches = await checkStatements(client, findStatements(files, project))
})
afterAll(async () => {
  await client.end()
  await db.drop()
  await rm(project, { recursive: true, force: true })
})

/** The errors of a sample, without their position. */
function faultsOf(sample: string): string[] {
  const index = [...FOUND, ...PASSING].findIndex(([what]) => what === sample)
  const own = breaches.filter((breach) => breach.startsWith(`${sampleAt(index)}:`))
  return own.map((breach) => breach.replace(/^\S+?:\d+: /, ''))
}

test.each(FOUND)('%s is found', (what, _code, fault) => {
  expect(faultsOf(what)).toEqual([fault])
})

test.each(PASSING)('%s passes', (what) => {
  expect(faultsOf(what)).toEqual([])
})

test('reports an excluded file that needs no exclusion', () => {
  const [path = ''] = Object.keys(EXCLUDED_FILES)
  const statement = { at: `${path}:1`, path, rows: [], values: 0, alternatives: 1 }
  expect(unneededExclusions([{ ...statement, text: undefined }])).not.toContain(path)
  expect(unneededExclusions([{ ...statement, text: 'select 1' }])).toContain(path)
})

test('finds functions that do not match the schema', async () => {
  await client.query(`
    create table signs (id int, word text);
    create function word_of(n int) returns text language sql as 'select word from signs where id = n';
    create function stamp() returns trigger language plpgsql as 'begin new.wrod := 1; return new; end';
    create trigger stamp before insert on signs for each row execute function stamp()`)
  expect(await checkFunctions(client)).toEqual(['stamp(): new.wrod is not a column of signs'])
  await client.query('alter table signs rename word to term')
  expect(await checkFunctions(client)).toContain('word_of(integer): column "word" does not exist')
})
