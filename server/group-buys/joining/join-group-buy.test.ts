import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const sums = (buyId: string) =>
  market.row<{
    quantity: number
    people: number
    current_quantity: number
    current_participants: number
    target_quantity: number
  }>(
    `select coalesce(sum(o.quantity), 0)::integer as quantity, count(distinct o.user_id)::integer as people,
       g.current_quantity, g.current_participants, g.target_quantity
     from public.group_buys g left join public.orders o on o.group_buy_id = g.id and o.status = 'pending' where g.id = $1 group by g.id`,
    [buyId],
  )

test('a join is priced after the join, charged at the ceiling, and increases the counts', async () => {
  const { buyId } = await market.buy()
  const buyer = await market.person()
  const { status, body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as: buyer })
  expect(status).toBe(200)
  expect(body.order).toMatchObject({
    status: 'pending',
    quantity: 2,
    unit_price: 80000,
    total_amount: 160000,
    ceiling_unit_price: 76000,
    fee_kobo: 380000,
    amount_due_kobo: 15580000,
    buyer_name: 'Ngozi Bello',
    user_id: buyer,
  })
  expect(body.group_buy).toMatchObject({ current_quantity: 2, current_participants: 1, current_price: 80000 })
})

test('joining, adding and leaving each queue one confirmation mail, in the same transaction', async () => {
  const { buyId } = await market.buy()
  const buyer = await market.person()
  const mails = async () => {
    const { rows } = await market.db.owner.query(
      `select m.kind, m.text from mail.messages m join auth.users u on u.email = m.recipient where u.id = $1 order by m.created_at`,
      [buyer],
    )
    return rows as { kind: string; text: string }[]
  }
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as: buyer })
  expect(await mails()).toEqual([{ kind: 'joined-buy', text: expect.stringContaining('with 2 bags.') }])
  expect((await mails())[0]?.text).toMatch(/To pay: ₦155,800, fee included, by .+You may leave free of charge until /s)
  await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  expect((await mails())[1]).toEqual({ kind: 'joined-buy', text: expect.stringContaining('is now for 3 bags.') })
  expect((await market.call('join-group-buy', { group_buy_id: buyId, quantity: 9999 }, { as: buyer })).status).toBe(409)
  expect(await mails()).toHaveLength(2)
  await market.call('leave-group-buy', { order_id: body.order.id }, { as: buyer })
  expect((await mails()).map(({ kind }) => kind)).toEqual(['joined-buy', 'joined-buy', 'left-buy'])
  expect((await mails())[2]?.text).toContain(`order ${body.order.order_no} is cancelled`)
})

test('the joiner who meets a threshold sees the lower price at once', async () => {
  const { buyId } = await market.buy()
  for (let place = 1; place <= 5; place++) {
    const { body } = await market.call(
      'join-group-buy',
      { group_buy_id: buyId, quantity: 1 },
      { as: await market.person() },
    )
    expect(body.order.unit_price).toBe(place < 5 ? 80000 : 76000)
  }
})

test('joining again adds to the pending order and counts the person once', async () => {
  const { buyId } = await market.buy()
  const buyer = await market.person()
  const first = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  const second = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as: buyer })
  expect(second.body.order).toMatchObject({ id: first.body.order.id, quantity: 3, total_amount: 240000 })
  expect(await sums(buyId)).toMatchObject({ quantity: 3, people: 1, current_quantity: 3, current_participants: 1 })
})

test('the same key returns the same response; a different body is rejected', async () => {
  const { buyId } = await market.buy()
  const buyer = await market.person()
  const options = { as: buyer, key: 'join-1' }
  const first = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, options)
  const again = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, options)
  const other = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, options)
  expect([again.status, again.body, other.status]).toEqual([200, first.body, 422])
  expect(await sums(buyId)).toMatchObject({ quantity: 1 })
})

test.each([
  ['an unknown buy', { group_buy_id: '11111111-1111-4111-8111-111111111111', quantity: 1 }, 404, 'Group buy not found'],
  ['no id', { group_buy_id: 'x', quantity: 1 }, 404, 'Group buy not found'],
])('%s', async (_, input, status, message) => {
  const response = await market.call('join-group-buy', input, { as: await market.person() })
  expect(response).toMatchObject({ status, body: { message } })
})

test.each([0, -1, 1.5, 1e9, '3', null, Number.NaN, [1]])('quantity %j is refused', async (quantity) => {
  const { buyId } = await market.buy()
  const { status, body } = await market.call(
    'join-group-buy',
    { group_buy_id: buyId, quantity },
    { as: await market.person() },
  )
  expect([400, 409]).toContain(status)
  expect(body.message).toMatch(/Quantity must be a whole number|Requested quantity exceeds available spots/)
  expect(await sums(buyId)).toMatchObject({ current_quantity: 0 })
})

