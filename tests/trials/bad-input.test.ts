import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CommandName } from '#api/commands.ts'
import { type Owed, openTrial, type Trial } from './setup/trial.ts'

// Invalid input to the money commands: amounts, fields, other users' rows, and rights revoked meanwhile.

let trial: Trial
let buyId: string
let ownerId: string
let chief: string
let refundId: string
let pending: Owed
let paid: Owed
beforeAll(async () => {
  trial = await openTrial()
  ;({ buyId, ownerId } = await trial.buy())
  pending = await trial.join(buyId)
  paid = await trial.join(buyId)
  await trial.pay(paid)
  chief = await trial.person({ role: 'chief' })
  refundId = await stuckRefund()
})
afterEach(async () => expect(await trial.findings()).toEqual([]))
afterAll(() => trial.close())

/** A payment of a separate order without a chargeback. */
async function stuckRefund(): Promise<string> {
  const order = await trial.join((await trial.buy()).buyId)
  const { body } = await trial.begin(order)
  await trial.press(body.payment_id, body.naira_kobo, 'pay-refunds-stick')
  await trial.work()
  await trial.leave(order)
  for (let turn = 0; turn < 3; turn += 1) await trial.work()
  const { id, status } = await trial.row<{ id: string; status: string }>(
    'select id, status from public.refunds where order_id = $1',
    [order.orderId],
  )
  expect(status).toBe('needs_attention')
  return id
}

/** A valid body, by command and caller. */
const calls = (): Partial<Record<CommandName, { as: string; body: Record<string, unknown> }>> => ({
  'join-group-buy': { as: pending.buyer, body: { group_buy_id: buyId, quantity: 1 } },
  'leave-group-buy': { as: paid.buyer, body: { order_id: paid.orderId } },
  'cancel-order': { as: pending.buyer, body: { order_id: pending.orderId } },
  'pay-orders': {
    as: pending.buyer,
    body: { order_ids: [pending.orderId], peps_kobo: 0, expected_kobo: pending.dueKobo, return_to: null },
  },
  'honour-group-buy': { as: ownerId, body: { group_buy_id: buyId } },
  'confirm-part-pack': { as: ownerId, body: { group_buy_id: buyId } },
  'cancel-group-buy': { as: ownerId, body: { group_buy_id: buyId, reason: 'The harvest failed' } },
  'repeat-refund': { as: chief, body: { refund_id: refundId, bank_code: null, account_number: null } },
})
const NAMES = [
  'join-group-buy',
  'leave-group-buy',
  'cancel-order',
  'pay-orders',
  'honour-group-buy',
  'confirm-part-pack',
  'cancel-group-buy',
  'repeat-refund',
] as const

/** A snapshot of all money and orders, which must not change. */
const everything = () =>
  trial.row(
    `select (select count(*)::int from ledger.transfers) as transfers, (select count(*)::int from public.payments) as payments,
       (select count(*)::int from public.orders) as orders, (select sum(quantity)::int from public.orders) as units,
       (select count(*)::int from public.refunds) as refunds, (select count(*)::int from public.status_changes) as moves,
       (select count(*)::int from mail.messages) as mails, (select count(*)::int from public.audit_log) as acts`,
  )

/** Sends these bodies one after the other: each is rejected with a 4xx, without any effect. */
async function allRefused(name: CommandName, bodies: readonly unknown[], as = calls()[name]?.as): Promise<void> {
  const before = await everything()
  for (const body of bodies) {
    const { status } = await trial.call(name, body as Record<string, unknown>, as ? { as } : {})
    expect([JSON.stringify(body), status >= 400 && status < 500]).toEqual([JSON.stringify(body), true])
  }
  expect(await everything()).toEqual(before)
}

const NO_AMOUNT = [
  -1,
  -0.5,
  0.5,
  1e-9,
  2 ** 53,
  2 ** 53 + 2,
  1e30,
  -1e30,
  '1',
  '',
  null,
  undefined,
  Number.NaN,
  [],
  [1],
  {},
  true,
]
const NO_ID = ['', 'x', "' or 1=1 --", crypto.randomUUID(), 'a'.repeat(10_000), null, 1, [], {}, '\u0000', '🍚']

describe('amounts that are none', () => {
  test.each([
    ['join-group-buy', 'quantity'],
    ['pay-orders', 'peps_kobo'],
    ['pay-orders', 'expected_kobo'],
  ] as const)('%s, %s', async (name, field) => {
    const valid = calls()[name]?.body
    const zero = field === 'peps_kobo' ? [] : [0]
    await allRefused(
      name,
      [...zero, ...NO_AMOUNT].map((value) => ({ ...valid, [field]: value })),
    )
  })
})

