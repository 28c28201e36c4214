import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db?.drop())
beforeEach(async () => {
  await db.owner.query('delete from public.shown_names')
})

const EVERYBODY = [
  'customer',
  'other',
  'vendor',
  'rival',
  'manager',
  'coordinator',
  'chief',
  'administrator',
  'supervisor',
] as const satisfies readonly (keyof Cast)[]

const agree = (person: string, buyId = cast.ids.activeId) =>
  db.owner.query('insert into public.shown_names (group_buy_id, user_id) values ($1, $2)', [buyId, person])
const names = async (reader: string | null) => {
  const { rows, errorCode } = await asPerson(db, reader, 'select first_name from public.buy_names order by place')
  expect(errorCode).toBeNull()
  return rows
}

test('only people who agreed are shown, publicly and by first name only', async () => {
  expect(await names(null)).toEqual([])
  await agree(cast.customer)
  for (const reader of [null, ...EVERYBODY.map((role) => cast[role])]) {
    expect(await names(reader)).toEqual([{ first_name: 'Person' }])
  }
  const { rows } = await asPerson(db, null, 'select * from public.buy_names')
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['first_name', 'group_buy_id', 'place'])
})

test('only participants of the buy can agree, and only for themselves', async () => {
  const say = (who: string, whose: string, buyId = cast.ids.activeId) =>
    asPerson(db, who, 'insert into public.shown_names (group_buy_id, user_id) values ($1, $2)', [buyId, whose])
  expect(await say(cast.customer, cast.customer)).toMatchObject({ errorCode: null, count: 1 })
  // Participants cannot agree for other people.
  expect((await say(cast.customer, cast.other)).errorCode).toBe('42501')
  for (const role of EVERYBODY) {
    const otherBuyId = role === 'customer' ? cast.ids.draftId : cast.ids.activeId
    expect([role, (await say(cast[role], cast[role], otherBuyId)).errorCode]).toEqual([role, '42501'])
    if (role !== 'customer') expect([role, (await say(cast[role], cast.customer)).errorCode]).toEqual([role, '42501'])
  }
  expect(await asPerson(db, null, 'select from public.shown_names')).toMatchObject({ errorCode: '42501' })
  const insert = 'insert into public.shown_names (group_buy_id, user_id) values ($1, $2)'
  expect((await asPerson(db, null, insert, [cast.ids.activeId, cast.customer])).errorCode).toBe('42501')
})

test('only the person reads it, and it cannot be changed or deleted', async () => {
  await agree(cast.customer)
  for (const role of EVERYBODY) {
    const own = role === 'customer' ? 1 : 0
    const read = await asPerson(db, cast[role], 'select from public.shown_names')
    const removed = await asPerson(db, cast[role], 'delete from public.shown_names')
    expect([role, read.count, removed.count]).toEqual([role, own, own])
    const moved = await asPerson(db, cast[role], `update public.shown_names set shown_at = now()`)
    expect([role, moved.errorCode]).toEqual([role, '42501'])
  }
  expect((await asPerson(db, null, 'delete from public.shown_names')).errorCode).toBe('42501')
  // It can be given only once.
  await expect(agree(cast.customer)).rejects.toMatchObject({ code: '23505' })
})

test('people who leave the buy are not shown', async () => {
  await agree(cast.customer)
  const client = await db.owner.connect()
  try {
    await client.query('begin')
    await client.query(`select public.caused_by('buyer')`)
    await client.query(`update public.orders set status = 'cancelled' where user_id = $1`, [cast.customer])
    expect((await client.query('select from public.buy_names')).rowCount).toBe(0)
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(await names(null)).toHaveLength(1)
})

test('first names exclude addresses, numbers and direction marks', async () => {
  const of = async (fullName: string) =>
    (await db.owner.query('select public.first_name($1) as name', [fullName])).rows[0]?.name
  expect(await of('Ṣọlá Adéyẹmí')).toBe('Ṣọlá')
  expect(await of("  N'Golo  Bello")).toBe("N'Golo")
  expect(await of('Oluwa-seun')).toBe('Oluwa-seun')
  expect(await of('\u202eevil\u202c Bello')).toBe('evil')
  for (const text of [
    '',
    '   ',
    'www.rice.ng Ade',
    '08033306200',
    '<b>Ade</b>',
    '@ade',
    'x'.repeat(31),
    'Ade!',
    '\u200b',
  ]) {
    expect([text, await of(text)]).toEqual([text, ''])
  }
})

test('people without a valid first name are skipped', async () => {
  await db.owner.query(`update public.profiles set full_name = 'www.rice.ng' where id = $1`, [cast.customer])
  await agree(cast.customer)
  expect(await names(null)).toEqual([])
})
