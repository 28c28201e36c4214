import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import {
  beginPaying,
  contributionOf,
  formingCircle,
  moveOpenMonth,
  openAjo,
  runningCircle,
  type TestCircle,
} from '#server/testing/money/ajo-circle.ts'

// The guards of the database, behind the commands: each statement is one that no command sends.

let market: TestMarket
let circle: TestCircle
let buyId: string
beforeAll(async () => {
  market = await openTestMarket()
  await openAjo(market)
  circle = await runningCircle(market, { seats: 3, months: 2 })
  ;({ buyId } = await market.buy({ end_date: new Date(Date.now() + 12 * 86_400_000) }))
})
afterAll(() => market.close())

const write = (cause: string, sql: string, values: unknown[] = []) =>
  market.moved(cause, sql, values).then(
    () => 'written',
    (error: Error) => error.message,
  )
const setting = (key: string, value: number) =>
  market.db.owner.query('insert into public.settings (key, value, note) values ($1, $2, $3)', [
    key,
    String(value),
    'A test',
  ])
const memberOf = async ({ circleId }: TestCircle, person = '') =>
  (
    await market.row<{ id: string }>('select id from public.ajo_members where circle_id = $1 and person_id = $2', [
      circleId,
      person,
    ])
  ).id
const insertCircle = async (monthlyKobo = 1_000_000) =>
  write(
    'buyer',
    `insert into public.ajo_circles (name, monthly_kobo, seats, months, due_day, starter_id) values ('Another', $2, 3, 2, 1, $1)`,
    [await market.person(), monthlyKobo],
  )
const insertMember = ({ circleId }: TestCircle, person: string) =>
  write('buyer', 'insert into public.ajo_members (circle_id, person_id) values ($1, $2)', [circleId, person])

describe('a circle', () => {
  test('is set up while ajo is open, within the limits', async () => {
    expect(await insertCircle()).toBe('written')
    expect(await insertCircle(99_999)).toMatch('outside the limits')
    expect(await insertCircle(10_000_001)).toMatch('outside the limits')
    await setting('ajo_circles', 0)
    expect(await insertCircle()).toMatch('not open')
    await setting('ajo_circles', 1)
  })

  test.each(['monthly_kobo = 100000', 'seats = 4', 'months = 3', 'due_day = 5', `name = 'Other'`])(
    'keeps its rules: %s',
    async (change) => {
      const forming = await formingCircle(market, { taken: 1 })
      expect(await write('buyer', `update public.ajo_circles set ${change} where id = $1`, [forming.circleId])).toMatch(
        'stay as they were read',
      )
    },
  )

  test('starts full, ends empty', async () => {
    const forming = await formingCircle(market, { taken: 2 })
    expect(
      await write('buyer', `update public.ajo_circles set status = 'running', started_at = now() where id = $1`, [
        forming.circleId,
      ]),
    ).toMatch('all of its seats')
    expect(
      await write('clock', `update public.ajo_circles set status = 'ended', ended_at = now() where id = $1`, [
        circle.circleId,
      ]),
    ).toMatch('once its members have')
  })
})

describe('members', () => {
  test('are as many as there are seats, each once, before the start', async () => {
    const full = await formingCircle(market)
    expect(await insertMember(full, await market.person())).toMatch('seats of this circle are taken')
    const open = await formingCircle(market, { taken: 1 })
    expect(await insertMember(open, open.people[0] ?? '')).toMatch('duplicate key')
    expect(await insertMember(circle, await market.person())).toMatch('Nobody can join')
  })

  test('join no circle while one runs in which they did not pay', async () => {
    const [, , defaulter = ''] = circle.people
    const other = await formingCircle(market, { taken: 1 })
    const memberId = await memberOf(circle, defaulter)
    await withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.ajo_members set status = 'defaulted', ended_at = now() where id = $1`, [memberId]),
    )
    expect(await insertMember(other, defaulter)).toMatch('did not pay')
    await withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.ajo_members set status = 'active', ended_at = null where id = $1`, [memberId]),
    )
  })

  test('stay who they are, and leave with all of their money', async () => {
    const other = await runningCircle(market)
    const id = await memberOf(other, other.people[0])
    expect(
      await write('buyer', 'update public.ajo_members set person_id = $2 where id = $1', [id, await market.person()]),
    ).toMatch('stays what it is')
    await market.db.owner.query('select ledger.post($1, $2)', [
      `test:${id}`,
      JSON.stringify([{ kind: 'contribution', credit: id, amount_kobo: 100 }]),
    ])
    const end = `update public.ajo_members set status = 'left', ended_at = now() where id = $1`
    expect(await write('buyer', end, [id])).toMatch('all of their money')
    expect(await write('buyer', end, [await memberOf(other, other.people[1])])).toBe('written')
  })
})

describe('a month', () => {
  test('closes after its time, once', async () => {
    const other = await runningCircle(market)
    const close = `update public.ajo_months set closed_at = now(), outcome = 'no_votes' where circle_id = $1 and month = 1`
    expect(await write('clock', close, [other.circleId])).toMatch('until the month closes')
    await moveOpenMonth(market, other, -9)
    expect(await write('clock', close, [other.circleId])).toBe('written')
    expect(await write('clock', close, [other.circleId])).toMatch('stays as it was closed')
  })
})

