import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange } from '../setup/as-person.ts'

// The last checks behind the commands of an order: what they reject without the commands' checks, and their locks.

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await db.owner.query(
    `update public.products set max_quantity = 100, available_quantity = 10000, kg_per_unit = 50, stockpile_allowed = true where vendor_id = $1`,
    [cast.ids.vendorId],
  )
  await allowStockpiling(true)
})
afterAll(() => db.drop())

const allowStockpiling = (isConfirmed: boolean) =>
  db.owner.query(
    `update public.products set stockpile_confirmed_at = case when $2 then now() end, stockpile_confirmed_by = case when $2 then $3::uuid end where vendor_id = $1`,
    [cast.ids.vendorId, isConfirmed, cast.coordinator],
  )

let buyId = ''
beforeEach(async () => {
  buyId = await openBuy()
})

async function openBuy(): Promise<string> {
  const { rows } = await queryWithCause(
    db.owner,
    'vendor',
    `insert into public.group_buys (product_id, vendor_id, status, target_quantity, end_date) select id, vendor_id, 'active', 50, now() + interval '9 days'
     from public.products where id = $1 returning id`,
    [cast.ids.productId],
  )
  return rows[0].id
}

const JOIN = `insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price)
  values ($1, $2, $3, 1, 50000, 50000, 50000) returning id`
const joining = (person: string, buy = buyId) => [buy, person, cast.ids.vendorId]
const join = async (person: string): Promise<string> =>
  (await queryWithCause(db.owner, 'buyer', JOIN, joining(person))).rows[0].id
const change = (id: string, cause: string, set: string) =>
  queryWithCause(db.owner, cause, `update public.orders set ${set} where id = $1`, [id])

async function newPerson(): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into auth.users (id, email, email_confirmed_at) select id, id || '@market.test', now() from gen_random_uuid() id returning id`,
  )
  return rows[0]?.id ?? ''
}

async function hub(capacityKg = 1000): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into public.pickup_points (name, state, lga, street, stockpile_capacity_kg) values ('Hall ' || gen_random_uuid(), 'Lagos', 'Kosofe', '12 Ikorodu Road', $1) returning id`,
    [capacityKg],
  )
  return rows[0]?.id ?? ''
}

interface Statement {
  cause: string
  sql: string
  values: unknown[]
}

