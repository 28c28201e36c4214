import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { rightsMatrix } from '../../scripts/generating/rights-matrix.ts'
import { rightsIn } from './rights-in.ts'

let db: TestDatabase
let client: pg.PoolClient
beforeAll(async () => {
  db = await createTestDatabase()
  client = await db.owner.connect()
})
afterAll(async () => {
  client.release()
  await db.drop()
})

const reviewed = rightsIn(readFileSync('database/rights-matrix.txt', 'utf8'))

/** Rights that the database gives and the reviewed file does not name, and the other way round. */
async function differences() {
  const given = rightsIn(await rightsMatrix(client))
  return {
    extra: [...given].filter((right) => !reviewed.has(right)),
    missing: [...reviewed].filter((right) => !given.has(right)),
  }
}

test('every right in the database is in database/rights-matrix.txt, and no other', async () => {
  expect(await differences(), 'review the rights, then run npm run generate').toEqual({ extra: [], missing: [] })
  expect(reviewed.size).toBeGreaterThan(5_000)
})

test.each([
  [
    'grant update (total_amount) on public.orders to authenticated',
    ['authenticated update public.orders.total_amount'],
    [],
  ],
  ['revoke select on public.products from anon', [], [expect.stringMatching(/^anon select public\.products\./)]],
  ['alter table public.orders disable row level security', ['public.orders (no row security)'], ['public.orders']],
  ['alter table public.orders add column bribe int', [expect.stringContaining('public.orders.bribe')], []],
  ['grant delete on public.audit_log to authenticated', ['authenticated delete public.audit_log.id'], []],
  ['create policy gap on public.orders for select using (true)', ['authenticated select public.orders by gap'], []],
  [
    'create function public.leak() returns int language sql as $$ select 1 $$; grant execute on function public.leak() to anon',
    ['anon execute public.leak()'],
    [],
  ],
])('%s is noticed by name', async (change, extra, missing) => {
  await client.query('begin')
  try {
    await client.query(change)
    const found = await differences()
    expect(found.extra.join('\n') + found.missing.join('\n')).not.toBe('')
    for (const name of extra) expect(found.extra).toContainEqual(name)
    for (const name of missing) expect(found.missing).toContainEqual(name)
  } finally {
    await client.query('rollback')
  }
})
