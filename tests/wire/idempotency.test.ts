import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandName } from '#api/commands.ts'
import { commands } from '#server/commands.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { KEYS, openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

/** A call that succeeds, once. */
interface Act {
  /** Person id; missing for visitors and the secret key. */
  as?: string
  /** From a session that has just given a password. */
  session?: string
  body: Record<string, unknown>
  /** Another body under the same key. */
  other: Record<string, unknown>
  /** How often it has happened. */
  effects: () => Promise<number>
}

const secretKey = { apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` }

test.each(commands.map((command) => [command.name, command] as const))(
  '%s: fifty calls at once under one key happen once, another body is refused',
  async (name, command) => {
    const act = await acts[name](wire.market)
    const key = crypto.randomUUID()
    const token = act.as && (await wire.tokenOf(act.as, { session_id: act.session ?? crypto.randomUUID() }))
    const session = token ? { authorization: `Bearer ${token}` } : {}
    const send = (body: Record<string, unknown>) =>
      wire.ask(`/functions/v1/${name}`, {
        method: 'POST',
        ...(act.as && { as: act.as }),
        headers: { ...(command.who === 'secret-key' && secretKey), 'idempotency-key': key, ...session },
        body: JSON.stringify(body),
      })
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(act.body)))
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(answers.map(({ status }) => status)), texts[0]).toEqual(new Set([200]))
    // The first caller gets the row as written, the others as stored: the same JSON, perhaps with fields in another order.
    for (const text of texts) expect(JSON.parse(text)).toEqual(JSON.parse(texts[0] ?? ''))
    expect(await act.effects()).toBe(1)

    const reused = await send(act.other)
    expect([reused.status, await reused.json()]).toMatchObject([422, { code: 'idempotency_key_reused' }])
    expect(await act.effects()).toBe(1)
    expect(wire.faults).toEqual([])
  },
)

const count = async (market: TestMarket, sql: string, values: unknown[]) =>
  Number((await market.row<{ n: bigint }>(`select count(*) as n from ${sql}`, values)).n)

async function joined(market: TestMarket) {
  const { buyId, ownerId } = await market.buy()
  const buyer = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as: buyer })
  return { buyId, ownerId, buyer, orderId: String(body.order.id) }
}

const movesTo = (market: TestMarket, id: string, status: string) =>
  count(market, 'public.status_changes where subject_id = $1 and to_status = $2', [id, status])

const audits = (market: TestMarket, id: string) => count(market, 'public.audit_log where subject_id = $1', [id])

/** A new command has to be described here, or this file does not compile. */
const acts: Record<CommandName, (market: TestMarket) => Promise<Act>> = {
  async 'join-group-buy'(market) {
    const { buyId } = await market.buy()
    const buyer = await market.person()
    return {
      as: buyer,
      body: { group_buy_id: buyId, quantity: 2 },
      other: { group_buy_id: buyId, quantity: 3 },
      // A second join would have grown the order.
      effects: () => count(market, 'public.orders where group_buy_id = $1 and quantity = 2', [buyId]),
    }
  },
  async 'leave-group-buy'(market) {
    const { buyer, orderId } = await joined(market)
    return {
      as: buyer,
      body: { order_id: orderId },
      other: { order_id: crypto.randomUUID() },
      effects: () => movesTo(market, orderId, 'cancelled'),
    }
  },
  async 'pay-orders'(market) {
    const { buyer, orderId } = await joined(market)
    const { due } = await market.row<{ due: bigint }>(
      'select amount_due_kobo as due from public.orders where id = $1',
      [orderId],
    )
    const body = { order_ids: [orderId], peps_kobo: 0, expected_kobo: Number(due), return_to: null }
    return {
      as: buyer,
      body,
      other: { ...body, return_to: 'peps' },
      effects: () => count(market, 'public.payment_parts where order_id = $1', [orderId]),
    }
  },
  async 'honour-group-buy'(market) {
    const { buyId, ownerId, orderId } = await joined(market)
    await market.moved(
      'gateway',
      `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0 where id = $1`,
      [orderId],
    )
    await market.moved('clock', `update public.group_buys set status = 'closed' where id = $1`, [buyId])
    await market.moved('clock', `update public.group_buys set status = 'settling' where id = $1`, [buyId])
    return {
      as: ownerId,
      body: { group_buy_id: buyId },
      other: { group_buy_id: crypto.randomUUID() },
      effects: () => audits(market, buyId),
    }
  },
  async 'repeat-refund'(market) {
    const chief = await market.person({ role: 'chief' })
    const id = crypto.randomUUID()
    await market.moved(
      'buyer',
      `insert into public.payments (id, reference, user_id, gateway, naira_kobo) values ($1::uuid, 'AJ-' || $1::uuid, $2, 'paystack', 100)`,
      [id, chief],
    )
    const refund = crypto.randomUUID()
    await market.moved(
      'gateway',
      `insert into public.refunds (id, payment_id, amount_kobo, reason) values ('${refund}', '${id}', 100, 'amount') returning id`,
    )
    await market.moved('gateway', `update public.refunds set status = 'sent' where id = $1`, [refund])
    await market.moved('gateway', `update public.refunds set status = 'needs_attention' where id = $1`, [refund])
    return {
      as: chief,
      body: { refund_id: refund, bank_code: null, account_number: null },
      other: { refund_id: crypto.randomUUID(), bank_code: null, account_number: null },
      effects: () => audits(market, refund),
    }
  },
  async 'cancel-order'(market) {
    const { vendorId } = await market.shop()
    const productId = await market.product(vendorId)
    const buyer = await market.person()
    await market.moved('buyer', 'insert into public.checkouts (id, user_id) values ($1, $1)', [buyer])
    await market.moved(
      'buyer',
      `insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount, fee_kobo, amount_due_kobo)
       values ($1, $1, $2, 2, 160000, 400000, 16400000)`,
      [buyer, vendorId],
    )
    const { id } = await market.row<{ id: string }>('select id from public.orders where user_id = $1', [buyer])
    await market.db.owner.query(
      `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price)
       values ($1, $2, 'Ofada rice', 'bag', 2, 80000, 80000)`,
      [id, productId],
    )
    return {
      as: buyer,
      body: { order_id: id },
      other: { order_id: crypto.randomUUID() },
      effects: () => movesTo(market, id, 'cancelled'),
    }
  },
  async 'cancel-group-buy'(market) {
    const { buyId, ownerId } = await market.buy()
    return {
      as: ownerId,
      body: { group_buy_id: buyId, reason: 'The harvest failed' },
      other: { group_buy_id: buyId, reason: 'Changed my mind' },
      effects: () => movesTo(market, buyId, 'cancelled'),
    }
  },
  async 'set-role'(market) {
    const [chief, person] = [await market.person({ role: 'chief' }), await market.person()]
    return {
      as: chief,
      body: { user_id: person, role: 'manager' },
      other: { user_id: person, role: 'coordinator' },
      effects: () => audits(market, person),
    }
  },
  async 'verify-account'(market) {
    const [chief, person] = [await market.person({ role: 'chief' }), await market.person()]
    return {
      as: chief,
      body: { user_id: person, verified: true },
      other: { user_id: person, verified: false },
      effects: () => audits(market, person),
    }
  },
  async 'delete-account'(market) {
    const person = await market.person()
    const { id: session } = await market.row<{ id: string }>(
      'with s as (insert into auth.sessions (user_id) values ($1) returning id) select id from s',
      [person],
    )
    await market.db.owner.query(
      `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, 'password')`,
      [session],
    )
    return {
      as: person,
      session,
      body: { user_id: person },
      other: { user_id: crypto.randomUUID() },
      effects: () => audits(market, person),
    }
  },
  async 'sign-up-vendor'(market) {
    const person = await market.person()
    const body = {
      business_name: 'Iya Basira Foods',
      description: 'Rice, beans and yam from the farms around Ibadan.',
      location: 'Ibadan',
      state: 'Oyo',
      phone: '+2348031234567',
      address: '12 Bodija Market Road, Ibadan',
    }
    return {
      as: person,
      body,
      other: { ...body, business_name: 'Another name' },
      effects: () => count(market, 'public.vendors where owner_id = $1', [person]),
    }
  },
  async 'confirm-stockpile'(market) {
    const [{ vendorId }, chief] = [await market.shop(), await market.person({ role: 'chief' })]
    const product = await market.product(vendorId, { stockpile_allowed: true })
    return {
      as: chief,
      body: { product_id: product, confirmed: true },
      other: { product_id: product, confirmed: false },
      effects: () => audits(market, product),
    }
  },
  async 'decide-vendor'(market) {
    const [{ vendorId }, chief] = [await market.shop({ status: 'pending' }), await market.person({ role: 'chief' })]
    return {
      as: chief,
      body: { vendor_id: vendorId, decision: 'approve' },
      other: { vendor_id: vendorId, decision: 'reject', note: 'No' },
      effects: () => audits(market, vendorId),
    }
  },
  async 'assign-region'(market) {
    const [chief, manager] = [await market.person({ role: 'chief' }), await market.person({ role: 'manager' })]
    return {
      as: chief,
      body: { manager_id: manager, states: ['Lagos', 'Oyo'] },
      other: { manager_id: manager, states: ['Kano'] },
      effects: () => audits(market, manager),
    }
  },
  async 'send-contact-message'(market) {
    const email = `${crypto.randomUUID()}@market.test`
    const body = {
      name: 'Ada',
      email,
      subject: 'A question about rice',
      message: 'Do you deliver to Badagry on Sundays?',
    }
    return {
      body,
      other: { ...body, subject: 'Another question' },
      effects: () => count(market, 'public.contact_messages where email = $1', [email]),
    }
  },
  async 'answer-contact-message'(market) {
    const email = `${crypto.randomUUID()}@market.test`
    const chief = await market.person({ role: 'chief' })
    const { id } = await market.row<{ id: string }>(
      `insert into public.contact_messages (name, email, subject, message) values ('Ada', $1, 'Rice', 'Do you deliver?') returning id`,
      [email],
    )
    return {
      as: chief,
      body: { id, answer: 'We do, on Saturdays.' },
      other: { id, answer: 'We do not.' },
      effects: () => count(market, 'mail.messages where recipient = $1', [email]),
    }
  },
  async 'start-conversation'(market) {
    const { buyer, orderId } = await joined(market)
    return {
      as: buyer,
      body: { order_id: orderId, body: 'When may I collect?' },
      other: { order_id: orderId, body: 'Hello?' },
      effects: () =>
        count(market, 'public.messages m join public.conversations c on c.id = m.conversation_id where order_id = $1', [
          orderId,
        ]),
    }
  },
  async 'send-mail-again'(market) {
    const chief = await market.person({ role: 'chief' })
    const failed = async () => {
      const { id } = await market.row<{ id: string }>(
        `insert into mail.messages (kind, recipient, subject, text, status) values ('welcome', 'a@b.test', 'Hello', 'Words', 'failed') returning id`,
      )
      await market.moved('clock', `update public.email_logs set status = 'failed' where message_id = $1`, [id])
      return market.row<{ id: string }>('select id from public.email_logs where message_id = $1', [id])
    }
    const body = await failed()
    return {
      as: chief,
      body,
      other: await failed(),
      effects: () => count(market, `public.audit_log where action = 'mail.repeat' and subject_id = $1`, [body.id]),
    }
  },
  async 'send-email'(market) {
    const recipient = `${crypto.randomUUID()}@market.test`
    return {
      body: { type: 'welcome', recipient_email: recipient, data: { full_name: 'Ada' } },
      other: { type: 'welcome', recipient_email: recipient, data: { full_name: 'Bola' } },
      effects: () => count(market, 'public.email_logs where recipient_email = $1', [recipient]),
    }
  },
}