describe.each(NAMES)('%s', (name) => {
  test('takes no field of the server: prices, fees, owners, states, other currencies', async () => {
    const valid = calls()[name]?.body
    const forged = {
      currency: 'USD',
      amount_kobo: 1,
      naira_kobo: 1,
      total_amount: 1,
      unit_price: 1,
      fee_kobo: 0,
      user_id: chief,
      status: 'paid',
      paid_at: 'now',
      __proto: 1,
    }
    await allRefused(
      name,
      Object.entries(forged).map(([field, value]) => ({ ...valid, [field]: value })),
    )
  })

  test('takes no id that is none, and no list or text for a body', async () => {
    const valid = calls()[name]?.body ?? {}
    const field = Object.keys(valid).find((key) => key.endsWith('_id') || key === 'order_ids') ?? ''
    const ids = field === 'order_ids' ? NO_ID.map((id) => [id]) : NO_ID
    await allRefused(name, [...ids.map((id) => ({ ...valid, [field]: id })), [], [valid], 'text', 7, null, {}])
  })

  test('is not for strangers, and not for visitors', async () => {
    if (name === 'join-group-buy') return
    const valid = calls()[name]?.body
    await allRefused(name, [valid], await trial.person())
    const { status } = await trial.call(name, valid ?? {})
    expect(status).toBe(401)
  })
})

describe('a right that was taken away between the page and the button', () => {
  test.each([
    ['cancel-group-buy', 'vendor', 'customer'],
    ['honour-group-buy', 'vendor', 'customer'],
    ['confirm-part-pack', 'vendor', 'customer'],
    ['repeat-refund', 'chief', 'manager'],
  ] as const)('%s of a former %s', async (name, role, now) => {
    const { as = '', body } = calls()[name] ?? {}
    await trial.rewrite('update public.profiles set role = $2 where id = $1', [as, now])
    await allRefused(name, [body])
    // Rejected as not found, and not because of its state.
    expect((await trial.call(name, body ?? {}, { as })).body.code).toMatch(/not_found$/)
    await trial.rewrite('update public.profiles set role = $2 where id = $1', [as, role])
  })

  test('an order of one who was banned meanwhile', async () => {
    const removed = await trial.person()
    await trial.db.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [removed])
    await allRefused('join-group-buy', [{ group_buy_id: buyId, quantity: 1 }], removed)
  })
})

describe('what changed between the page and the button', () => {
  test('fees that changed in the settings do not touch what is joined, nor what it costs', async () => {
    await trial.db.owner.query(
      `insert into public.settings (key, value, effective_from) values ('buyer_fee_bps', '200', now() + interval '2 hours')`,
    )
    await trial.db.owner.query(
      `update public.settings set effective_from = now() - interval '1 second' where key = 'buyer_fee_bps' and effective_from > now()`,
    )
    const grown = await trial.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: pending.buyer })
    expect(grown.body.order.amount_due_kobo).toBe(2 * pending.dueKobo)
    // The page still shows one unit: the response has the figures of two.
    const { status, body } = await trial.begin(pending)
    expect([status, body.code, body.details]).toEqual([
      409,
      'total_mismatch',
      { total_kobo: String(2 * pending.dueKobo) },
    ])
    pending = { ...pending, dueKobo: 2 * pending.dueKobo }
    expect((await trial.begin(pending)).status).toBe(200)
  })

  test('a buy that was cancelled meanwhile takes no payment, and a payment that was on its way comes back', async () => {
    const other = await trial.buy()
    const order = await trial.join(other.buyId)
    const begun = (await trial.begin(order)).body
    await trial.call(
      'cancel-group-buy',
      { group_buy_id: other.buyId, reason: 'The harvest failed' },
      { as: other.ownerId },
    )
    expect((await trial.begin(order)).body.code).toBe('payment_closed')
    await trial.press(begun.payment_id, begun.naira_kobo)
    for (let turn = 0; turn < 3; turn += 1) await trial.work()
    expect(
      await trial.row(
        'select p.trouble, f.status, f.amount_kobo from public.payments p join public.refunds f on f.payment_id = p.id where p.id = $1',
        [begun.payment_id],
      ),
    ).toEqual({ trouble: 'not_payable', status: 'processed', amount_kobo: BigInt(order.dueKobo) })
  })

  test('two tabs that pay in different ways pay once', async () => {
    const order = await trial.join((await trial.buy()).buyId)
    await trial.give(order.buyer, order.dueKobo)
    const tabs = await Promise.all([trial.begin(order), trial.begin(order, 1_000), trial.begin(order, order.dueKobo)])
    for (const { body } of tabs) {
      if (body.status === 'initiated') await trial.press(body.payment_id, body.naira_kobo)
    }
    for (let turn = 0; turn < 4; turn += 1) await trial.work()
    const held = await trial.row(
      `select o.status, o.charged_kobo, (select coalesce(sum(received_kobo), 0)::bigint from public.payments where user_id = $2) as came,
         (select coalesce(sum(amount_kobo), 0)::bigint from public.refunds f join public.payments p on p.id = f.payment_id where p.user_id = $2) as back,
         o.peps_kobo as peps from public.orders o where o.id = $1`,
      [order.orderId, order.buyer],
    )
    expect(held).toMatchObject({ status: 'paid', charged_kobo: BigInt(order.dueKobo) })
    expect(BigInt(held.came as bigint) - BigInt(held.back as bigint) + BigInt(held.peps as bigint)).toBe(
      BigInt(order.dueKobo),
    )
  })
})
