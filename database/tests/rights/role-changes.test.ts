import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

test.each([
  ['customer', 'manager', 0],
  ['manager', 'customer', 0],
  ['vendor', 'customer', 0],
  ['administrator', 'supervisor', 0],
  ['manager', 'manager', 1],
  // Requested by its owner, and removes no right.
  ['customer', 'vendor', 1],
])('a change from %s to %s leaves %i sessions', async (from, to, left) => {
  const { rows } = await db.owner.query(
    `insert into auth.users (email) values (gen_random_uuid() || '@market.test') returning id`,
  )
  const person: string = rows[0].id
  await db.owner.query('update public.profiles set role = $2 where id = $1', [person, from])
  const opened = await db.owner.query('insert into auth.sessions (user_id) values ($1) returning id', [person])
  await db.owner.query('update public.profiles set role = $2 where id = $1', [person, to])
  const counted = await db.owner.query(
    `select (select count(*)::integer from auth.sessions where id = $1) as live,
       (select count(*)::integer from auth.ended_sessions where session_id = $1) as ended`,
    [opened.rows[0].id],
  )
  expect(counted.rows).toEqual([{ live: left, ended: 1 - left }])
})
