import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endDispute, openDispute } from '#platform/payment-gateways/local/dispute-calls.ts'
import { confirmPayment } from '#server/payments/confirm-payment.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import type { TestMarket } from '#server/testing/market.ts'
import {
  beginPaying,
  formingCircle,
  MONTHLY_KOBO,
  moveOpenMonth,
  openAjo,
  runningCircle,
  type TestCircle,
} from '#server/testing/money/ajo-circle.ts'
import { auditFaults, type MoneyMarket, openMoneyMarket, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { advanceCircles } from './advance-circles.ts'

const SITE = 'https://market.test'
let money: MoneyMarket
let market: TestMarket
beforeAll(async () => {
  money = await openMoneyMarket()
  ;({ market } = money)
  await openAjo(market)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const advance = () => advanceCircles({ database: market.db.database, siteUrl: SITE, cell: null })
const press = (reference: string) =>
  money.play.pages(
    new Request(`${SITE}/dev/pay/${reference}`, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }),
  )
const openPage = (paymentId: string) => money.routes.request(`/pay/${paymentId}`)

async function pay(circle: TestCircle, as: string): Promise<string> {
  const { body } = await beginPaying(market, circle, as)
  await openPage(body.payment_id)
  await press(`AJ-${body.payment_id}`)
  await confirmPayment(money.deps, `AJ-${body.payment_id}`)
  return `AJ-${body.payment_id}`
}

const payAll = (circle: TestCircle) => Promise.all(circle.people.map((as) => pay(circle, as)))
const vote = (circle: TestCircle, buyId: string, as = circle.people[0] ?? '') =>
  market.call('vote-in-ajo-circle', { circle_id: circle.circleId, group_buy_id: buyId }, { as })
/** Ends the open month's time, and closes it. */
async function closeMonth(circle: TestCircle): Promise<void> {
  await moveOpenMonth(market, circle, -8)
  await advance()
}
const memberOf = (circle: TestCircle, person = circle.people[0] ?? '') =>
  market.row<{ id: string; status: string }>(
    'select id, status from public.ajo_members where circle_id = $1 and person_id = $2',
    [circle.circleId, person],
  )
const balance = async (circle: TestCircle, person?: string) =>
  readBalanceKobo(market, 'ajo', (await memberOf(circle, person)).id)
const monthOf = (circle: TestCircle, month = 1) =>
  market.row('select outcome, quantity, group_buy_id from public.ajo_months where circle_id = $1 and month = $2', [
    circle.circleId,
    month,
  ])
const orderOf = (circle: TestCircle, person = circle.people[0] ?? '') =>
  market.row<{ id: string; status: string; quantity: number; charged_kobo: bigint }>(
    `select o.id, o.status, o.quantity, o.charged_kobo from public.ajo_orders a join public.orders o on o.id = a.order_id
     where a.circle_id = $1 and o.user_id = $2`,
    [circle.circleId, person],
  )
const leave = (circle: TestCircle, as: string, kobo: number | bigint) =>
  market.call('leave-ajo-circle', { circle_id: circle.circleId, expected_kobo: Number(kobo) }, { as })
const refundsTo = async (person: string) =>
  (
    await market.db.owner.query<{ amount_kobo: bigint }>(
      `select f.amount_kobo from public.refunds f join public.payments p on p.id = f.payment_id where p.user_id = $1 and f.reason = 'ajo'`,
      [person],
    )
  ).rows.map(({ amount_kobo }) => Number(amount_kobo))

describe('a month', () => {
  test('buys the same quantity for everybody, from the money of each', async () => {
    const circle = await runningCircle(market)
    const { buyId } = await market.buy({ end_date: new Date(Date.now() + 12 * 86_400_000) })
    await payAll(circle)
    expect(await balance(circle)).toBe(BigInt(MONTHLY_KOBO))
    await vote(circle, buyId)
    await closeMonth(circle)
    expect(await monthOf(circle)).toEqual({ outcome: 'bought', quantity: 1, group_buy_id: buyId })
    for (const person of circle.people) {
      const order = await orderOf(circle, person)
      expect(order).toMatchObject({ status: 'paid', quantity: 1 })
      expect(await balance(circle, person)).toBe(BigInt(MONTHLY_KOBO) - order.charged_kobo)
    }
    const receipts = await market.row<{ n: number }>(
      `select count(*)::integer as n from public.documents where kind = 'receipt' and user_id = $1`,
      [circle.people[0]],
    )
    expect(receipts.n).toBe(2)
  })

  test('gives back to the circle what comes back from its orders', async () => {
    const circle = await runningCircle(market)
    const { buyId } = await market.buy({ end_date: new Date(Date.now() + 12 * 86_400_000), min_participants: 3 })
    await payAll(circle)
    await vote(circle, buyId)
    await closeMonth(circle)
    const before = await balance(circle)
    const buys = paidBuys(market, money.play)
    await buys.paid(buyId, 7)
    await buys.letTimePass(buyId, 1)
    await buys.clock()
    await advance()
    const { returned } = await market.row<{ returned: bigint }>(
      'select returned_kobo as returned from public.orders where id = $1',
      [(await orderOf(circle)).id],
    )
    expect(returned).toBeGreaterThan(0n)
    expect(await balance(circle)).toBe(before + returned)
  })

  test('of a member who has left sends it on to where they paid from', async () => {
    const circle = await runningCircle(market)
    const { buyId } = await market.buy({ end_date: new Date(Date.now() + 12 * 86_400_000) })
    await payAll(circle)
    await vote(circle, buyId)
    await closeMonth(circle)
    const [, person = ''] = circle.people
    const left = Number(await balance(circle, person))
    expect((await leave(circle, person, left)).body).toMatchObject({ returned_kobo: left })
    const order = await orderOf(circle, person)
    await market.call('leave-group-buy', { order_id: order.id }, { as: person })
    await advance()
    expect((await refundsTo(person)).toSorted()).toEqual([left, Number(order.charged_kobo)].toSorted())
    expect(await balance(circle, person)).toBe(0n)
    await processPayments(money.deps)
  })

  test('leaves money where it is if nobody votes, or if it is not enough', async () => {
    const circle = await runningCircle(market)
    await payAll(circle)
    await closeMonth(circle)
    expect(await monthOf(circle)).toMatchObject({ outcome: 'no_votes' })
    const product = { end_date: new Date(Date.now() + 12 * 86_400_000), min_quantity: 9 }
    const { buyId } = await market.buy({ ...product, target_quantity: 90 })
    await moveOpenMonth(market, circle, 0)
    await payAll(circle)
    await vote(circle, buyId)
    await closeMonth(circle)
    expect(await monthOf(circle, 2)).toMatchObject({ outcome: 'not_enough' })
    expect(await market.row('select status from public.ajo_circles where id = $1', [circle.circleId])).toEqual({
      status: 'ended',
    })
    expect(await refundsTo(circle.people[0] ?? '')).toEqual([MONTHLY_KOBO, MONTHLY_KOBO])
  })

  test('passes over a member who cannot order, and is closed for the others', async () => {
    const circle = await runningCircle(market)
    const { buyId, vendorId } = await market.buy({ end_date: new Date(Date.now() + 12 * 86_400_000) })
    const [, waiting = '', seller = ''] = circle.people
    await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: waiting })
    await market.db.owner.query(`update public.profiles set role = 'vendor' where id = $1`, [seller])
    await market.moved('operator', 'update public.vendors set owner_id = $2 where id = $1', [vendorId, seller])
    await payAll(circle)
    await vote(circle, buyId)
    await closeMonth(circle)
    expect(await orderOf(circle)).toMatchObject({ quantity: 1 })
    expect(await orderOf(circle, waiting)).toBeUndefined()
    expect(await balance(circle, waiting)).toBe(BigInt(MONTHLY_KOBO))
    expect(await orderOf(circle, seller)).toBeUndefined()
    // Now they could pay for both units; the order of their own still is not the circle's to pay.
    const { buyId: nextId } = await market.buy({ end_date: new Date(Date.now() + 12 * 86_400_000) })
    await market.call('join-group-buy', { group_buy_id: nextId, quantity: 1 }, { as: waiting })
    await moveOpenMonth(market, circle, 0)
    await payAll(circle)
    await vote(circle, nextId)
    await closeMonth(circle)
    expect(await monthOf(circle, 2)).toMatchObject({ outcome: 'bought', quantity: 1 })
    expect(await orderOf(circle, waiting)).toBeUndefined()
  })

  test('that is not paid in time ends a membership, with all that it has', async () => {
    const circle = await runningCircle(market, { seats: 3, months: 3 })
    await payAll(circle)
    await closeMonth(circle)
    const [payer = '', other = '', defaulter = ''] = circle.people
    await moveOpenMonth(market, circle, 0)
    await pay(circle, payer)
    await pay(circle, other)
    const late = await beginPaying(market, circle, defaulter)
    await openPage(late.body.payment_id)
    await closeMonth(circle)
    expect(await memberOf(circle, defaulter)).toMatchObject({ status: 'defaulted' })
    expect(await refundsTo(defaulter)).toEqual([MONTHLY_KOBO])
    // Money that comes too late pays nothing and goes back.
    await press(`AJ-${late.body.payment_id}`)
    await confirmPayment(money.deps, `AJ-${late.body.payment_id}`)
    expect(await balance(circle, defaulter)).toBe(0n)
    const { invitation } = await formingCircle(market, { taken: 1 })
    expect((await market.call('join-ajo-circle', { invitation }, { as: defaulter })).body.code).toBe('circle_defaulted')
  })
})

