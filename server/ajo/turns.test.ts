import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { endDispute, openDispute } from '#platform/payment-gateways/local/dispute-calls.ts'
import { confirmPayment } from '#server/payments/confirm-payment.ts'
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
const SUM = BigInt(MONTHLY_KOBO)
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

/** A circle that takes turns in the order of `people`. */
async function circleOfTurns(seats = 4): Promise<TestCircle> {
  const circle = await runningCircle(market, { kind: 'turns', seats })
  const { rows } = await market.db.owner.query<{ person_id: string }>(
    'select person_id from public.ajo_members where circle_id = $1 order by turn',
    [circle.circleId],
  )
  return { ...circle, people: rows.map(({ person_id }) => person_id) }
}

async function pay(circle: TestCircle, as: string): Promise<string> {
  const { body } = await beginPaying(market, circle, as)
  await money.routes.request(`/pay/${body.payment_id}`)
  await money.play.pages(
    new Request(`${SITE}/dev/pay/AJ-${body.payment_id}`, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }),
  )
  await confirmPayment(money.deps, `AJ-${body.payment_id}`)
  return `AJ-${body.payment_id}`
}

/** Everybody still in the circle pays, except these; then the month closes. */
async function liveMonth(circle: TestCircle, { unpaid = [], buyId }: { unpaid?: string[]; buyId?: string } = {}) {
  await moveOpenMonth(market, circle, 0)
  const { rows } = await market.db.owner.query<{ person_id: string }>(
    `select person_id from public.ajo_members where circle_id = $1 and status = 'active' order by turn desc`,
    [circle.circleId],
  )
  const payers = rows.map(({ person_id }) => person_id).filter((id) => !unpaid.includes(id))
  for (const as of payers) await pay(circle, as)
  if (buyId)
    await market.call(
      'vote-in-ajo-circle',
      { circle_id: circle.circleId, group_buy_id: buyId },
      { as: payers[0] ?? '' },
    )
  await moveOpenMonth(market, circle, -8)
  await advance()
}

const openBuy = (facts: Record<string, unknown> = {}) =>
  market.buy({ end_date: new Date(Date.now() + 12 * 86_400_000), ...facts })
const memberOf = (circle: TestCircle, person = '') =>
  market.row<{ id: string; status: string }>(
    'select id, status from public.ajo_members where circle_id = $1 and person_id = $2',
    [circle.circleId, person],
  )
const balance = async (circle: TestCircle, person = '') =>
  readBalanceKobo(market, 'ajo', (await memberOf(circle, person)).id)
const balances = (circle: TestCircle) => Promise.all(circle.people.map((one) => balance(circle, one)))
const monthOf = (circle: TestCircle, month: number) =>
  market.row('select outcome, quantity from public.ajo_months where circle_id = $1 and month = $2', [
    circle.circleId,
    month,
  ])
const ordersOf = async (circle: TestCircle, person = '') =>
  (
    await market.db.owner.query<{ id: string; quantity: number; charged_kobo: bigint; month: number }>(
      `select o.id, o.quantity, o.charged_kobo, a.month from public.ajo_orders a join public.orders o on o.id = a.order_id
       where a.circle_id = $1 and o.user_id = $2 order by a.month`,
      [circle.circleId, person],
    )
  ).rows
const refundedKobo = async (person = '') =>
  (
    await market.row<{ kobo: bigint }>(
      `select coalesce(sum(f.amount_kobo), 0)::bigint as kobo from public.refunds f join public.payments p on p.id = f.payment_id where p.user_id = $1 and f.reason = 'ajo'`,
      [person],
    )
  ).kobo
/** The notice to a person whose membership is over. */
async function readOver(person = ''): Promise<string> {
  await market.relay()
  const { body } = await market.row<{ body: string }>(
    `select body from public.notices where person_id = $1 and kind = 'ajo-over'`,
    [person],
  )
  return body
}
const leave = async (circle: TestCircle, as = '') =>
  market.call(
    'leave-ajo-circle',
    { circle_id: circle.circleId, expected_kobo: Number(await balance(circle, as)) },
    { as },
  )
const statusOf = ({ circleId }: TestCircle) =>
  market.row('select status from public.ajo_circles where id = $1', [circleId])

