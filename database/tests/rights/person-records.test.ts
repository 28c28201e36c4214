import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
/** A manager of Kano, where the customer has ordered nothing. */
let elsewhere: string
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  elsewhere = crypto.randomUUID()
  await db.owner.query(
    `insert into auth.users (id, email, email_confirmed_at) values ($1, 'kano@rights.test', now())`,
    [elsewhere],
  )
  await db.owner.query(`update public.profiles set role = 'manager' where id = $1`, [elsewhere])
  await db.owner.query(`insert into public.manager_regions (manager_id, state) values ($1, 'Kano')`, [elsewhere])
})
afterAll(() => db.drop())

const FUNCTIONS = ['person_record', 'person_money', 'person_duties', 'person_devices', 'person_notices'] as const
const read = async (reader: string | null, name: string, person: string) =>
  (await asPerson(db, reader, `select * from public.${name}($1)`, [person])).rows

test('a record is read by whom the person concerns: their states, all states, or everybody', async () => {
  const readers = [
    cast.manager,
    elsewhere,
    cast.coordinator,
    cast.chief,
    cast.vendor,
    cast.other,
    cast.administrator,
    cast.supervisor,
    cast.customer,
  ]
  const seen = async (person: string) =>
    Promise.all(readers.map(async (reader) => (await read(reader, 'person_record', person)).length))
  expect(await seen(cast.customer), 'has an order in Lagos').toEqual([1, 0, 1, 1, 0, 0, 0, 0, 0])
  expect(await seen(cast.vendor), 'has a shop in Lagos').toEqual([1, 0, 1, 1, 0, 0, 0, 0, 0])
  expect(await seen(cast.rival), 'has a shop in Kano').toEqual([0, 1, 1, 1, 0, 0, 0, 0, 0])
  expect(await seen(cast.other), 'has nothing').toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0])
  expect(await seen(cast.manager)).toEqual([0, 0, 1, 1, 0, 0, 0, 0, 0])
  expect(await seen(cast.chief), 'a chief’s own record').toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0])
})

test('a duty at a place makes the person known in its state, until it ends', async () => {
  await db.owner.query(`insert into public.memberships (person_id, vendor_id, duty) values ($1, $2, 'hand-over')`, [
    cast.other,
    cast.ids.rivalId,
  ])
  expect(await read(elsewhere, 'person_record', cast.other)).toHaveLength(1)
  expect(await read(elsewhere, 'person_duties', cast.other)).toMatchObject([{ kind: 'hand-over', state: 'Kano' }])
  expect(await read(cast.manager, 'person_duties', cast.other)).toEqual([])
  await db.owner.query('update public.memberships set ended_at = clock_timestamp() where person_id = $1', [cast.other])
  expect(await read(elsewhere, 'person_record', cast.other)).toEqual([])
})

test('contacts are masked, money is that of overseen orders, devices are for chiefs, notices not for managers', async () => {
  await db.owner.query(`update auth.users set phone = '2348031234567' where id = $1`, [cast.customer])
  for (const reader of [cast.manager, cast.chief])
    expect(await read(reader, 'person_record', cast.customer)).toMatchObject([
      { email: 'c***@rights.test', phone: '***567', is_confirmed: true, role: 'customer' },
    ])
  expect(await read(cast.manager, 'person_money', cast.customer)).toMatchObject([
    { orders: 1, unpaid_orders: 1, peps_kobo: null },
  ])
  expect(await read(elsewhere, 'person_money', cast.customer)).toMatchObject([{ orders: 0, unpaid_orders: 0 }])
  expect(await read(cast.chief, 'person_money', cast.customer)).toMatchObject([{ orders: 1, peps_kobo: 0n }])

  await db.owner.query(`insert into auth.sessions (user_id, user_agent) values ($1, 'Test phone')`, [cast.customer])
  await db.owner.query(
    `insert into public.notices (person_id, kind, title, body) values ($1, 'order-paid', 'Your order is paid', 'Secret')`,
    [cast.customer],
  )
  const counts = async (name: string) =>
    Promise.all(
      [cast.manager, cast.coordinator, cast.chief].map(
        async (reader) => (await read(reader, name, cast.customer)).length,
      ),
    )
  expect(await counts('person_devices')).toEqual([0, 0, 1])
  expect(await counts('person_notices')).toEqual([0, 1, 1])
  expect(JSON.stringify(await read(cast.chief, 'person_notices', cast.customer))).not.toContain('Secret')
})

test('visitors have none of it, and a session that owes its second step neither', async () => {
  for (const name of FUNCTIONS)
    expect((await asPerson(db, null, `select * from public.${name}($1)`, [cast.customer])).errorCode, name).toBe(
      '42501',
    )
  await db.owner.query(`insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`, [
    cast.chief,
  ])
  for (const name of FUNCTIONS) {
    const rows = await read(cast.chief, name, cast.customer)
    expect(
      rows.filter((row) => row.orders !== 0),
      name,
    ).toEqual([])
  }
})
