import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { makeReady } from '#server/testing/goods/hand-over.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
let vendorId: string
let ownerId: string
let buyer: string
let orderId: string
let handOverId: string
let chief: string
let coordinator: string
beforeAll(async () => {
  market = await openTestMarket()
  const made = await paidBuys(market).settled(5)
  vendorId = made.vendorId
  ownerId = made.ownerId
  chief = await market.person({ role: 'chief' })
  coordinator = await market.person({ role: 'coordinator' })
  const [one] = made.orders
  if (!one) throw new Error('No order')
  buyer = one.buyer
  orderId = one.orderId
  handOverId = await makeReady(market, orderId)
})
afterAll(async () => {
  expect(await auditFaults(market)).toEqual([])
  await market.close()
})

const emailOf = async (person: string) =>
  (await market.row<{ email: string }>('select rights.email_of($1) as email', [person])).email
const invite = (contact: string, as = ownerId, pickup_point_id: string | null = null, duty = 'hand-over') =>
  market.call('invite-staff', { pickup_point_id, duty, contact }, { as })
const accept = (invitation_id: string, as: string) => market.call('accept-invitation', { invitation_id }, { as })
const end = (id: string, as: string) => market.call('end-membership', { id }, { as })
const expected = async (person: string | null) =>
  (await asPerson(market.db, person, 'select id, lines from public.expected_hand_overs')).rows
async function place(facts: { vendor?: string } = {}): Promise<string> {
  const { id } = await market.row<{ id: string }>(
    `insert into public.pickup_points (name, state, lga, street, vendor_id) values ('Ketu hub ' || gen_random_uuid(), 'Lagos', 'Kosofe', '12 Ikorodu Road', $1) returning id`,
    [facts.vendor ?? null],
  )
  return id
}

describe('an invitation', () => {
  test('can be accepted by the user with that confirmed address, who may then hand over at once', async () => {
    const [helper, other] = [await market.person(), await market.person()]
    const { body } = await invite((await emailOf(helper)).toUpperCase())
    expect((await accept(body.invitation_id, other)).status).toBe(404)
    expect(await expected(helper)).toEqual([])
    expect((await asPerson(market.db, helper, 'select id, place_name from public.own_invitations')).rows).toEqual([
      { id: body.invitation_id, place_name: 'Bola Foods' },
    ])
    expect((await accept(body.invitation_id, helper)).status).toBe(200)
    expect(await expected(helper)).toMatchObject([{ id: handOverId }])
    expect((await accept(body.invitation_id, helper)).status).toBe(404)
    expect((await invite(await emailOf(helper))).body.code).toBe('member_already')
  })

  test('by phone number can be accepted by the user who confirmed it', async () => {
    const helper = await market.person()
    await market.db.owner.query(
      `update auth.users set phone = '2348035550123', phone_confirmed_at = null where id = $1`,
      [helper],
    )
    const { body } = await invite('0803 555 0123')
    expect((await invite('+234 803 555 0123')).body.code).toBe('invited_already')
    expect((await accept(body.invitation_id, helper)).status).toBe(404)
    await market.db.owner.query('update auth.users set phone_confirmed_at = now() where id = $1', [helper])
    expect((await accept(body.invitation_id, helper)).status).toBe(200)
  })

  test('that has expired, was withdrawn or has no valid contact cannot be accepted', async () => {
    const helper = await market.person()
    expect((await invite('not an address')).status).toBe(400)
    const { body } = await invite(await emailOf(helper))
    await market.db.owner.query(
      `update public.staff_invitations set created_at = now() - interval '15 days' where id = $1`,
      [body.invitation_id],
    )
    expect((await accept(body.invitation_id, helper)).status).toBe(404)
    expect((await end(body.invitation_id, chief)).status).toBe(404)
    expect((await end(body.invitation_id, ownerId)).status).toBe(200)
    const anew = await invite(await emailOf(helper))
    expect((await end(anew.body.invitation_id, ownerId)).status).toBe(200)
    expect((await accept(anew.body.invitation_id, helper)).status).toBe(404)
  })

  test('can be sent by a vendor for their own shop, and by coordinators and administrators for a place', async () => {
    const [hub, own] = [await place(), await place({ vendor: vendorId })]
    const helper = await market.person()
    const email = await emailOf(helper)
    expect((await invite(email, buyer)).status).toBe(400)
    expect((await invite(email, ownerId, hub)).status).toBe(404)
    expect((await invite(email, coordinator, own)).status).toBe(404)
    const { body } = await invite(email, coordinator, hub)
    expect((await accept(body.invitation_id, helper)).status).toBe(200)
    expect(await expected(helper)).toEqual([])
    await market.db.owner.query('update public.orders set pickup_point_id = $2 where id = $1', [orderId, hub])
    expect(await expected(helper)).toMatchObject([{ id: handOverId }])
    // At the hub its staff hand over, not the shop.
    expect(await expected(ownerId)).toEqual([])
    await market.db.owner.query('update public.orders set pickup_point_id = null where id = $1', [orderId])
  })
})

