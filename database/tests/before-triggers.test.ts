import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

interface Source {
  name: string
  text: string
}

/**
 * Side effects that a function must not have if its row may be skipped afterwards: BEFORE INSERT triggers also fire for
 * a row that `on conflict do nothing` then drops. Locks and settings end with the transaction.
 */
const LASTING =
  /\b(insert\s+into|update\s+(only\s+)?[a-z_]+\.[a-z_]+|delete\s+from|merge\s+into|truncate|pg_notify|notify|nextval)\b/i

async function functionSources(): Promise<Source[]> {
  const { rows } = await db.owner.query<Source>(
    `select p.proname as name, regexp_replace(p.prosrc, '--[^\\n]*', '', 'g') as text
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
     where n.nspname in ('public', 'rights', 'auth', 'storage', 'realtime', 'mail', 'limits') and l.lanname in ('sql', 'plpgsql')`,
  )
  return rows
}

/** The function and all functions that it calls, by names in its source. */
function reached(name: string, sources: Source[], seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const { text } of sources.filter((source) => source.name === name)) {
    for (const [, called = ''] of text.matchAll(/([a-z_]+)\s*\(/g)) {
      if (sources.some((source) => source.name === called)) reached(called, sources, seen)
    }
  }
  return seen
}

test('no BEFORE INSERT trigger has side effects beyond its row', async () => {
  const { rows } = await db.owner.query<{ table: string; trigger: string; function: string }>(
    `select t.tgrelid::regclass::text as table, t.tgname as trigger, p.proname as function
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where not t.tgisinternal and t.tgtype & 2 > 0 and t.tgtype & 4 > 0 order by 1, 2`,
  )
  expect(rows.map(({ table, trigger }) => `${table} ${trigger}`)).toEqual(
    expect.arrayContaining(['group_buys guard_group_buy', 'group_buys await_shop', 'products place_product']),
  )
  const sources = await functionSources()
  const lasting = rows.flatMap((row) =>
    [...reached(row.function, sources)]
      .filter((name) => sources.some((source) => source.name === name && LASTING.test(source.text)))
      .map((name) => `${row.table} ${row.trigger}: ${name}`),
  )
  expect(lasting).toEqual([])
})

test('recognises side effects', () => {
  for (const text of [
    'insert into public.a values (1);',
    'UPDATE public.products set available_quantity = 1',
    'delete from public.a',
    `perform pg_notify('a', 'b')`,
    `select nextval('public.a')`,
  ]) {
    expect(text).toMatch(LASTING)
  }
  expect('perform from public.vendors where id = 1 for key share').not.toMatch(LASTING)
})
