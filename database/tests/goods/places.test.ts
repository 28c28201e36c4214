import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localGovernments } from '#domain/geography/local-governments.ts'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import { kgPerUnit, type Measure } from '#domain/products/measures.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await db.owner.query(
    `insert into public.pickup_points (name, state, lga, street) values ('Yaba hub', 'Lagos', 'Lagos Mainland', '31 Herbert Macaulay Way')`,
  )
  await db.owner.query(`insert into public.delivery_zones (name, state, fee_kobo) values ('Lagos', 'Lagos', 1000)`)
  await db.owner.query(
    `insert into public.addresses (user_id, label, recipient, phone, street, state, lga)
     select id, 'Home', 'Ada Obi', '+2348031234567', '12 Bode Thomas Street', 'Lagos', 'Surulere' from public.profiles where id = $1`,
    [cast.customer],
  )
})
afterAll(() => db.drop())

const everyone = [
  ...(['visitor', 'customer', 'other', 'vendor', 'rival', 'manager', 'coordinator', 'chief', 'administrator'] as const),
] as const
const as = (who: (typeof everyone)[number], sql: string, values: unknown[] = []) =>
  asPerson(db, who === 'visitor' ? null : cast[who], sql, values)

describe('rights', () => {
  test.each(['pickup_points', 'delivery_zones', 'local_governments', 'measures', 'place_rooms'])(
    'everybody reads %s',
    async (table) => {
      for (const who of everyone)
        expect([who, (await as(who, `select from public.${table}`)).errorCode]).toEqual([who, null])
    },
  )

  test('users read only their own addresses; coordinators and chiefs read order counts of places', async () => {
    for (const who of everyone) {
      const own = await as(who, 'select from public.addresses')
      expect([who, own.errorCode ?? own.count]).toEqual([who, who === 'visitor' ? '42501' : who === 'customer' ? 1 : 0])
      const waiting = await as(who, 'select from public.place_orders')
      const going = await as(who, 'select from public.zone_orders')
      expect([who, going.errorCode ?? going.count]).toEqual([who, waiting.errorCode ?? waiting.count])
      const mayKeep = who === 'coordinator' || who === 'chief'
      expect([who, waiting.errorCode ?? waiting.count]).toEqual([who, who === 'visitor' ? '42501' : mayKeep ? 1 : 0])
    }
  })

  test('no user writes any of them directly', async () => {
    const writes = [
      `update public.pickup_points set name = 'Mine'`,
      `update public.delivery_zones set fee_kobo = 0`,
      `update public.addresses set street = 'Elsewhere 1'`,
      'delete from public.addresses',
      `update public.measures set kg_per_unit = 1`,
      `insert into public.local_governments values ('Lagos', 'Atlantis')`,
      `insert into public.order_fee_changes (order_id, from_kobo, to_kobo) select id, 0, 1 from public.orders`,
      'update public.orders set delivery_fee_kobo = 0',
      'select public.usual_place(gen_random_uuid())',
    ]
    for (const who of everyone)
      for (const sql of writes) expect([who, sql, (await as(who, sql)).errorCode]).toEqual([who, sql, '42501'])
  })
})

describe('the database', () => {
  test('has the same local governments', async () => {
    const { rows } = await db.owner.query<{ state: string; names: string[] }>(
      'select state, array_agg(name order by name collate "C") as names from public.local_governments group by state',
    )
    expect(Object.fromEntries(rows.map(({ state, names }) => [state, names]))).toEqual(
      Object.fromEntries(NIGERIAN_STATES.map((state) => [state, [...localGovernments(state)].sort()])),
    )
  })

  test.each([
    [
      `insert into public.pickup_points (name, state, lga, street) values ('Far hub', 'Kano', 'Surulere', '1 Zoo Road')`,
      'local_government_of_its_state',
    ],
    [
      `insert into public.delivery_zones (name, state, lgas, fee_kobo) values ('Odd', 'Kano', '{Surulere}', 1)`,
      'local governments of its own state',
    ],
    [
      `insert into public.pickup_points (name, state, lga, street, opening_hours) values ('Odd', 'Kano', 'Dala', '1 Zoo Road', '[{"day": 8, "opens": "08:00", "closes": "09:00"}]')`,
      'hours_can_be_read',
    ],
    [
      `insert into public.pickup_points (name, state, lga, street, opening_hours) values ('Odd', 'Kano', 'Dala', '1 Zoo Road', '[7]')`,
      'hours_can_be_read',
    ],
    [
      `insert into public.pickup_points (name, state, lga, street) values (' yaba HUB', 'Lagos', 'Ikeja', '1 Allen Avenue')`,
      'open_pickup_points_have_names',
    ],
    [`update public.pickup_points set closed_at = now()`, 'closed_for_a_reason'],
    [`update public.addresses set phone = '08031234567'`, 'addresses_phone_check'],
    [`update public.measures set kg_per_unit = most_kg + 1`, 'within_its_bounds'],
  ])('rejects %s', async (sql, why) => {
    await expect(db.owner.query(sql)).rejects.toThrow(why)
  })

  test('stores at most ten addresses of a person, also concurrently', async () => {
    const add = () =>
      db.owner.query(
        `insert into public.addresses (user_id, label, recipient, phone, street, state, lga) values ($1, 'Home', 'Ada', '+2348031234567', '12 Bode Thomas', 'Lagos', 'Epe')`,
        [cast.other],
      )
    const all = await Promise.allSettled(Array.from({ length: 14 }, add))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  test('computes the same weight of a unit as the domain, and limits a vendor’s own weight', async () => {
    const { rows: measures } = await db.owner.query<Measure>(
      'select unit, food, kg_per_unit::float8, least_kg::float8, most_kg::float8, is_equivalent from public.measures',
    )
    for (const unit of ['bag', 'Derica', 'mudu', 'tuber', 'keg', ' paint ', 'basket'])
      for (const name of [
        'Ofada rice',
        'Honey beans',
        'Palm oil',
        'Rice-beans mix',
        'Garri Ijebu',
        'Price of pepper',
        'Tomatoes',
        'Égusi',
        'EGUSI seed',
        'Rice, 25 kg',
        'Beans 500kg',
        'Garri, 0.5 KG',
      ])
        for (const category of ['grains', 'oil', 'vegetables']) {
          const { rows } = await db.owner.query<{ kg: number | null }>(
            'select public.measured_kg($1, $2, $3)::float8 as kg',
            [unit, name, category],
          )
          expect([unit, name, category, rows[0]?.kg ?? null]).toEqual([
            unit,
            name,
            category,
            kgPerUnit({ unit, name, category }, measures),
          ])
        }
    const weigh = (kg: number) => db.owner.query(`update public.products set unit = 'bag', kg_per_unit = $1`, [kg])
    await expect(weigh(500)).rejects.toThrow('One bag weighs between 2 and 120 kg')
    await weigh(45)
  })
})