test('refusals: signed out, unconfirmed, own shop, limits, ended, full, unknown field', async () => {
  const { buyId, ownerId } = await market.buy({ target_quantity: 10, max_quantity: 4, max_participants: 20 })
  const buyer = await market.person()
  const join = (quantity: number, as?: string, more = {}) =>
    market.call('join-group-buy', { group_buy_id: buyId, quantity, ...more }, as ? { as } : {})
  expect((await join(1)).status).toBe(401)
  expect((await join(1, await market.person({ confirmed: false }))).status).toBe(403)
  expect((await join(1, ownerId)).body.code).toBe('own_shop')
  expect((await join(5, buyer)).body.code).toBe('quantity_above_maximum')
  expect((await join(11, buyer)).body.message).toBe('Requested quantity exceeds available spots')
  expect((await join(1, buyer, { user_id: ownerId })).status).toBe(400)
  await join(4, buyer)
  expect((await join(1, buyer)).body.code).toBe('quantity_above_maximum')
  await market.moved('clock', `update public.group_buys set status = 'closed' where id = $1`, [buyId])
  expect(await join(1, await market.person())).toMatchObject({
    status: 409,
    body: { message: 'This group buy is no longer active' },
  })
})

test('refuses a buy that has ended by the database clock though its status is still active', async () => {
  const { buyId } = await market.buy()
  await market.db.owner.query(
    `update public.group_buys set end_date = now() - interval '1 millisecond' where id = $1`,
    [buyId],
  )
  const response = await market.call(
    'join-group-buy',
    { group_buy_id: buyId, quantity: 1 },
    { as: await market.person() },
  )
  expect(response).toMatchObject({ status: 409, body: { message: 'This group buy is no longer active' } })
})

test('500 concurrent joiners never oversell, in several rounds, and the counts match the orders', async () => {
  const people = await Promise.all(Array.from({ length: 500 }, () => market.person()))
  for (let round = 1; round <= 3; round++) {
    const { buyId } = await market.buy({ target_quantity: 300, max_participants: round === 2 ? 100 : null })
    const responses = await Promise.all(
      people.map((as, index) =>
        market.call('join-group-buy', { group_buy_id: buyId, quantity: (index % 3) + 1 }, { as }),
      ),
    )
    const joined = responses.filter((response) => response.status === 200)
    expect(responses.filter((response) => response.status !== 200 && response.status !== 409)).toEqual([])
    const counts = await sums(buyId)
    expect(counts.current_quantity).toBe(counts.quantity)
    expect(counts.current_participants).toBe(counts.people)
    expect(counts.people).toBe(joined.length)
    expect(counts.current_quantity).toBeLessThanOrEqual(300)
    if (round === 2) expect(counts.current_participants).toBe(100)
    else expect(counts.current_quantity).toBeGreaterThan(297)
  }
  expect(market.faults).toEqual([])
}, 120_000)

test('30 concurrent joins of one user make one participant with one pending order', async () => {
  const { buyId } = await market.buy({ max_quantity: 50 })
  const buyer = await market.person()
  await market.db.owner.query('insert into public.verified_accounts (profile_id) values ($1)', [buyer])
  await Promise.all(
    Array.from({ length: 30 }, () =>
      market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer }),
    ),
  )
  expect(await sums(buyId)).toMatchObject({ quantity: 30, people: 1, current_quantity: 30, current_participants: 1 })
})

test('40 taps of one person on pages that show no order buy once, whatever their keys', async () => {
  const { buyId } = await market.buy({ max_quantity: 50 })
  const buyer = await market.person()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, tap) =>
      market.call(
        'join-group-buy',
        { group_buy_id: buyId, quantity: 2, own_quantity: 0 },
        tap % 2 === 0 ? { as: buyer, key: `tap-${tap}` } : { as: buyer },
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  // Beyond the limit of calls a minute, calls are turned away earlier.
  expect(refused.every(({ status }) => status === 409 || status === 429)).toBe(true)
  expect(refused.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'own_quantity_changed',
    message: 'You are already in with 2 bags. Nothing was added.',
    details: { own_quantity: 2 },
  })
  expect(await sums(buyId)).toMatchObject({ quantity: 2, people: 1, current_quantity: 2, current_participants: 1 })
})

test('two taps with the right quantity take more once', async () => {
  const { buyId } = await market.buy({ max_quantity: 50 })
  const buyer = await market.person()
  const more = (own: number) =>
    market.call('join-group-buy', { group_buy_id: buyId, quantity: 1, own_quantity: own }, { as: buyer })
  expect((await more(0)).status).toBe(200)
  expect((await Promise.all([more(1), more(1)])).map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await sums(buyId)).toMatchObject({ quantity: 2 })
  expect((await more(1)).body.code).toBe('own_quantity_changed')
})
