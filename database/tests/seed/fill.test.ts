import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import { fillMarket } from '#database/seed/fill/fill-market.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

// Two copies of the demo market and some of its ended orders: more copies add no other kinds of rows.
const size = { orders: 3_000, products: 150, people: 200 }
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const fill = () => fillMarket({ connectionString: db.ownerConnectionString, size })

it('rejects a database with real people', async () => {
  const real = await createTestDatabase()
  try {
    await real.owner.query(
      `insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), 'somebody@real.example', now())`,
    )
    await expect(fillMarket({ connectionString: real.ownerConnectionString, size })).rejects.toThrow('holds people')
  } finally {
    await real.drop()
  }
})

it('rejects a production database', async () => {
  await db.owner.query(`insert into site.identity (name, value) values ('contents', 'production')`)
  await expect(fill()).rejects.toThrow('belongs to production')
  await db.owner.query('delete from site.identity')
})

it('fills an empty database with consistent orders, once', async () => {
  const there = await fill()
  expect(Math.abs(there.orders - size.orders)).toBeLessThan(800)
  expect(there.products).toBe(150)
  expect(Math.abs(there.people - size.people)).toBeLessThan(60)
  expect(await auditMarket(db.owner)).toEqual([])
  expect(await auditLedger(db.owner)).toEqual([])
  await expect(fill()).rejects.toThrow('filled already')
})

it('has no dangling references', async () => {
  const { rows: keys } = await db.owner.query<{ sql: string; name: string }>(
    `select k.conname as name, format('select count(*)::integer as amount from %s c where not exists (select from %s p where %s) and %s', k.conrelid::regclass, k.confrelid::regclass,
       string_agg(format('p.%I = c.%I', f.attname, a.attname), ' and '), string_agg(format('c.%I is not null', a.attname), ' and ')) as sql
     from pg_constraint k cross join unnest(k.conkey, k.confkey) as u (own, other)
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.own join pg_attribute f on f.attrelid = k.confrelid and f.attnum = u.other
     where k.contype = 'f' group by k.oid`,
  )
  expect(keys.length).toBeGreaterThan(100)
  for (const { name, sql } of keys) expect((await db.owner.query(sql)).rows, name).toEqual([{ amount: 0 }])
})