describe('turns', () => {
  test('have as many months as seats, and an order that is drawn at the start', async () => {
    const forming = await formingCircle(market, { kind: 'turns', seats: 5, months: 2 })
    const turns = async () =>
      (
        await market.db.owner.query<{ turn: number | null }>(
          'select turn from public.ajo_members where circle_id = $1 order by turn',
          [forming.circleId],
        )
      ).rows.map(({ turn }) => turn)
    expect(await market.row('select kind, months from public.ajo_circles where id = $1', [forming.circleId])).toEqual({
      kind: 'turns',
      months: 5,
    })
    expect(await turns()).toEqual([null, null, null, null, null])
    await market.call('start-ajo-circle', { circle_id: forming.circleId }, { as: forming.people[0] ?? '' })
    expect(await turns()).toEqual([1, 2, 3, 4, 5])
  })

  test('have at most twelve members', async () => {
    const rules = { name: 'A monthly bag', kind: 'turns', monthly: '20000', seats: 13, due_day: 1 } as const
    expect((await market.call('create-ajo-circle', rules, { as: await market.person() })).body).toMatchObject({
      errors: { seats: 'A circle that takes turns has at most 12 members.' },
    })
  })

  test('give the sums of all to one member a month, who orders from them', async () => {
    const circle = await circleOfTurns(3)
    const [first = '', second = '', third = ''] = circle.people
    const { buyId } = await openBuy()
    await liveMonth(circle, { buyId })
    const [order] = await ordersOf(circle, first)
    expect(order?.quantity).toBeGreaterThan(1)
    expect(await balances(circle)).toEqual([3n * SUM - (order?.charged_kobo ?? 0n), 0n, 0n])
    expect(await monthOf(circle, 1)).toEqual({ outcome: 'bought', quantity: order?.quantity })
    expect(await ordersOf(circle, second)).toEqual([])
    await liveMonth(circle, { buyId: (await openBuy()).buyId })
    await liveMonth(circle, { buyId: (await openBuy()).buyId })
    expect(await statusOf(circle)).toEqual({ status: 'ended' })
    expect(await balances(circle)).toEqual([0n, 0n, 0n])
    for (const person of [first, second, third]) {
      const [own] = await ordersOf(circle, person)
      expect((own?.charged_kobo ?? 0n) + (await refundedKobo(person))).toBe(3n * SUM)
    }
  })

  test('without a vote keep the money, and order for that member in a later month', async () => {
    const circle = await circleOfTurns(3)
    const [first = '', second = ''] = circle.people
    await liveMonth(circle)
    expect(await monthOf(circle, 1)).toEqual({ outcome: 'no_votes', quantity: null })
    expect(await balances(circle)).toEqual([3n * SUM, 0n, 0n])
    await liveMonth(circle, { buyId: (await openBuy()).buyId })
    expect((await ordersOf(circle, first)).map(({ month }) => month)).toEqual([2])
    expect((await ordersOf(circle, second)).map(({ month }) => month)).toEqual([2])
    await liveMonth(circle, { buyId: (await openBuy()).buyId })
    expect(await ordersOf(circle, first)).toHaveLength(1)
  })

  test('do not spend what a member has paid ahead for the next month', async () => {
    const circle = await circleOfTurns(3)
    const [first = ''] = circle.people
    await moveOpenMonth(market, circle, 0)
    for (const as of circle.people) await pay(circle, as)
    await withoutTriggers(market.db.owner, (client) =>
      client.query(
        `update public.ajo_months set due_on = d.day, closes_at = (d.day + 8)::timestamp at time zone 'Africa/Lagos' from (select current_date + 10 as day) d where circle_id = $1 and month = 2`,
        [circle.circleId],
      ),
    )
    const { id } = await market.row<{ id: string }>(
      `select k.id from public.ajo_contributions k join public.ajo_members m on m.id = k.member_id where k.circle_id = $1 and m.person_id = $2 and k.month = 2`,
      [circle.circleId, first],
    )
    const { body } = await market.call(
      'pay-ajo-contribution',
      { contribution_id: id, expected_kobo: MONTHLY_KOBO },
      { as: first },
    )
    await money.routes.request(`/pay/${body.payment_id}`)
    await money.play.pages(
      new Request(`${SITE}/dev/pay/AJ-${body.payment_id}`, {
        method: 'POST',
        body: new URLSearchParams({ way: 'pay' }),
      }),
    )
    await confirmPayment(money.deps, `AJ-${body.payment_id}`)
    const { buyId } = await openBuy()
    await market.call('vote-in-ajo-circle', { circle_id: circle.circleId, group_buy_id: buyId }, { as: first })
    await moveOpenMonth(market, circle, -8)
    await advance()
    expect(await ordersOf(circle, first)).toHaveLength(1)
    expect((await balance(circle, first)) >= SUM).toBe(true)
  })
})