test('the sum a month keeps to the settings', async () => {
  const as = await market.person()
  const create = (monthly: string) =>
    market.call('create-ajo-circle', { name: 'A basket', monthly, seats: 3, months: 2, due_day: 1 }, { as })
  expect((await create('999.99')).body.code).toBe('sum_out_of_bounds')
  expect((await create('100000.01')).body.code).toBe('sum_out_of_bounds')
  await market.db.owner.query(
    `insert into public.settings (key, value, note) values ('ajo_least_naira', '900', 'A test'), ('ajo_most_naira', '100001', 'A test')`,
  )
  expect([(await create('999.99')).status, (await create('100000.01')).status]).toEqual([200, 200])
})

describe('at once', () => {
  test('the last seat goes to one of many', async () => {
    const circle = await formingCircle(market, { seats: 5, taken: 4 })
    const rush = await Promise.all(Array.from({ length: 12 }, () => market.person()))
    const answers = await Promise.all(
      rush.map((as, index) =>
        market.call('join-ajo-circle', { invitation: circle.invitation }, { as, elsewhere: index % 2 === 0 }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'circle_full')).toHaveLength(11)
  })

  test('a circle starts once, and many payments of a month pay it once', async () => {
    const circle = await formingCircle(market)
    const [starter = ''] = circle.people
    const starts = await Promise.all(
      Array.from({ length: 6 }, () => market.call('start-ajo-circle', { circle_id: circle.circleId }, { as: starter })),
    )
    expect(starts.filter(({ status }) => status === 200)).toHaveLength(1)
    await moveOpenMonth(market, circle, 0)
    const begun = await Promise.all(Array.from({ length: 6 }, () => beginPaying(market, circle, starter)))
    const ids = new Set(begun.map(({ body }) => body.payment_id))
    expect(ids.size).toBe(1)
    const [id = ''] = ids
    await openPage(id)
    expect((await beginPaying(market, circle, starter)).body.code).toBe('payment_under_way')
    // Given up, paid in another way, and then paid as well.
    await market.call('cancel-payment', { payment_id: id }, { as: starter })
    const second = await beginPaying(market, circle, starter)
    await openPage(second.body.payment_id)
    await Promise.all([press(`AJ-${id}`), press(`AJ-${second.body.payment_id}`)])
    await Promise.all(
      [id, second.body.payment_id, id, second.body.payment_id].map((one) => confirmPayment(money.deps, `AJ-${one}`)),
    )
    expect(await balance(circle)).toBe(BigInt(MONTHLY_KOBO))
    expect((await beginPaying(market, circle, starter)).body.code).toBe('contribution_paid')
  })

  test('votes, payments, leaving and several clocks at the deadline leave every kobo with its owner', async () => {
    const circle = await runningCircle(market, { seats: 6, months: 2 })
    const { buyId } = await market.buy({ end_date: new Date(Date.now() + 12 * 86_400_000) })
    const [first = '', second = '', third = '', ...others] = circle.people
    for (const as of [first, second, ...others]) await pay(circle, as)
    const { body } = await beginPaying(market, circle, third)
    await openPage(body.payment_id)
    await press(`AJ-${body.payment_id}`)
    await vote(circle, buyId)
    await moveOpenMonth(market, circle, -8)
    const acts = await Promise.all([
      vote(circle, buyId, second),
      advance(),
      confirmPayment(money.deps, `AJ-${body.payment_id}`),
      leave(circle, others[0] ?? '', MONTHLY_KOBO),
      advance(),
      vote(circle, buyId, third),
      advance(),
    ])
    expect(acts[0]).toMatchObject({ status: 409, body: { code: 'vote_closed' } })
    await advance()
    expect(await monthOf(circle)).toMatchObject({ outcome: 'bought' })
    const orders = await market.row<{ n: number; members: number }>(
      'select count(*)::integer as n, count(distinct member_id)::integer as members from public.ajo_orders where circle_id = $1',
      [circle.circleId],
    )
    expect(orders.n).toBe(orders.members)
  })
})

test('a contribution that a bank takes back ends the membership, first from its balance and then at our loss', async () => {
  const circle = await runningCircle(market)
  const { buyId } = await market.buy({ end_date: new Date(Date.now() + 12 * 86_400_000) })
  const [reference = ''] = await payAll(circle)
  await vote(circle, buyId)
  await closeMonth(circle)
  const left = await balance(circle)
  const lost = await readBalanceKobo(market, 'loss')
  await openDispute(market.db.database, reference)
  await endDispute(market.db.database, reference, 'merchant-accepted')
  await Promise.all([1, 2, 3].map(() => confirmPayment(money.deps, reference)))
  expect(await memberOf(circle)).toMatchObject({ status: 'defaulted' })
  expect(await balance(circle)).toBe(0n)
  expect(lost - (await readBalanceKobo(market, 'loss'))).toBe(BigInt(MONTHLY_KOBO) - left)
  // The money that then comes back from the order pays for that loss.
  await market.call('leave-group-buy', { order_id: (await orderOf(circle)).id }, { as: circle.people[0] ?? '' })
  await advance()
  expect(await readBalanceKobo(market, 'loss')).toBe(
    lost - BigInt(MONTHLY_KOBO) + left + (await orderOf(circle)).charged_kobo,
  )
  expect(await refundsTo(circle.people[0] ?? '')).toEqual([])
})

test('reminders are sent once for each step, to those who have not paid', async () => {
  const circle = await runningCircle(market)
  const [payer = '', late = ''] = circle.people
  await pay(circle, payer)
  const reminders = async (person: string) => {
    await market.relay()
    const { n } = await market.row<{ n: number }>(
      `select count(*)::integer as n from public.notices where person_id = $1 and kind = 'ajo-reminder'`,
      [person],
    )
    return n
  }
  for (const days of [3, 3, 1, 0, -3, -5, -7, -7]) {
    await moveOpenMonth(market, circle, days)
    await Promise.all([advance(), advance()])
  }
  expect([await reminders(payer), await reminders(late)]).toEqual([0, 4])
})

describe('switched off', () => {
  test('nobody sets up, joins or starts a circle, and one that runs goes on to its end', async () => {
    const running = await runningCircle(market)
    const forming = await formingCircle(market)
    const open = await formingCircle(market, { taken: 1 })
    await market.db.owner.query(`insert into public.settings (key, value, note) values ('ajo_circles', '0', 'A test')`)
    const as = await market.person()
    const rules = { name: 'Another one', monthly: '100000', seats: 3, months: 2, due_day: 12 }
    expect((await market.call('create-ajo-circle', rules, { as })).status).toBe(404)
    expect((await market.call('join-ajo-circle', { invitation: open.invitation }, { as })).status).toBe(404)
    const start = market.call('start-ajo-circle', { circle_id: forming.circleId }, { as: forming.people[0] ?? '' })
    expect((await start).status).toBe(404)
    await payAll(running)
    await closeMonth(running)
    const [person = ''] = running.people
    expect((await leave(running, person, MONTHLY_KOBO)).status).toBe(200)
    expect(await refundsTo(person)).toEqual([MONTHLY_KOBO])
    expect((await leave(forming, forming.people[0] ?? '', 0)).status).toBe(200)
    await market.db.owner.query(`insert into public.settings (key, value, note) values ('ajo_circles', '1', 'A test')`)
  })
})
