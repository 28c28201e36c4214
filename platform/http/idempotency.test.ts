import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { deleteExpiredIdempotencyKeys } from './delete-expired-idempotency-keys.ts'
import { hashOfBody, readIdempotencyKey, withIdempotency } from './idempotency.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  await db.owner.query('create table public.effects (n int); grant insert, select on public.effects to service_role')
})
afterAll(() => db.drop())

function send(key: string, body: unknown, fail = false) {
  return db.database.as(SERVICE, (tx) =>
    withIdempotency(tx, { actor: 'a', route: 'POST /x', key, body }, async () => {
      await tx.query('insert into public.effects values (1)')
      if (fail) throw new Error('no')
      const { rows } = await tx.query('select count(*)::int as n from public.effects')
      return { status: 201, answer: rows[0] }
    }),
  )
}
const effects = async () => (await db.owner.query('select count(*)::int as n from public.effects')).rows[0].n

describe('withIdempotency', () => {
  test('replays the stored response', async () => {
    const first = await send('k1', { a: 1, b: [2] })
    const again = await send('k1', { b: [2], a: 1 })
    expect(first).toEqual({ outcome: 'done', status: 201, answer: { n: 1 } })
    expect(again).toEqual({ ...first, outcome: 'replayed' })
    expect(await effects()).toBe(1)
  })

  test('rejects the key with another body', async () => {
    const refused = await send('k1', { a: 2, b: [2] })
    expect(refused).toEqual({ outcome: 'refused' })
    expect(await effects()).toBe(1)
  })

  test('rolls the key back with failed work', async () => {
    await expect(send('k2', {}, true)).rejects.toThrow('no')
    expect(await send('k2', {})).toMatchObject({ outcome: 'done' })
  })

  test('runs once for fifty concurrent calls', async () => {
    const before = await effects()
    const responses = await Promise.all(Array.from({ length: 50 }, () => send('k3', { same: true })))
    expect(await effects()).toBe(before + 1)
    expect(responses.map(({ outcome }) => outcome).sort()).toEqual(['done', ...Array(49).fill('replayed')])
    expect(new Set(responses.map((answer) => 'answer' in answer && JSON.stringify(answer.answer))).size).toBe(1)
  })

  test('is accessible to the service role only', async () => {
    const asMember = db.database.as({ role: 'authenticated', claims: { sub: 'x' } }, (tx) =>
      tx.query('select * from public.idempotency_keys'),
    )
    await expect(asMember).rejects.toMatchObject({ code: '42501' })
  })

  test('keeps keys for at least 72 hours', async () => {
    await db.owner.query(`update public.idempotency_keys set created_at = now() - interval '71 hours' where key = 'k1'`)
    await db.owner.query(`update public.idempotency_keys set created_at = now() - interval '73 hours' where key = 'k3'`)
    expect(await deleteExpiredIdempotencyKeys(db.database, 1)).toBe(1)
    expect(await send('k1', { a: 1, b: [2] })).toMatchObject({ outcome: 'replayed' })
  })
})

test('hashOfBody distinguishes bodies and ignores the order of fields', () => {
  expect(hashOfBody({ a: 1, b: 2 })).toEqual(hashOfBody({ b: 2, a: 1 }))
  expect(hashOfBody({ a: [1, 2] })).not.toEqual(hashOfBody({ a: [2, 1] }))
  expect(hashOfBody({ a: '1' })).not.toEqual(hashOfBody({ a: 1 }))
  expect(hashOfBody(undefined)).toEqual(hashOfBody(null))
})

test('readIdempotencyKey accepts printable keys only', () => {
  expect(readIdempotencyKey(new Headers())).toBeNull()
  expect(readIdempotencyKey(new Headers({ 'idempotency-key': 'abc-1' }))).toBe('abc-1')
  expect(readIdempotencyKey(new Headers({ 'idempotency-key': 'a b' }))).toBeUndefined()
  expect(readIdempotencyKey(new Headers({ 'idempotency-key': 'x'.repeat(256) }))).toBeUndefined()
})
