import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { identityOf } from '#platform/postgres/testing.ts'
import { lookUpBuyer } from '#server/hand-overs/uncollected/look-up-buyer.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { revealContact } from '../reveal-contact.ts'

let market: TestMarket
let chief: string
let coordinator: string
beforeAll(async () => {
  market = await openTestMarket()
  chief = await market.person({ role: 'chief' })
  coordinator = await market.person({ role: 'coordinator' })
})
afterAll(() => market.close())

const REASON = 'Three orders in a row were paid back by false claims.'
const suspend = (user_id: string, as: string, reason = REASON) =>
  market.call('suspend-account', { user_id, reason }, { as })
const reinstate = (user_id: string, as: string) =>
  market.call('reinstate-account', { user_id, reason: 'The claims were in order after all.' }, { as })
const sees = (person: string) =>
  market.db.database.as(identityOf(person), async (tx) => {
    const { rows } = await tx.query('select id from public.orders union all select id from public.addresses')
    return rows.length
  })

test('a suspended person has no session, no rows and no commands, and everything again once reinstated', async () => {
  const { orders } = await paidBuys(market).settled(1, { buy: { min_participants: 1 } })
  const [order] = orders
  if (!order) throw new Error('Somebody bought')
  await market.db.owner.query('insert into auth.sessions (user_id) values ($1)', [order.buyer])
  const { buyId } = await market.buy()
  expect(await sees(order.buyer)).toBe(1)
  expect(await suspend(order.buyer, coordinator)).toMatchObject({ status: 200, body: { suspended: true } })

  expect(await sees(order.buyer)).toBe(0)
  expect(
    await market.row('select count(*)::integer as n from auth.sessions where user_id = $1', [order.buyer]),
  ).toEqual({ n: 0 })
  for (const [name, input] of [
    ['join-group-buy', { group_buy_id: buyId, quantity: 1 }],
    ['request-quantity', { group_buy_id: buyId, quantity: 4, note: '' }],
    ['join-waiting-list', { group_buy_id: buyId, quantity: 1 }],
  ] as const)
    expect((await market.call(name, input, { as: order.buyer })).body.code, name).toBe('sign_in_required')
  expect(await market.statusOf('orders', order.orderId)).toBe('confirmed')
  const { mail } = await market.row<{ mail: string }>(
    `select m.text as mail from mail.messages m where m.recipient = rights.email_of($1) and m.subject = 'Your account is suspended'`,
    [order.buyer],
  )
  expect(mail).toContain(REASON)
  expect(mail).toContain('Your paid order stands')

  expect((await suspend(order.buyer, chief)).body.code).toBe('account_suspended')
  expect((await reinstate(order.buyer, chief)).status).toBe(200)
  expect((await reinstate(order.buyer, chief)).body.code).toBe('account_not_suspended')
  expect(await sees(order.buyer)).toBe(1)
  expect((await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: order.buyer })).status).toBe(
    200,
  )
  const { rows } = await market.db.owner.query(
    `select action from public.audit_log where subject_id = $1 and action like 'account.%' order by id`,
    [order.buyer],
  )
  expect(rows.map(({ action }) => action)).toEqual(['account.suspend', 'account.reinstate'])
})

