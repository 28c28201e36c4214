import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'
import { settleOrder } from '../setup/settle-order.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
let rider: string
let hubStaff: string
let runId: string
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const step = await settleOrder(db.owner, cast.ids.orderId)
  await db.owner.query(
    `insert into public.order_addresses (order_id, recipient, phone, street, landmark, state, lga)
     values ($1, 'Person customer', '+2348031234567', '12 Bode Thomas Street', 'Yellow gate', 'Lagos', 'Surulere')`,
    [cast.ids.orderId],
  )
  await step('vendor', `fulfilment = 'delivery', pickup_point_id = null`)
  await step('vendor', `status = 'ready', ready_at = now()`)
  const one = async (sql: string, values: unknown[] = []) => String((await db.owner.query(sql, values)).rows[0].id)
  const hub = await one(
    `insert into public.pickup_points (name, state, lga, street) values ('Yaba hub', 'Lagos', 'Lagos Mainland', '4 Macaulay Way') returning id`,
  )
  const member = async (name: string, duty: string) => {
    const id = crypto.randomUUID()
    await db.owner.query(`insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())`, [
      id,
      `${name}@rights.test`,
    ])
    await db.owner.query(`insert into public.memberships (person_id, pickup_point_id, duty) values ($1, $2, $3)`, [
      id,
      hub,
      duty,
    ])
    return id
  }
  rider = await member('rider', 'delivery')
  hubStaff = await member('staff', 'hand-over')
  await member('another', 'delivery')
  runId = await one(
    `insert into public.delivery_runs (pickup_point_id, rider_id, window_from, window_until) values ($1, $2, now(), now() + interval '3 hours') returning id`,
    [hub, rider],
  )
  await db.owner.query(`insert into public.delivery_stops (run_id, order_id, position) values ($1, $2, 1)`, [
    runId,
    cast.ids.orderId,
  ])
})
afterAll(() => db.drop())

const everybody = async (): Promise<[string, string | null][]> => {
  const another = (await db.owner.query(`select id from auth.users where email = 'another@rights.test'`)).rows[0].id
  const roles = Object.entries(cast).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return [...roles, ['rider', rider], ['staff', hubStaff], ['another', another], ['visitor', null]]
}

test('only commands write runs and stops and call their helper functions', async () => {
  for (const [name, person] of await everybody()) {
    for (const sql of [
      `update public.delivery_runs set rider_id = auth.uid()`,
      `insert into public.delivery_runs (rider_id, window_from, window_until) values (auth.uid(), now(), now())`,
      `update public.delivery_stops set status = 'delivered'`,
      'delete from public.delivery_stops',
      'select id from public.delivery_runs',
      'select note from public.delivery_stops',
      'select photo from public.delivery_stops',
      `select public.may_be_sent('${cast.ids.orderId}', null, null)`,
    ])
      expect([name, sql, (await asPerson(db, person, sql)).errorCode]).toEqual([name, sql, '42501'])
  }
})

test('planners and the rider read the run, only the rider the address, and the parties of the order the outcome', async () => {
  const seen = { runs: [] as string[], doors: [] as string[], stops: [] as string[] }
  for (const [name, person] of await everybody()) {
    if ((await asPerson(db, person, 'select id from public.visible_runs')).count > 0) seen.runs.push(name)
    const doors = await asPerson(
      db,
      person,
      'select id from public.visible_stops where coalesce(street, phone, recipient, landmark) is not null',
    )
    if (doors.count > 0) seen.doors.push(name)
    if ((await asPerson(db, person, 'select id from public.order_stops')).count > 0) seen.stops.push(name)
    const direct = await asPerson(db, person, 'select street from public.order_addresses')
    if (direct.count > 0) expect(['customer']).toContain(name)
  }
  expect(seen.runs.sort()).toEqual(['manager', 'rider', 'staff'])
  expect(seen.doors).toEqual(['rider'])
  expect(seen.stops.sort()).toEqual(['chief', 'coordinator', 'customer', 'manager', 'vendor'])
})

test('planners read the orders to be sent, without addresses', async () => {
  await db.owner.query(`update public.delivery_stops set status = 'removed', ended_at = now()`)
  const planners: string[] = []
  for (const [name, person] of await everybody()) {
    const { rows, count } = await asPerson(db, person, 'select to_jsonb(t)::text as row from public.orders_to_send t')
    if (count > 0) planners.push(name)
    expect(JSON.stringify(rows)).not.toMatch(/Bode Thomas|8031234567/)
  }
  expect(planners.sort()).toEqual(['manager', 'staff'])
  // The run ends with its last stop, and cannot be reopened.
  const { rows } = await db.owner.query('select status from public.delivery_runs where id = $1', [runId])
  expect(rows).toEqual([{ status: 'ended' }])
  for (const sql of [
    `update public.delivery_runs set status = 'out', ended_at = null, started_at = now()`,
    `update public.delivery_stops set status = 'open', ended_at = null`,
  ])
    await expect(db.owner.query(sql)).rejects.toThrow('does not change any more')
})
