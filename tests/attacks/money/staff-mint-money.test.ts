import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditStaff } from '#database/audit/staff.ts'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { makeUncollected, stockpileAt } from '#server/testing/goods/holding.ts'
import { createAddress, createHub } from '#server/testing/goods/places.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { bankEntry } from '#server/testing/money/amounts.ts'
import { auditFaults, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
let place: string
let manager: string
let coordinator: string
let second: string
const orders: { orderId: string; buyer: string }[] = []
beforeAll(async () => {
  market = await openTestMarket()
  place = await createHub(market)
  manager = await market.manager('Lagos')
  coordinator = await market.person({ role: 'coordinator' })
  second = await market.person({ role: 'coordinator' })
  const made = await paidBuys(market).settled(12, { quantity: 4 })
  await market.db.owner.query(`update public.products set category = 'grains'`)
  for (const one of made.orders) await stockpileAt(market, one.orderId, place)
  orders.push(...made.orders)
})
afterAll(() => market.close())

/** Four bags, ₦295,200 with the fee, whose buyer agrees to a sale. */
async function left() {
  const one = orders.pop()
  if (!one) throw new Error('No order is left')
  const handOverId = await makeUncollected(market, one.orderId)
  await market.call(
    'choose-uncollected-outcome',
    { order_id: one.orderId, preferred_outcome: 'resale' },
    { as: one.buyer },
  )
  return { ...one, handOverId }
}
type Left = Awaited<ReturnType<typeof left>>
const WORTH = 29_520_000

const sell = (one: Left, proceeds_kobo: number, { as = manager, ...more }: Record<string, unknown> = {}) =>
  market.call(
    'decide-uncollected',
    {
      order_id: one.orderId,
      hand_over_id: one.handOverId,
      decision: 'resale',
      proceeds_kobo,
      money_at: 'bank',
      bank_entry: bankEntry(),
      reason: 'Sold to a canteen next door',
      ...more,
    },
    { as: as as string },
  )
const waitingOf = async (one: Left) =>
  (await market.row<{ id: string; because: string[] }>(
    `select id, approval_reasons as because from public.typed_amounts where subject_id = $1 and status = 'waiting'`,
    [one.orderId],
  )) ?? { id: '', because: [] }
const agree = (amount_id: string, as: string, isAgreed = true) =>
  market.call('decide-amount', { amount_id, agree: isAgreed, note: 'I saw the statement' }, { as })
const peps = (person: string) => readBalanceKobo(market, 'peps', person)
const sums = async () => [await readBalanceKobo(market, 'bank'), await readBalanceKobo(market, 'handling')]

test('four bags of rice cannot be sold for ₦900 million, even by two people', async () => {
  const one = await left()
  const before = await sums()
  for (const as of [manager, coordinator, await market.person({ role: 'chief' })]) {
    const refused = await sell(one, 89_972_378_300, { as })
    expect([refused.status, refused.body.code]).toEqual([400, 'amount_out_of_bounds'])
    expect(refused.body.errors.proceeds_kobo).toContain('At most ₦590,400')
  }
  expect((await waitingOf(one)).id).toBe('')
  expect([await peps(one.buyer), await sums()]).toEqual([0n, before])
})

test('₦100 for goods of ₦295,200 waits for a second person, and so does a sum far above their price', async () => {
  for (const kobo of [10_000, WORTH / 2 - 1, WORTH * 1.2 + 1, WORTH * 2]) {
    const one = await left()
    const before = await sums()
    expect((await sell(one, kobo)).body).toEqual({ order_id: one.orderId, returned_kobo: 0, is_waiting: true })
    expect((await waitingOf(one)).because).toContain('unusual')
    expect([await peps(one.buyer), await sums()]).toEqual([0n, before])
    // It cannot be entered again meanwhile, with another amount, by another person.
    expect((await sell(one, WORTH, { as: coordinator })).body.code).toBe('amount_waits')
    orders.push(one)
    expect((await agree((await waitingOf(one)).id, coordinator, false)).body.status).toBe('refused')
    expect([await peps(one.buyer), await sums()]).toEqual([0n, before])
  }
})

test('a usual sum above the limit needs a second person; not the same one, the household, a lower role or another state', async () => {
  const one = await left()
  expect((await sell(one, WORTH, { as: coordinator })).body.is_waiting).toBe(true)
  const { id, because } = await waitingOf(one)
  expect(because).toEqual(['act_limit', 'day_limit'])
  const spouse = await market.person({ role: 'coordinator' })
  for (const person of [coordinator, spouse])
    await createAddress(market, person, { street: '7 Marina Road', phone: '+2348039990001' })
  for (const as of [coordinator, spouse]) expect((await agree(id, as)).body.code).toBe('own_case')
  for (const as of [manager, await market.manager('Kano')])
    expect((await agree(id, as)).body.code).toBe('amount_needs_another')
  expect((await agree(id, one.buyer)).body.code).toBe('own_case')
  expect((await agree(id, await market.person())).body.code).toBe('not_found')
  const tries = await Promise.all([1, 2, 3].map(() => agree(id, second)))
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await auditFaults(market)).toEqual([])
})