/** Runs the second statement before the first commits; it blocks until then. */
async function afterWaiting(first: Statement, second: Statement): Promise<unknown> {
  const [one, two] = [await db.owner.connect(), await db.owner.connect()]
  const begin = async (client: pg.PoolClient, { cause, sql, values }: Statement) => {
    await client.query('begin')
    await client.query('select public.caused_by($1)', [cause])
    return client.query(sql, values)
  }
  try {
    await begin(one, first)
    const { rows } = await two.query<{ pid: number }>('select pg_backend_pid() as pid')
    const waiter = begin(two, second).then(() => two.query('commit'))
    waiter.catch(() => undefined)
    await expect
      .poll(async () => {
        const { rowCount } = await db.owner.query(
          `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
          [rows[0]?.pid],
        )
        return rowCount
      })
      .toBe(1)
    await one.query('commit')
    return await waiter
  } finally {
    for (const client of [one, two]) {
      await client.query('rollback')
      client.release()
    }
  }
}

describe('new orders', () => {
  test('are rejected for the shop’s owner and staff', async () => {
    await db.owner.query(
      `insert into public.memberships (person_id, vendor_id, duty) values ($1, $2, 'hand-over') on conflict do nothing`,
      [cast.other, cast.ids.vendorId],
    )
    for (const person of [cast.vendor, cast.other])
      await expect(join(person)).rejects.toMatchObject({ code: 'PT403', message: 'You cannot buy from your own shop.' })
    await db.owner.query('update public.memberships set ended_at = now() where person_id = $1', [cast.other])
    await join(cast.other)
  })

  test('of one person are serialised across buys, and their promises limited together', async () => {
    const person = await newPerson()
    for (const buy of await Promise.all(Array.from({ length: 4 }, openBuy)))
      await queryWithCause(db.owner, 'buyer', JOIN, joining(person, buy))
    const [fifth, sixth] = [await openBuy(), await openBuy()]
    const requested = (buy: string) => ({ cause: 'buyer', sql: JOIN, values: joining(person, buy) })
    await expect(afterWaiting(requested(fifth), requested(sixth))).rejects.toThrow('Too many orders are unpaid')
  })

  test('are serialised with other changes of their buy, and then count its people', async () => {
    const person = await newPerson()
    const id = await join(person)
    await change(id, 'gateway', `status = 'paid', paid_at = now()`)
    await afterWaiting(
      { cause: 'buyer', sql: `update public.orders set status = 'refunding' where id = $1`, values: [id] },
      { cause: 'buyer', sql: JOIN, values: joining(person) },
    )
    const { rows } = await db.owner.query(
      'select current_participants, paid_participants, current_quantity from public.group_buys where id = $1',
      [buyId],
    )
    expect(rows).toEqual([{ current_participants: 1, paid_participants: 0, current_quantity: 1 }])
  })
})

test('an order that grows is limited like a new one, and may always shrink', async () => {
  const id = await join(await newPerson())
  const units = (quantity: number, due = 0) =>
    change(id, 'buyer', `quantity = ${quantity}, total_amount = 50000 * ${quantity}, amount_due_kobo = ${due}`)
  await expect(units(26)).rejects.toThrow('New accounts hold enough of this group buy unpaid')
  await expect(units(2, 50_000_001)).rejects.toThrow('Too much is unpaid')
  await units(25, 50_000_000)
  await db.owner.query(`update public.settings set value = '1' where key = 'unpaid_new_naira'`)
  await units(24, 49_000_000)
  await db.owner.query(`update public.settings set value = '500000' where key = 'unpaid_new_naira'`)
})

test('a person with two paid orders counts as one paid participant', async () => {
  const person = await newPerson()
  const first = await join(person)
  await change(first, 'gateway', `status = 'paid', paid_at = now()`)
  await change(await join(person), 'gateway', `status = 'paid', paid_at = now()`)
  const people = async () =>
    (await db.owner.query('select paid_participants from public.group_buys where id = $1', [buyId])).rows[0]
  expect(await people()).toEqual({ paid_participants: 1 })
  await change(first, 'buyer', `status = 'refunding'`)
  expect(await people()).toEqual({ paid_participants: 1 })
  expect((await auditMarket(db.owner)).filter(({ rule }) => rule.startsWith('L14'))).toEqual([])
})

describe('where an order goes', () => {
  const stockpiled = (place: string) => `fulfilment = 'stockpile', pickup_point_id = '${place}'`

  test('can be changed by its buyer until the order has ended', async () => {
    const [id, place] = [await join(await newPerson()), await hub()]
    await change(id, 'buyer', `pickup_point_id = '${place}'`)
    await change(id, 'buyer', `status = 'cancelled'`)
    await expect(change(id, 'buyer', 'pickup_point_id = null')).rejects.toThrow(
      'Where this order goes can no longer be changed.',
    )
    await change(id, 'operator', 'pickup_point_id = null')
  })

  test('cannot be a stockpile for perishable goods or an unknown weight', async () => {
    const [id, place] = [await join(await newPerson()), await hub()]
    await allowStockpiling(false)
    await expect(change(id, 'buyer', stockpiled(place))).rejects.toThrow('Only goods that keep')
    await allowStockpiling(true)
    const weigh = (kg: number | null) =>
      db.owner.query('update public.order_lines set kg_per_unit = $2 where order_id = $1', [id, kg])
    await weigh(null)
    await expect(change(id, 'buyer', stockpiled(place))).rejects.toThrow('whose weight is known')
    await weigh(50)
    await change(id, 'buyer', stockpiled(place))
    // Accepted goods stay stockpiled, also with additions.
    await allowStockpiling(false)
    await change(id, 'buyer', 'quantity = 2, total_amount = 100000')
    await allowStockpiling(true)
  })

  test('can be a stockpile only while there is room, also for additions', async () => {
    const [id, place] = [await join(await newPerson()), await hub(120)]
    await change(id, 'buyer', stockpiled(place))
    await change(id, 'buyer', 'quantity = 2, total_amount = 100000')
    await expect(change(id, 'buyer', 'quantity = 3, total_amount = 150000')).rejects.toThrow('There is no room left')
  })

  test('cannot be a stockpile that a concurrent order fills', async () => {
    const [one, two, place] = [await join(await newPerson()), await join(await newPerson()), await hub(60)]
    const stored = (id: string) => ({
      cause: 'buyer',
      sql: `update public.orders set ${stockpiled(place)} where id = $1`,
      values: [id],
    })
    await expect(afterWaiting(stored(one), stored(two))).rejects.toThrow(
      'There is no room left at this place for so much.',
    )
  })

  test('cannot be a place or zone that is being closed', async () => {
    const [id, place] = [await join(await newPerson()), await hub()]
    const to = (set: string) => ({
      cause: 'buyer',
      sql: `update public.orders set ${set} where id = $1`,
      values: [id],
    })
    await expect(
      afterWaiting(
        {
          cause: 'operator',
          sql: `update public.pickup_points set closed_at = now(), closed_reason = 'Sold to a bank' where id = $1`,
          values: [place],
        },
        to(`pickup_point_id = '${place}'`),
      ),
    ).rejects.toThrow('This order cannot be collected at that place.')
    const zone = await openZone(id)
    await expect(
      afterWaiting(
        {
          cause: 'operator',
          sql: `update public.delivery_zones set closed_at = now(), closed_reason = 'No riders left' where id = $1`,
          values: [zone],
        },
        to(`fulfilment = 'delivery', pickup_point_id = null, delivery_zone_id = '${zone}'`),
      ),
    ).rejects.toThrow('This order cannot be delivered to that address.')
  })

  test('must be an address within its zone', async () => {
    const id = await join(await newPerson())
    const zone = await openZone(id)
    const deliver = () =>
      change(id, 'buyer', `fulfilment = 'delivery', pickup_point_id = null, delivery_zone_id = '${zone}'`)
    await db.owner.query(`update public.order_addresses set lga = 'Epe' where order_id = $1`, [id])
    await expect(deliver()).rejects.toThrow('This order cannot be delivered to that address.')
    await db.owner.query(`update public.order_addresses set lga = 'Ikeja' where order_id = $1`, [id])
    await expect(
      change(id, 'buyer', `fulfilment = 'delivery', delivery_zone_id = '${zone}', delivered_by = 'vendor'`),
    ).rejects.toThrow('This order cannot be delivered to that address.')
    await deliver()
  })

  /** The market's zone in Ikeja; the order's address lies in it. */
  async function openZone(order: string): Promise<string> {
    await db.owner.query(
      `insert into public.order_addresses (order_id, recipient, phone, street, state, lga) values ($1, 'Ada Obi', '+2348031234567', '12 Allen Avenue', 'Lagos', 'Ikeja')`,
      [order],
    )
    const { rows } = await db.owner.query<{ id: string }>(
      `insert into public.delivery_zones (name, state, lgas, fee_kobo) values ('Ikeja ' || gen_random_uuid(), 'Lagos', '{Ikeja}', 0) returning id`,
    )
    return rows[0]?.id ?? ''
  }
})