describe('a drop-out before their turn', () => {
  test('gets back what they put in when their month closes, and nobody loses a kobo', async () => {
    const circle = await circleOfTurns(5)
    const [, , dropout = ''] = circle.people
    await liveMonth(circle)
    await liveMonth(circle, { unpaid: [dropout] })
    expect(await memberOf(circle, dropout)).toMatchObject({ status: 'defaulted' })
    expect(await balances(circle)).toEqual([5n * SUM, 4n * SUM, 0n, 0n, 0n])
    await liveMonth(circle)
    expect(await monthOf(circle, 3)).toEqual({ outcome: 'void', quantity: null })
    expect(await refundedKobo(dropout)).toBe(SUM)
    // Those whose pot is short keep this month's own sum.
    expect(await balances(circle)).toEqual([5n * SUM, 5n * SUM, 0n, SUM, SUM])
    await liveMonth(circle)
    await liveMonth(circle)
    expect(await statusOf(circle)).toEqual({ status: 'ended' })
    for (const person of circle.people) expect(await refundedKobo(person)).toBe(person === dropout ? SUM : 5n * SUM)
  })

  test('may leave freely, in their own month too', async () => {
    const circle = await circleOfTurns(3)
    const [, leaver = ''] = circle.people
    await liveMonth(circle)
    await moveOpenMonth(market, circle, 0)
    await pay(circle, leaver)
    expect(await leave(circle, leaver)).toMatchObject({ status: 200, body: { returned_kobo: MONTHLY_KOBO } })
    await liveMonth(circle)
    expect(await refundedKobo(leaver)).toBe(2n * SUM)
  })
})

describe('after their turn', () => {
  test('a member cannot leave', async () => {
    const circle = await circleOfTurns(3)
    await liveMonth(circle)
    expect((await leave(circle, circle.people[0])).body.code).toBe('turn_taken')
  })

  test('months that are not paid are taken from what is left of the turn', async () => {
    const circle = await circleOfTurns(3)
    const [first = ''] = circle.people
    await liveMonth(circle)
    await liveMonth(circle, { unpaid: [first] })
    expect(await memberOf(circle, first)).toMatchObject({ status: 'active' })
    expect(await balances(circle)).toEqual([2n * SUM, 3n * SUM, 0n])
    await liveMonth(circle, { unpaid: [first] })
    for (const person of circle.people) expect(await refundedKobo(person)).toBe(person === first ? SUM : 3n * SUM)
  })

  test('a default leaves later pots a sum smaller; what comes back from the order fills them first', async () => {
    const circle = await circleOfTurns(4)
    const [first = '', second = '', third = '', fourth = ''] = circle.people
    // A buy that takes the whole pot but less than a sum, and fails for want of people later.
    const { buyId } = await openBuy({ min_participants: 9 })
    await liveMonth(circle, { buyId })
    const spent = (await ordersOf(circle, first))[0]?.charged_kobo ?? 0n
    const rest = 4n * SUM - spent
    expect(rest < SUM).toBe(true)
    await liveMonth(circle, { unpaid: [first] })
    expect(await memberOf(circle, first)).toMatchObject({ status: 'defaulted' })
    // Held for the others, and not theirs to take.
    expect(await balances(circle)).toEqual([rest, 3n * SUM, 0n, 0n])
    expect((await leave(circle, first)).body.code).toBe('circle_not_running')
    const vote = { circle_id: circle.circleId, group_buy_id: (await openBuy()).buyId }
    expect((await market.call('vote-in-ajo-circle', vote, { as: first })).body.code).toBe('circle_not_found')
    const { invitation } = await formingCircle(market, { taken: 1 })
    expect((await market.call('join-ajo-circle', { invitation }, { as: first })).body.code).toBe('circle_defaulted')
    // The buy fails: the third month is covered from what came back.
    const buys = paidBuys(market, money.play)
    await buys.letTimePass(buyId, 12 * 24 + 1)
    await buys.clock()
    await advance()
    expect(await balance(circle, first)).toBe(4n * SUM)
    await liveMonth(circle)
    expect(await balances(circle)).toEqual([3n * SUM, 3n * SUM, 4n * SUM, 0n])
    await liveMonth(circle)
    expect(await statusOf(circle)).toEqual({ status: 'ended' })
    // One month was paid, and one sum more than that stayed: the short second month is made up.
    expect(await refundedKobo(first)).toBe(SUM)
    for (const person of [second, third, fourth]) expect(await refundedKobo(person)).toBe(4n * SUM)
    expect(await readOver(second)).toContain('₦400,000')
  })

  test('what comes back after the circle has ended goes to those who are short', async () => {
    const circle = await circleOfTurns(3)
    const [first = '', second = '', third = ''] = circle.people
    const { buyId } = await openBuy({ min_participants: 9, end_date: new Date(Date.now() + 12 * 86_400_000) })
    await liveMonth(circle, { buyId })
    const rest = 3n * SUM - ((await ordersOf(circle, first))[0]?.charged_kobo ?? 0n)
    await liveMonth(circle, { unpaid: [first] })
    await liveMonth(circle)
    expect(await statusOf(circle)).toEqual({ status: 'ended' })
    expect(await refundedKobo(second)).toBe(2n * SUM + rest)
    expect(await refundedKobo(third)).toBe(2n * SUM)
    const buys = paidBuys(market, money.play)
    await buys.letTimePass(buyId, 12 * 24 + 1)
    await buys.clock()
    await advance()
    for (const person of [second, third]) expect(await refundedKobo(person)).toBe(3n * SUM)
    expect(await refundedKobo(first)).toBe(SUM)
  })

  test('a contribution that a bank takes back is first theirs to lose, then the market’s', async () => {
    const circle = await circleOfTurns(3)
    const [first = ''] = circle.people
    await moveOpenMonth(market, circle, 0)
    const reference = await pay(circle, first)
    for (const as of circle.people.slice(1)) await pay(circle, as)
    await moveOpenMonth(market, circle, -8)
    await advance()
    await openDispute(market.db.database, reference)
    await endDispute(market.db.database, reference, 'merchant-accepted')
    await confirmPayment(money.deps, reference)
    expect(await memberOf(circle, first)).toMatchObject({ status: 'defaulted' })
    // The rest of the turn goes on to pay for the months to come.
    expect(await balance(circle, first)).toBe(2n * SUM)
    await liveMonth(circle)
    await liveMonth(circle)
    expect(await refundedKobo(first)).toBe(0n)
    for (const person of circle.people.slice(1)) expect(await refundedKobo(person)).toBe(3n * SUM)
  })
})