describe('a contribution', () => {
  const payment = async (person: string, kobo: number) => {
    const id = crypto.randomUUID()
    await market.moved(
      'buyer',
      `insert into public.payments (id, reference, user_id, gateway, naira_kobo) values ($1::uuid, 'AJ-' || ($1::uuid)::text, $2, 'local', $3)`,
      [id, person, kobo],
    )
    return id
  }

  test('is the same for everybody', async () => {
    const id = await contributionOf(market, circle, circle.people[0] ?? '')
    expect(
      await write('clock', 'update public.ajo_contributions set amount_kobo = amount_kobo - 1 where id = $1', [id]),
    ).toMatch(/stays as it was paid|one_sum_for_everybody/)
    expect(
      await write(
        'clock',
        `insert into public.ajo_contributions (circle_id, member_id, month, amount_kobo) select circle_id, member_id, 2, amount_kobo + 1 from public.ajo_contributions where id = $1`,
        [id],
      ),
    ).toMatch(/one_sum_for_everybody|duplicate/)
  })

  test('is paid by its own payment, of its member, in full, one at a time', async () => {
    const [person = '', other = ''] = circle.people
    const id = await contributionOf(market, circle, person)
    const attach = (paymentId: string) =>
      write('buyer', 'insert into public.ajo_payments (payment_id, contribution_id) values ($1, $2)', [paymentId, id])
    expect(await attach(await payment(other, 10_000_000))).toMatch('by its member')
    expect(await attach(await payment(person, 9_999_999))).toMatch('by its member')
    const pay = (paymentId: string) =>
      write('gateway', 'update public.ajo_contributions set paid_at = now(), payment_id = $2 where id = $1', [
        id,
        paymentId,
      ])
    expect(await pay(await payment(person, 10_000_000))).toMatch('its own payment')
    const { body } = await beginPaying(market, circle, person)
    expect(await pay(body.payment_id)).toMatch('its own payment')
    await market.db.owner.query(`update public.payments set pay_url = 'https://gateway.test' where id = $1`, [
      body.payment_id,
    ])
    expect(await attach(await payment(person, 10_000_000))).toMatch('started to pay')
    await market.moved('gateway', `update public.payments set status = 'succeeded' where id = $1`, [body.payment_id])
    expect(await pay(body.payment_id)).toBe('written')
    expect(await write('gateway', 'update public.ajo_contributions set paid_at = now() where id = $1', [id])).toMatch(
      'stays as it was paid',
    )
  })
})

describe('a vote', () => {
  const vote = (member: string, buy: string, month = 1, of = circle) =>
    write(
      'buyer',
      `insert into public.ajo_votes (member_id, circle_id, month, group_buy_id) values ($1, $2, $4, $3)
       on conflict (member_id, month) do update set group_buy_id = excluded.group_buy_id`,
      [member, of.circleId, buy, month],
    )

  test('is of an active member, for a buy that lasts, in the open month', async () => {
    const other = await runningCircle(market)
    const [first = '', second = ''] = await Promise.all(other.people.map((one) => memberOf(other, one)))
    const soon = await market.buy({ end_date: new Date(Date.now() + 5 * 86_400_000) })
    expect(await vote(first, buyId, 1, other)).toBe('written')
    expect(await vote(first, soon.buyId, 1, other)).toMatch('open until the circle buys')
    expect(await vote(first, buyId, 2, other)).toMatch('no vote in this month')
    await market.moved('buyer', `update public.ajo_members set status = 'left', ended_at = now() where id = $1`, [
      second,
    ])
    expect(await vote(second, buyId, 1, other)).toMatch('Active members')
    await moveOpenMonth(market, other, -9)
    expect(await vote(first, buyId, 1, other)).toMatch('no vote in this month')
  })
})

test('an order of a circle is its member’s own, in a buy with votes, and paid from their account', async () => {
  const [person = ''] = circle.people
  const member = await memberOf(circle, person)
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: person })
  const paymentId = crypto.randomUUID()
  await market.moved(
    'buyer',
    `insert into public.payments (id, reference, user_id, gateway, naira_kobo, received_kobo, status) values ($1::uuid, 'AJ-' || ($1::uuid)::text, $2, 'ajo', 100, 100, 'succeeded')`,
    [paymentId, person],
  )
  expect(
    await write(
      'buyer',
      'insert into public.ajo_orders (member_id, circle_id, month, order_id, payment_id) values ($1, $2, 1, $3, $4)',
      [member, circle.circleId, body.order.id, paymentId],
    ),
  ).toMatch('own money')
})

test('more than the balance is not spent', async () => {
  const member = await memberOf(circle, circle.people[1])
  const spend = market.db.owner.query('select ledger.post($1, $2)', [
    `test:spend:${member}`,
    JSON.stringify([{ kind: 'ajo_spent', debit: member, credit: crypto.randomUUID(), amount_kobo: 1 }]),
  ])
  await expect(spend).rejects.toThrow('never_overdrawn')
})