describe('a membership', () => {
  async function member(): Promise<{ helper: string; membershipId: string }> {
    const helper = await market.person()
    const { body } = await invite(await emailOf(helper))
    return { helper, membershipId: (await accept(body.invitation_id, helper)).body.membership_id }
  }

  test('gives access to names and goods, but not to amounts', async () => {
    const { helper } = await member()
    const [row] = (await asPerson(market.db, helper, 'select * from public.expected_hand_overs')).rows
    expect(Object.keys(row ?? {}).filter((column) => /kobo|price|amount|paid|fee/.test(column))).toEqual([])
    const [line] = (row?.lines ?? []) as object[]
    expect(Object.keys(line ?? {}).sort()).toEqual(['line_id', 'name', 'quantity', 'unit', 'waits', 'weigh'])
    for (const table of [
      'orders',
      'order_lines',
      'payouts',
      'bank_accounts',
      'shop_balances',
      'hand_overs',
      'documents',
      'partial_refunds',
      'hand_over_overrides',
      'staff_invitations',
    ]) {
      const { rows, errorCode: refused } = await asPerson(market.db, helper, `select * from public.${table} limit 1`)
      expect([table, rows.length, refused === null || refused === '42501']).toEqual([table, 0, true])
    }
  })

  test('can be ended by its granter or its member, with effect also for open scanner pages', async () => {
    const [one, two] = [await member(), await member()]
    expect((await end(one.membershipId, buyer)).status).toBe(404)
    expect((await end(one.membershipId, ownerId)).status).toBe(200)
    expect((await end(two.membershipId, two.helper)).status).toBe(200)
    for (const { helper } of [one, two]) {
      expect(await expected(helper)).toEqual([])
      const tried = await market.call(
        'hand-over',
        { hand_over_id: handOverId, code: '123456', lines: null },
        { as: helper },
      )
      expect(tried.status).toBe(404)
    }
  })

  test('allows packing and weighing in until it ends or the owner loses the role, in tables and commands', async () => {
    const made = await paidBuys(market).settled(5)
    const own = await place({ vendor: made.vendorId })
    await market.db.owner.query('update public.orders set pickup_point_id = $2 where group_buy_id = $1', [
      made.buyId,
      own,
    ])
    const [helper, atPlace, ended] = [await market.person(), await market.person(), await market.person()]
    await market.db.owner.query(
      `insert into public.memberships (person_id, vendor_id, pickup_point_id, duty) values ($1, $4, null, 'hand-over'), ($2, null, $5, 'hand-over'), ($3, $4, null, 'hand-over')`,
      [helper, atPlace, ended, made.vendorId, own],
    )
    const views = ['packing_lines', 'packing_batches', 'expected_deliveries']
    const seen = async (person: string) => {
      const counts: number[] = []
      for (const view of views) counts.push((await asPerson(market.db, person, `select 1 from public.${view}`)).count)
      return counts.map((count) => count > 0)
    }
    const first = made.orders[0]?.orderId ?? ''
    const acts = async (person: string) => {
      const load = { pickup_point_id: own, group_buy_id: made.buyId, order_id: null, product_id: made.productId }
      const missing = { group_buy_id: made.buyId, line_id: null, pickup_point_id: null, kind: 'short', missing: '1' }
      const bodies = {
        'pack-order': { order_id: first, line_id: null, packed: true },
        'mark-ready': { group_buy_id: made.buyId, order_id: null, orders: 5 },
        'weigh-in': { ...load, part: 1, units: 5, kilograms: '250', photo: null, shelf: '', note: '' },
        'enter-shortfall': { ...missing, reason: 'It fell off', photo: null, entered_before: 0 },
      } as const
      const statuses: number[] = []
      for (const [name, body] of Object.entries(bodies))
        statuses.push((await market.call(name as keyof typeof bodies, body, { as: person })).status)
      return statuses
    }
    expect([await seen(helper), await seen(atPlace)]).toEqual([
      [true, true, true],
      [false, false, true],
    ])
    await market.db.owner.query('update public.memberships set ended_at = now() where person_id = $1', [ended])
    expect([await seen(ended), await acts(ended)]).toEqual([
      [false, false, false],
      [404, 404, 404, 404],
    ])
    await market.db.owner.query(`update public.profiles set role = 'customer' where id = $1`, [made.ownerId])
    for (const person of [helper, atPlace, made.ownerId])
      expect([await seen(person), await acts(person)]).toEqual([
        [false, false, false],
        [404, 404, 404, 404],
      ])
  })

  test('of a shop ends with the role of its owner, and so do the owner’s rights at every table', async () => {
    const { helper } = await member()
    const own = await place({ vendor: vendorId })
    const atPlace = await market.person()
    await market.db.owner.query(
      `insert into public.memberships (person_id, pickup_point_id, duty) values ($1, $2, 'hand-over')`,
      [atPlace, own],
    )
    await market.db.owner.query('update public.orders set pickup_point_id = $2 where id = $1', [orderId, own])
    expect(
      [await expected(helper), await expected(atPlace), await expected(ownerId)].map(({ length }) => length),
    ).toEqual([1, 1, 1])
    await market.db.owner.query(`update public.profiles set role = 'customer' where id = $1`, [ownerId])
    for (const person of [helper, atPlace, ownerId]) expect(await expected(person)).toEqual([])
    const served = `select (select count(*) from rights.served_place_ids()) + (select count(*) from rights.served_vendor_ids()) as n`
    for (const person of [helper, atPlace, ownerId])
      expect((await asPerson(market.db, person, served)).rows).toEqual([{ n: 0n }])
    const changed: string[] = []
    const { rows: tables } = await market.db.owner.query<{ name: string }>(
      `select distinct c.table_name as name from information_schema.columns c where c.table_schema = 'public' and c.column_name in ('vendor_id', 'order_id')`,
    )
    for (const { name } of tables) {
      const column = await market.row<{ of_shop: boolean }>(
        `select exists (select from information_schema.columns where table_schema = 'public' and table_name = $1 and column_name = 'vendor_id') as of_shop`,
        [name],
      )
      const where = column.of_shop
        ? 'vendor_id = $1'
        : 'order_id in (select id from public.orders where vendor_id = $1)'
      const { count } = await asPerson(market.db, ownerId, `select 1 from public.${name} where ${where} limit 1`, [
        vendorId,
      ])
      if (count > 0) changed.push(name)
    }
    const { rows: open } = await market.db.owner.query<{ name: string }>(
      `select unnest(array['group_buys', 'products', 'vendor_metrics']) as name`,
    )
    // The tables that anonymous visitors can read, and the reason why the shop was closed.
    const anybody = new Set([...open.map(({ name }) => name), 'vendor_details', 'memberships', 'pickup_points'])
    expect(changed.filter((name) => !anybody.has(name))).toEqual([])
    await market.db.owner.query(`update public.orders set pickup_point_id = null where id = $1`, [orderId])
  })
})