test('staff cannot raise their own limit, or approve through an account that they have just made staff', async () => {
  const chief = await market.person({ role: 'chief' })
  const plan = { key: 'amount_limit_act_naira', value: 1_000_000, effective_from: null, note: '', confirm: null }
  expect((await market.call('plan-setting', plan, { as: chief })).status).toBe(200)
  const one = await left()
  expect((await sell(one, WORTH, { as: chief })).body.is_waiting).toBe(true)
  const { id } = await waitingOf(one)
  const puppet = await market.person()
  const made = await market.call(
    'set-role',
    { user_id: puppet, role: 'chief', accept_consequences: true },
    { as: chief },
  )
  expect(made.status).toBe(200)
  expect((await agree(id, puppet)).body.code).toBe('amount_needs_another')
  await expect(
    market.db.owner.query(
      `update public.typed_amounts set status = 'done', decided_by = $2, decided_at = now() where id = $1`,
      [id, puppet],
    ),
  ).rejects.toThrow('Another person')
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.audit_log set at = now() - interval '8 days' where subject_id = '${puppet}'`),
  )
  expect((await agree(id, puppet)).status).toBe(200)
})

test('an expired approval is rejected, and the sale can be entered again', async () => {
  const one = await left()
  await sell(one, WORTH)
  const { id } = await waitingOf(one)
  await market.db.owner.query('alter table public.typed_amounts disable trigger guard_typed_amount')
  await market.db.owner.query('update public.typed_amounts set expires_at = now() where id = $1', [id])
  await market.db.owner.query('alter table public.typed_amounts enable trigger guard_typed_amount')
  expect((await agree(id, coordinator)).body.code).toBe('amount_over')
  expect((await sell(one, WORTH)).body.is_waiting).toBe(true)
  expect((await waitingOf(one)).id).not.toBe(id)
})

describe('cash', () => {
  test('taken by a hub is owed by it until a person outside the hub confirms the deposit, once', async () => {
    const one = await left()
    expect((await sell(one, WORTH, { money_at: 'place', bank_entry: null })).body.is_waiting).toBe(true)
    expect((await agree((await waitingOf(one)).id, coordinator)).status).toBe(200)
    const owed = async () => -(await readBalanceKobo(market, 'place_cash', place))
    expect(await owed()).toBe(BigInt(WORTH))
    const helper = await market.person({ role: 'coordinator' })
    await market.db.owner.query(
      `insert into public.memberships (person_id, pickup_point_id, duty) values ($1, $2, 'hand-over')`,
      [helper, place],
    )
    const entry = bankEntry()
    const bank = (as: string, amount_kobo: number, bank_entry = entry) =>
      market.call('record-bank-deposit', { pickup_point_id: place, amount_kobo, bank_entry }, { as })
    expect((await bank(helper, 100)).body.code).toBe('own_case')
    expect((await bank(await market.manager('Kano'), 100)).body.code).toBe('not_found')
    expect((await bank(second, WORTH + 1)).body.code).toBe('amount_out_of_bounds')
    expect((await bank(second, 1_500_000)).body.is_waiting).toBe(false)
    expect((await bank(second, 1_500_000, ` ${entry.toLowerCase()}`)).body.code).toBe('bank_entry_used')
    expect(await owed()).toBe(BigInt(WORTH - 1_500_000))
    expect(await auditFaults(market)).toEqual([])
  })

  test('has a location, and a bank entry pays for one sale', async () => {
    const [one, other] = [await left(), await left()]
    const entry = bankEntry()
    expect((await sell(one, WORTH, { money_at: null, bank_entry: null })).body.errors).toHaveProperty('money_at')
    expect((await sell(one, WORTH, { bank_entry: null })).body.errors).toHaveProperty('bank_entry')
    expect((await sell(one, WORTH, { bank_entry: entry })).status).toBe(200)
    expect((await sell(other, WORTH, { bank_entry: entry })).body.code).toBe('bank_entry_used')
    orders.push(other)
  })
})

test('small amounts are limited per person and day', async () => {
  const chief = await market.person({ role: 'chief' })
  const give = (at: number, as = chief, goods_kobo = 1_900_000) =>
    market.call(
      'refund-part',
      { order_id: orders[at % orders.length]?.orderId, goods_kobo, payer: 'vendor', reason: 'One bag was torn' },
      { as },
    )
  // Only chiefs may enter a partial refund; others get the 404 of an unknown order.
  for (const as of [second, manager]) expect((await give(0, as, 5_000_000)).status).toBe(404)
  const alone: boolean[] = []
  for (const at of [0, 1, 0, 1, 0, 1]) alone.push(!(await give(at)).body.is_waiting)
  expect(alone).toEqual([true, true, true, true, true, false])
  expect(await auditFaults(market)).toEqual([])
})

test('the database rejects sales that skip the checks, and the audit finds those written past it', async () => {
  const one = orders[0] as Left
  const handOverId = await makeUncollected(market, one.orderId)
  const forge = `insert into public.typed_amounts (act, subject, subject_id, state, what, amount_kobo, usual_from_kobo, usual_to_kobo, most_kobo, bank_entry, input,
    entered_by, entered_role, approval_reasons, status) values ('resale', 'order', $1, 'Lagos', 'Rice', $2, 1, $2, $2, $3, '{}', $4, 'chief', '{}', 'done') returning status`
  const owner = market.db.owner
  await expect(owner.query(forge, [one.orderId, 89_972_378_300, 'FORGED 1', manager])).rejects.toThrow('more than')
  await owner.query(
    `update public.uncollected set preferred_outcome = 'resale', preferred_at = now() where order_id = $1`,
    [one.orderId],
  )
  const end = `update public.uncollected set outcome = 'resale', closed_at = now(), hand_over_id = $2, decided_by = $3, reason = 'Because I say so', proceeds_kobo = $4::bigint,
    handling_kobo = $4::bigint / 10, returned_kobo = $4::bigint - $4::bigint / 10 where order_id = $1`
  const values = [one.orderId, handOverId, manager, 89_972_378_300]
  await expect(owner.query(end, values)).rejects.toThrow('was not entered')

  expect(await rulesBrokenBy(end, { values, handOverId })).toEqual(
    expect.arrayContaining(['L27 sale', 'L27 sale booked', 'L27 entered']),
  )
})

test('in the database too, a pending amount moves nothing, and is decided once, by another person of that rank', async () => {
  const one = orders[1] as Left
  const handOverId = await makeUncollected(market, one.orderId)
  const owner = market.db.owner
  await owner.query(
    `update public.uncollected set preferred_outcome = 'resale', preferred_at = now() where order_id = $1`,
    [one.orderId],
  )
  const { rows } = await owner.query<{ id: string; status: string }>(
    `insert into public.typed_amounts (act, subject, subject_id, state, what, amount_kobo, usual_from_kobo, usual_to_kobo, most_kobo, bank_entry, input, entered_by,
       entered_role, approval_reasons, status) values ('resale', 'order', $1, 'Lagos', 'Rice', 20000000, 1, 1, 1, 'FORGED 2', '{}', $2, 'chief', '{}', 'done') returning id, status`,
    [one.orderId, manager],
  )
  const [typed] = rows
  expect(typed?.status).toBe('waiting')
  const end = (kobo: number) =>
    owner.query(
      `update public.uncollected set outcome = 'resale', closed_at = now(), hand_over_id = $2, decided_by = $3, reason = 'Because I say so', proceeds_kobo = $4::bigint,
         handling_kobo = $4::bigint / 10, returned_kobo = $4::bigint - $4::bigint / 10, amount_id = $5 where order_id = $1`,
      [one.orderId, handOverId, manager, kobo, typed?.id],
    )
  const decide = (by: string, status = 'done') =>
    owner.query(
      `update public.typed_amounts set status = $2, decided_by = $3, decided_at = now(), note = 'So be it' where id = $1`,
      [typed?.id, status, by],
    )
  await expect(end(20_000_000)).rejects.toThrow('was not entered')
  for (const by of [manager, await market.person({ role: 'vendor' }), one.buyer]) {
    await expect(decide(by)).rejects.toThrow('Another person')
  }
  await decide(second)
  await expect(end(19_999_999)).rejects.toThrow('was not entered')
  await expect(decide(second, 'refused')).rejects.toThrow('This was decided')
})

/** The audit's findings for such a sale, written without triggers and rolled back. */
async function rulesBrokenBy(end: string, { values, handOverId }: { values: unknown[]; handOverId: string }) {
  const client = await market.db.owner.connect()
  try {
    await client.query(`begin; set local session_replication_role = 'replica'`)
    await client.query(end, values)
    await client.query(
      `update public.hand_overs set status = 'done', done_at = now(), proof = 'decision', handled_by = $2, claim_until = now(),
         goods_kobo = public.goods_left_kobo(order_id) where id = $1`,
      [handOverId, manager],
    )
    return [...new Set((await auditStaff(client)).map(({ rule }) => rule))]
  } finally {
    client.release(true)
  }
}
