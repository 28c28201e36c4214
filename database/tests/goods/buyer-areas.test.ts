import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await db.owner.query(`insert into public.buyer_areas (profile_id, state, lga) values ($1, 'Lagos', 'Ikeja')`, [
    cast.customer,
  ])
})
afterAll(() => db.drop())

const INSERT = 'insert into public.buyer_areas (state, lga) values ($1, $2)'

test('only the person reads, changes and removes their area', async () => {
  for (const who of ['other', 'vendor', 'coordinator', 'chief', 'administrator'] as const) {
    for (const sql of [
      'select from public.buyer_areas',
      `update public.buyer_areas set lga = 'Epe'`,
      'delete from public.buyer_areas',
    ])
      expect([who, sql, await asPerson(db, cast[who], sql)]).toMatchObject([who, sql, { count: 0, errorCode: null }])
  }
  expect(await asPerson(db, cast.customer, 'select from public.buyer_areas')).toMatchObject({ count: 1 })
  expect(await asPerson(db, cast.customer, `update public.buyer_areas set lga = 'Epe'`)).toMatchObject({ count: 1 })
  expect(await asPerson(db, cast.customer, 'delete from public.buyer_areas')).toMatchObject({ count: 1 })
  expect((await asPerson(db, null, 'select from public.buyer_areas')).errorCode).toBe('42501')
})

test('an area is the person’s own, and a local government of its state', async () => {
  const returning = `${INSERT} returning profile_id`
  const own = await asPerson(db, cast.other, returning, ['Rivers', 'Port Harcourt'])
  expect(own.rows).toEqual([{ profile_id: cast.other }])
  expect((await asPerson(db, cast.other, INSERT, ['Lagos', 'Port Harcourt'])).errorCode).toBe('23503')
  const ofAnother = `insert into public.buyer_areas (profile_id, state, lga) values ($1, 'Lagos', 'Ikeja')`
  expect((await asPerson(db, cast.other, ofAnother, [cast.vendor])).errorCode).toBe('42501')
  expect((await asPerson(db, null, INSERT, ['Lagos', 'Ikeja'])).errorCode).toBe('42501')
})

test('a disabled account gets no area', async () => {
  await db.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [cast.rival])
  expect((await asPerson(db, cast.rival, INSERT, ['Lagos', 'Ikeja'])).errorCode).not.toBeNull()
})