test('turns are off by default, apart from baskets', async () => {
  const forming = await formingCircle(market, { kind: 'turns', taken: 2 })
  const full = await formingCircle(market, { kind: 'turns' })
  const running = await circleOfTurns(3)
  await market.db.owner.query(`insert into public.settings (key, value, note) values ('ajo_turns', '0', 'A test')`)
  const as = await market.person()
  const rules = { name: 'Another one', monthly: '20000', seats: 3, months: 3, due_day: 12 } as const
  expect((await market.call('create-ajo-circle', { ...rules, kind: 'turns' }, { as })).status).toBe(404)
  expect((await market.call('create-ajo-circle', rules, { as })).status).toBe(200)
  expect((await market.call('join-ajo-circle', { invitation: forming.invitation }, { as })).status).toBe(404)
  const start = market.call('start-ajo-circle', { circle_id: full.circleId }, { as: full.people[0] ?? '' })
  expect((await start).status).toBe(404)
  for (let month = 1; month <= 3; month += 1) await liveMonth(running)
  expect(await statusOf(running)).toEqual({ status: 'ended' })
  await market.db.owner.query(`insert into public.settings (key, value, note) values ('ajo_turns', '1', 'A test')`)
})

describe('a chief', () => {
  const end = (circle: TestCircle, as: string) =>
    market.call('end-ajo-circle', { circle_id: circle.circleId, reason: 'On the order of a court' }, { as })

  test('ends a circle: what is left goes to those who put in more, and back', async () => {
    const circle = await circleOfTurns(3)
    const [first = '', second = '', third = ''] = circle.people
    await liveMonth(circle)
    await moveOpenMonth(market, circle, 0)
    await pay(circle, third)
    const chief = await market.person({ role: 'chief' })
    expect(await end(circle, await market.person())).toMatchObject({ status: 404 })
    expect((await end(circle, chief)).status).toBe(200)
    expect((await end(circle, chief)).body.code).toBe('already_done')
    expect(await statusOf(circle)).toEqual({ status: 'ended' })
    expect(await Promise.all([first, second, third].map(refundedKobo))).toEqual([SUM, SUM, 2n * SUM])
    expect(await memberOf(circle, second)).toMatchObject({ status: 'finished' })
    expect(await readOver(second)).toContain('On the order of a court')
  })

  test('cancels one that has not started, and decides about no circle of their own', async () => {
    const forming = await formingCircle(market, { taken: 1 })
    const chief = await market.person({ role: 'chief' })
    await market.call('join-ajo-circle', { invitation: forming.invitation }, { as: chief })
    expect((await end(forming, chief)).body.code).toBe('own_case')
    expect((await end(forming, await market.person({ role: 'chief' }))).status).toBe(200)
    expect(await statusOf(forming)).toEqual({ status: 'cancelled' })
  })
})