test('two at once suspend once', async () => {
  const { orders } = await paidBuys(market).settled(1, { buy: { min_participants: 1 } })
  const person = orders[0]?.buyer ?? ''
  const results = await Promise.all([suspend(person, chief), suspend(person, coordinator)])
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('nobody suspends themselves, an equal, a superior or a person out of their sight', async () => {
  const manager = await market.person({ role: 'manager' })
  const supervisor = await market.person({ role: 'supervisor' })
  const otherChief = await market.person({ role: 'chief' })
  const stranger = await market.person()
  expect((await suspend(chief, chief)).body.code).toBe('cannot_suspend')
  expect((await suspend(otherChief, chief)).body.code).toBe('cannot_suspend')
  expect((await suspend(stranger, coordinator)).body.code).toBe('user_not_found')
  expect((await suspend(coordinator, manager)).status).toBe(404)
  expect((await suspend(stranger, chief, 'short')).status).toBe(400)
  for (const as of [manager, supervisor, stranger]) expect((await suspend(await market.person(), as)).status).toBe(404)
  expect((await suspend(manager, coordinator)).status).toBe(200)
  expect((await suspend(supervisor, chief)).status).toBe(200)
  const insert = (by: string, person: string) =>
    market.db.owner
      .query('insert into public.account_suspensions (person_id, reason, suspended_by) values ($1, $2, $3)', [
        person,
        REASON,
        by,
      ])
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
  expect(await insert(otherChief, chief), 'the database refuses an equal').toBe('PT403')
  expect(await insert(manager, stranger), 'and a manager').toBe('PT403')
  expect(await insert(chief, stranger)).toBe('done')
})

test('a suspension is ended once and never rewritten', async () => {
  const person = await market.person()
  await suspend(person, chief)
  const change = (set: string) =>
    market.db.owner.query(`update public.account_suspensions set ${set} where person_id = $1`, [person]).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  expect(
    await change(
      `reason = 'Another reason altogether', ended_by = '${chief}', ended_at = now(), end_reason = 'It was a mistake'`,
    ),
  ).toBe('PT409')
  expect(await change(`ended_by = '${person}', ended_at = now(), end_reason = 'It was a mistake'`)).toBe('PT403')
  expect(await change(`ended_by = '${chief}', ended_at = now(), end_reason = 'It was a mistake'`)).toBe('done')
  expect(await change(`ended_by = '${chief}', ended_at = now(), end_reason = 'It was a mistake'`)).toBe('PT409')
})

test('only a chief ends the suspension of a chief, also one who is a coordinator by now', async () => {
  const { orders } = await paidBuys(market).settled(1, { buy: { min_participants: 1 } })
  const person = orders[0]?.buyer ?? ''
  const former = await market.person({ role: 'chief' })
  expect((await suspend(person, former)).status).toBe(200)
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.profiles set role = 'coordinator' where id = $1`, [former]),
  )
  for (const as of [coordinator, former]) {
    expect((await reinstate(person, as)).body).toMatchObject({
      code: 'chief_reinstates',
      message: 'A chief suspended this account, so only a chief can reinstate it.',
    })
    await expect(
      market.db.owner.query(
        `update public.account_suspensions set ended_by = $2, ended_at = now(), end_reason = 'It was a mistake' where person_id = $1`,
        [person, as],
      ),
    ).rejects.toThrow(/^A suspension by a chief is ended by a chief/)
  }
  await expect(
    market.db.owner.query(
      `update public.account_suspensions set by_chief = false, ended_by = $2, ended_at = now(), end_reason = 'It was a mistake' where person_id = $1`,
      [person, chief],
    ),
  ).rejects.toThrow(/^A suspension can only be ended/)
  const told = async (reader: string) =>
    (await asPerson(market.db, reader, 'select waits_for_chief from public.person_record($1)', [person])).rows
  expect([await told(coordinator), await told(chief)]).toEqual([
    [{ waits_for_chief: true }],
    [{ waits_for_chief: false }],
  ])
  expect((await reinstate(person, chief)).status).toBe(200)
  // A coordinator's own suspension is theirs to end.
  expect((await suspend(person, coordinator)).status).toBe(200)
  expect((await reinstate(person, former)).status).toBe(200)
})

test('contacts are revealed to staff who may see the person, and recorded with the reason', async () => {
  const { orders } = await paidBuys(market).settled(1, { buy: { min_participants: 1 } })
  const person = orders[0]?.buyer ?? ''
  const reveal = (as: string, reason = 'They asked us to call back') =>
    market.call('reveal-contact', { user_id: person, reason }, { as })
  const { email } = await market.row<{ email: string }>('select rights.email_of($1) as email', [person])
  expect(await reveal(coordinator)).toEqual({ status: 200, body: { phone: null, email } })
  expect((await reveal(coordinator, '')).status).toBe(400)
  for (const as of [
    await market.person(),
    await market.person({ role: 'manager' }),
    await market.person({ role: 'administrator' }),
  ])
    expect((await reveal(as)).status).toBe(404)
  const { rows } = await market.db.owner.query(
    `select actor_id, after from public.audit_log where subject_id = $1 and action = 'contact.reveal'`,
    [person],
  )
  expect(rows).toEqual([{ actor_id: coordinator, after: { reason: 'They asked us to call back' } }])
})

test('staff end no suspension of their household, and contacts are looked up 60 times an hour at most', async () => {
  const relative = await market.person()
  const staff = await market.person({ role: 'chief' })
  await suspend(relative, chief)
  for (const person of [relative, staff])
    await market.db.owner.query(
      `insert into public.addresses (user_id, label, recipient, phone, street, landmark, state, lga)
       values ($1, 'Home', 'Ada Obi', '+2348031234567', '4 Allen Avenue', 'The bank', 'Lagos', 'Ikeja')`,
      [person],
    )
  expect((await reinstate(relative, staff)).status).toBe(403)
  const direct = market.db.owner.query(
    `update public.account_suspensions set ended_by = $2, ended_at = now(), end_reason = 'It was a mistake' where person_id = $1`,
    [relative, staff],
  )
  await expect(direct, 'the database refuses it too').rejects.toMatchObject({ code: 'PT403' })
  expect((await reinstate(relative, chief)).status).toBe(200)
  for (const { limit } of [revealContact, lookUpBuyer]) expect(limit).toEqual({ tries: 60, windowSeconds: 3600 })
})
