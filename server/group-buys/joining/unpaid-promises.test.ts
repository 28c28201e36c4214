import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { type CommandResponse, openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { moveGroupBuys } from '../move-group-buys.ts'

// Unpaid promises are limited (design.md, section 8): by the rule, with its texts, and by the database as a second
// guard.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const CHEAP = { price_tiers: '[]', min_participants: 1, payment_mode: 'reserve' }
const join = (buyId: string, as: string, quantity = 1) =>
  market.call('join-group-buy', { group_buy_id: buyId, quantity }, { as })
const buys = (amount: number, facts = {}) =>
  Promise.all(Array.from({ length: amount }, async () => (await market.buy({ ...CHEAP, ...facts })).buyId))
const describeRefusal = ({ status, body }: CommandResponse) => [status, body.code, body.message]

/** Sets a setting until `back` is called. */
async function setting(key: string, value: number): Promise<() => Promise<void>> {
  await market.db.owner.query('alter table public.settings disable trigger user')
  await market.db.owner.query(
    `insert into public.settings (key, value, effective_from) values ($1, $2, now() - interval '1 second')`,
    [key, JSON.stringify(value)],
  )
  await market.db.owner.query('alter table public.settings enable trigger user')
  return async () => {
    await market.db.owner.query(`delete from public.settings where key = $1 and effective_from > '-infinity'`, [key])
  }
}

const pay = (person: string) =>
  market.moved(
    'gateway',
    `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0 where user_id = $1 and status = 'pending'`,
    [person],
  )
const lapse = (person: string, daysAgo = 0) =>
  market.moved(
    'clock',
    `update public.orders set status = 'expired', amount_due_kobo = 0, ended_at = now() - make_interval(days => $2) where user_id = $1 and status = 'pending'`,
    [person, daysAgo],
  )

test('a new account may have five unpaid orders, even with concurrent joins', async () => {
  const person = await market.person()
  const back = await setting('unpaid_new_naira', 100_000_000)
  const twelve = await buys(12)
  const responses = await Promise.all(twelve.map((buyId) => join(buyId, person)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
  const [refused] = responses.filter(({ status }) => status !== 200)
  expect(refused && describeRefusal(refused)).toEqual([
    409,
    'too_many_unpaid',
    'A new account may have 5 unpaid orders, and you have 5. The limit rises to 15 after 3 paid orders, and to 40 once we have verified your account. Pay for one or leave one first.',
  ])
  expect(refused?.body.details).toMatchObject({ most_unpaid_orders: 5, unpaid_orders: 5 })
  const [mine] = responses.filter(({ status }) => status === 200)
  // Existing orders may grow, and leaving makes room for another.
  expect((await join(mine?.body.order.group_buy_id, person)).status).toBe(200)
  await market.call('leave-group-buy', { order_id: mine?.body.order.id }, { as: person })
  expect((await join(refused ? (twelve[responses.indexOf(refused)] ?? '') : '', person)).status).toBe(200)
  await back()
  expect(market.faults).toEqual([])
})

test('a new account may owe ₦500,000, and additions to an order count like a new one', async () => {
  const person = await market.person()
  const [first = '', second = ''] = await buys(2)
  expect((await join(first, person, 4)).status).toBe(200)
  const words = [
    409,
    'too_much_unpaid',
    'A new account may owe ₦500,000. You owe ₦328,000, and this would make it ₦574,000. The limit rises to ₦2,000,000 after 3 paid orders, and to ₦10,000,000 once we have verified your account. Pay for an order, leave one, or take less.',
  ]
  expect(describeRefusal(await join(second, person, 3))).toEqual(words)
  expect(describeRefusal(await join(first, person, 3))).toEqual(words)
  expect((await join(first, person, 2)).status).toBe(200)
})

test('an order from the cart counts like one from a buy', async () => {
  const person = await market.person()
  const { vendorId } = await market.shop()
  const order = (naira: number) =>
    queryWithCause(
      market.db.owner,
      'buyer',
      `with opened as (insert into public.checkouts (user_id) values ($1) returning id)
       insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount, amount_due_kobo)
       select id, $1, $2, 1, $3::numeric, $3::numeric * 100 from opened`,
      [person, vendorId, naira],
    )
  await order(450_000)
  const [buyId = ''] = await buys(1)
  expect((await join(buyId, person)).body.code).toBe('too_much_unpaid')
  await expect(order(50_001)).rejects.toMatchObject({ code: 'PT409', message: 'Too much is unpaid' })
  await order(50_000)
})

test('the limits grow with three paid orders, and again when a chief verifies the account', async () => {
  const [person, chief] = [await market.person(), await market.person({ role: 'chief' })]
  const four = await buys(5)
  for (const buyId of four.slice(0, 3)) {
    expect((await join(buyId, person, 7)).body.code).toBe('too_much_unpaid')
    await join(buyId, person)
    await pay(person)
  }
  expect((await join(four[3] ?? '', person, 20)).status).toBe(200)
  expect((await join(four[4] ?? '', person, 10)).body.message).toContain(
    'Your account may owe ₦2,000,000. You owe ₦1,640,000, and this would make it ₦2,460,000. The limit rises to ₦10,000,000 once',
  )
  const verify = (as: string, verified = true) => market.call('verify-account', { user_id: person, verified }, { as })
  expect([(await verify(person)).status, (await verify(await market.person({ role: 'manager' }))).status]).toEqual([
    403, 403,
  ])
  expect((await verify(chief)).status).toBe(200)
  expect((await join(four[4] ?? '', person, 10)).status).toBe(200)
  expect((await verify(chief, false)).body).toEqual({ user_id: person, verified: false })
  expect((await join(four[4] ?? '', person, 1)).body.code).toBe('too_much_unpaid')
  expect(
    await market.row(
      `select array_agg(after ->> 'verified' order by id) as acts from public.audit_log where action = 'account.verify' and subject_id = $1`,
      [person],
    ),
  ).toEqual({ acts: ['true', 'false'] })
})

test('without a vendor’s maximum, one user may hold a quarter of the target unpaid', async () => {
  const person = await market.person()
  await market.db.owner.query('insert into public.verified_accounts (profile_id) values ($1)', [person])
  const [open = ''] = await buys(1, { target_quantity: 30 })
  const limited = (await market.buy({ ...CHEAP, target_quantity: 30, max_quantity: 20 })).buyId
  expect((await join(open, person, 7)).status).toBe(200)
  expect(describeRefusal(await join(open, person, 1))).toEqual([
    409,
    'too_large_a_share',
    'One person may have 7 unpaid here, and you have 7. You may take more once you have paid for them.',
  ])
  expect((await join(limited, person, 20)).status).toBe(200)
  await pay(person)
  expect((await join(open, person, 7)).status).toBe(200)
  const [small = ''] = await buys(1, { target_quantity: 5, min_quantity: 3 })
  expect((await join(small, person, 3)).status).toBe(200)
})

test('after two expired reservations in 60 days, a place is held for half an hour only', async () => {
  const person = await market.person()
  const [first = '', second = '', third = '', fourth = ''] = await buys(4)
  const early = await join(first, person)
  expect(early.body.order.hold_expires_at).toBeNull()
  for (const [buyId, daysAgo] of [
    [first, 61],
    [second, 59],
    [third, 1],
  ] as const) {
    if (buyId !== first) await join(buyId, person)
    if (buyId === third) await join(fourth, person)
    await market.moved(
      'clock',
      `update public.orders set status = 'expired', amount_due_kobo = 0, ended_at = now() - make_interval(days => $2)
       where user_id = $1 and status = 'pending' and group_buy_id = $3`,
      [person, daysAgo, buyId],
    )
  }
  // Earlier reservations are kept, but cannot grow.
  expect(describeRefusal(await join(fourth, person))).toEqual([
    409,
    'pay_first',
    '2 of your reservations were not paid in time in the last 60 days. Pay for what you have here before you add to it.',
  ])
  const onJoining = (buyId: string, who: string) =>
    asPerson(market.db, who, 'select public.pays_on_joining($1) as held', [buyId]).then(({ rows }) => rows[0]?.held)
  // The buy’s page shows this beforehand.
  const [{ buyId: toJoin }, other] = [
    await market.buy({ ...CHEAP, payment_mode: 'pay_to_join' }),
    await market.person(),
  ]
  expect([await onJoining(first, person), await onJoining(first, other), await onJoining(toJoin, other)]).toEqual([
    true,
    false,
    true,
  ])
  const heldJoin = await join(first, person)
  const left = Date.parse(heldJoin.body.order.hold_expires_at) - Date.now()
  expect([left > 25 * 60_000, left <= 30 * 60_000]).toEqual([true, true])
  const notices = `select body from public.notices where person_id = $1 order by created_at desc, id desc limit 1`
  expect(await market.row(notices, [person])).toEqual({
    body: `1 bag. To pay: ₦82,000 by ${formatMoment(new Date(heldJoin.body.order.hold_expires_at))}.`,
  })
  // Adding to it doesn’t extend the hold.
  expect((await join(first, person)).body.order.hold_expires_at).toBe(heldJoin.body.order.hold_expires_at)
  await market.db.owner.query(`update public.orders set hold_expires_at = now() - interval '1 second' where id = $1`, [
    heldJoin.body.order.id,
  ])
  await moveGroupBuys(market.db.database, 'https://market.test')
  expect(
    await market.row(
      `select o.status, g.current_quantity from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.id = $1`,
      [heldJoin.body.order.id],
    ),
  ).toEqual({ status: 'expired', current_quantity: 0 })
  expect((await auditMarket(market.db.owner)).filter(({ rule }) => !/L15|cart|lines/.test(rule))).toEqual([])
})

test('a buyer who must pay on joining can still order from the cart, where the checkout holds the goods', async () => {
  const person = await market.person()
  for (const buyId of await buys(2)) {
    await join(buyId, person)
    await lapse(person, 1)
  }
  const { vendorId } = await market.shop()
  const line = { product_id: await market.product(vendorId), quantity: 1, unit_price_kobo: 8_000_000 }
  const ordered = await market.call('order-cart', { lines: [line], expected_kobo: 8_200_000 }, { as: person })
  expect([ordered.status, ordered.body.orders]).toEqual([
    200,
    [expect.objectContaining({ amount_due_kobo: 8_200_000 })],
  ])
})

test('no order grows beyond a limit that has been lowered since', async () => {
  const person = await market.person()
  const [first = '', second = ''] = await buys(2)
  expect([(await join(first, person)).status, (await join(second, person)).status]).toEqual([200, 200])
  const back = await setting('unpaid_new_orders', 1)
  expect((await join(second, person)).body.code).toBe('too_many_unpaid')
  await back()
})

test.each([
  ['unpaid_new_orders', 0, 'too_many_unpaid'],
  ['unpaid_new_naira', 81_999, 'too_much_unpaid'],
  ['unpaid_share_percent', 0, null],
])('the setting %s = %i answers %s', async (key, value, code) => {
  const back = await setting(key, value)
  const [buyId = ''] = await buys(1)
  const person = await market.person()
  expect((await join(buyId, person)).body.code ?? null).toBe(code)
  if (key === 'unpaid_share_percent') expect((await join(buyId, person)).body.code).toBe('too_large_a_share')
  await back()
})

test.each(['known', 'verified'] as const)('the settings of a %s account limit it', async (grade) => {
  const person = await market.person()
  if (grade === 'verified')
    await market.db.owner.query('insert into public.verified_accounts (profile_id) values ($1)', [person])
  const [buyId = '', other = ''] = await buys(2)
  const back = [await setting(`unpaid_${grade}_orders`, 1), await setting('unpaid_known_after', 1)]
  await join(buyId, person)
  await pay(person)
  expect((await join(buyId, person)).status).toBe(200)
  expect((await join(other, person)).body.code).toBe('too_many_unpaid')
  back.push(await setting(`unpaid_${grade}_naira`, 100_000))
  expect((await join(buyId, person)).body.code).toBe('too_much_unpaid')
  for (const undo of back) await undo()
})

test('unpaid_lapses, unpaid_lapse_days and pay_to_join_hold_minutes decide which buyers pay on joining, and how soon', async () => {
  const person = await market.person()
  const [first = '', second = '', third = ''] = await buys(3)
  await join(first, person)
  await lapse(person, 10)
  const heldMinutes = async (buyId: string) => {
    const { order } = (await join(buyId, person)).body
    return order.hold_expires_at && Math.round((Date.parse(order.hold_expires_at) - Date.now()) / 60_000)
  }
  const back = [await setting('unpaid_lapses', 1), await setting('pay_to_join_hold_minutes', 45)]
  expect(await heldMinutes(first)).toBe(45)
  back.push(await setting('unpaid_lapse_days', 9))
  expect(await heldMinutes(second)).toBeNull()
  const { buyId: paidOnJoining } = await market.buy({ ...CHEAP, payment_mode: 'pay_to_join' })
  expect(await heldMinutes(paidOnJoining)).toBe(45)
  for (const undo of back) await undo()
  expect(await heldMinutes(third)).toBeNull()
})

test('every setting of unpaid promises is covered by these tests', async () => {
  const { rows } = await market.db.owner.query<{ key: string }>(
    'select jsonb_object_keys(public.unpaid_limits()) as key order by key',
  )
  expect(rows.map(({ key }) => key)).toEqual([
    'pay_to_join_hold_minutes',
    'unpaid_known_after',
    'unpaid_known_naira',
    'unpaid_known_orders',
    'unpaid_lapse_days',
    'unpaid_lapses',
    'unpaid_new_naira',
    'unpaid_new_orders',
    'unpaid_new_share_percent',
    'unpaid_share_percent',
    'unpaid_verified_naira',
    'unpaid_verified_orders',
  ])
})

test('a chief cannot set an invalid limit', async () => {
  for (const value of [-1, 2.5, '"many"'])
    await expect(
      market.db.owner.query(
        `insert into public.settings (key, value, effective_from) values ('unpaid_new_orders', $1, now())`,
        [value],
      ),
    ).rejects.toMatchObject({ code: 'PT400' })
})
