import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandName } from '#api/commands.ts'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { writeError } from '#database/tests/setup/write-error.ts'
import { CASE_SUBJECTS } from '#domain/own-case.ts'
import { identityOf } from '#platform/postgres/testing.ts'
import { commands } from '#server/features.ts'
import { createHub } from '#server/testing/goods/places.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { decisions } from './decisions.ts'

let market: TestMarket
let judge: string
let ids: Record<string, string>
let bodies: Partial<Record<CommandName, Record<string, unknown>>>
beforeAll(async () => {
  market = await openTestMarket()
  judge = await market.person({ role: 'chief' })
  ids = await createSubjects(judge)
  const verdict = { outcome: 'refund', payer: 'vendor', reason: 'The pictures show it.' }
  const wrong = { reason: 'It came short and wet' }
  const { id: line } = await market.row<{ id: string }>(
    'select id from public.order_lines where order_id = $1 limit 1',
    [ids.order],
  )
  const shortfall = {
    group_buy_id: ids.buy,
    line_id: null,
    pickup_point_id: ids.place,
    kind: 'short',
    missing: '1',
    entered_before: 0,
    ...wrong,
    photo: null,
  }
  bodies = {
    'refund-part': { order_id: ids.order, goods_kobo: 100, payer: 'market', ...wrong },
    'log-call': { order_id: ids.order, answered: 'no', note: 'It rang' },
    'decide-uncollected': {
      order_id: ids.order,
      hand_over_id: ids.handOver,
      decision: 'donation',
      proceeds_kobo: 0,
      ...wrong,
    },
    'repeat-refund': { refund_id: ids.refund },
    'decide-amount': { amount_id: ids.amount, agree: false, note: 'Seen' },
    'record-bank-deposit': { pickup_point_id: ids.place, amount_kobo: 100, bank_entry: 'GTB 0001' },
    'resolve-difference': { difference_id: ids.difference, reason: 'Looked into' },
    'check-payout': { payout_id: ids.payout },
    'end-ajo-circle': { circle_id: ids.circle, ...wrong },
    'hold-payouts': { vendor_id: ids.shop, held: true, ...wrong },
    'decide-vendor': { vendor_id: ids.shop, decision: 'reinstate', note: '' },
    'confirm-stockpile': { product_id: ids.product, confirmed: true },
    'cancel-group-buy': { group_buy_id: ids.buy, ...wrong },
    'message-group-buy': { group_buy_id: ids.buy, audience: 'everybody', message: 'The lorry is late.' },
    'extend-group-buy': { group_buy_id: ids.buy, days: 1, end_date: '2030-01-01T00:00:00Z' },
    'propose-decision': { claim_id: ids.claim, goods_kobo: 100, ...verdict },
    'decide-claim': { claim_id: ids.claim, goods_kobo: 100, ...verdict },
    'decide-appeal': { claim_id: ids.claim, goods_kobo: 100, ...verdict },
    'decide-lot': { lot_id: ids.lot, share_percent: 10, ...verdict },
    'decide-lot-appeal': { lot_id: ids.lot, share_percent: 10, ...verdict },
    'judge-review': { review_id: ids.review, hide: true, ...wrong },
    'judge-buy-picture': { group_buy_id: ids.buy, picture_id: ids.picture, hide: true, ...wrong },
    'decide-business': { business_id: ids.business, decision: 'withdraw', note: 'It has closed', requested_at: 'x' },
    'answer-quantity-request': { quantity_request_id: ids.request, quantity: 5, answer: 'grant', reason: '' },
    'judge-question': { question_id: ids.question, hide: true, ...wrong },
    'set-role': { user_id: ids.spouse, role: 'coordinator' },
    'verify-account': { user_id: ids.spouse, verified: true },
    'suspend-account': { user_id: ids.spouse, reason: 'It took part in a fraud.' },
    'reinstate-account': { user_id: ids.spouse, reason: 'It was a mistake.' },
    'reveal-contact': { user_id: ids.spouse, reason: 'To call about an order' },
    'assign-region': { manager_id: ids.spouse, states: ['Lagos'] },
    'enter-shortfall': shortfall,
    'preview-shortfall': shortfall,
    'weigh-order': { line_id: line, kilograms: '3', photo: 'x', weighed_before: 0 },
    'answer-shortfall': { shortfall_id: ids.shortfall, answer: 'refuse' },
    'withdraw-shortfall': { shortfall_id: ids.shortfall },
    'look-up-buyer': { order_id: ids.order },
    'decide-shop-change': { shop_change_id: ids.shopChange, decision: 'refuse', note: 'Papers missing' },
    'answer-contact-message': { id: ids.letter, answer: 'We look into it.' },
    'answer-support-case': { case_id: ids.supportCase, answer: 'We look into it.', answers_seen: 0, solves: false },
    'assign-support-case': { case_id: ids.supportCase, to_id: judge },
    'change-support-case': { case_id: ids.supportCase, note: 'She called.' },
    'decide-report': { report_id: ids.report, decision: 'nothing', ...wrong },
    'override-hand-over': { hand_over_id: ids.handOver, identity: 'known', photo: 'x', lines: null, ...wrong },
  }
})
afterAll(() => market.close())

/** Writes of a program that misses the check: $1 is the subject, $2 the decider. `act`: the claims name the caller. */
const WRITES: Record<string, { about: string; sql: string }> = {
  'opens or rejects a shop': {
    about: 'shop',
    sql: `update public.vendors set status = 'rejected' where id = $1 and act($2)`,
  },
  'gives a role': { about: 'spouse', sql: `update public.profiles set role = 'coordinator' where id = $1 and act($2)` },
  'decides a change of a shop': {
    about: 'shopChange',
    sql: 'update public.shop_changes set decided_by = $2 where id = $1',
  },
  'verifies an account': {
    about: 'spouse',
    sql: 'insert into public.verified_accounts (profile_id, verified_by) values ($1, $2)',
  },
  'assigns a region': {
    about: 'spouse',
    sql: 'insert into public.manager_regions (manager_id, assigned_by) values ($1, $2)',
  },
  'holds payouts': { about: 'shop', sql: 'insert into public.payout_terms (vendor_id, held_by) values ($1, $2)' },
  'confirms a stockpile': {
    about: 'product',
    sql: 'update public.products set stockpile_confirmed_by = $2 where id = $1',
  },
  'judges a review': { about: 'review', sql: 'update public.reviews set judged_by = $2 where id = $1' },
  'judges a question': { about: 'question', sql: 'update public.product_questions set judged_by = $2 where id = $1' },
  'verifies a company': {
    about: 'business',
    sql: 'update public.businesses set decided_by = $2, decided_at = now() where id = $1',
  },
  'answers a request for more': {
    about: 'request',
    sql: 'update public.quantity_requests set decided_by = $2 where id = $1',
  },
  'hides a photograph of a buy': {
    about: 'picture',
    sql: `update public.buy_pictures set hidden_at = now(), hidden_by = $2, hide_reason = 'Wrong goods' where id = $1`,
  },
  'resolves a difference': {
    about: 'difference',
    sql: 'update public.book_differences set resolved_by = $2 where id = $1',
  },
  'sends a refund to an account': {
    about: 'refund',
    sql: `update public.refunds set to_account_number = '0123456789' where id = $1 and act($2)`,
  },
  'calls a buyer': {
    about: 'order',
    sql: 'insert into public.uncollected_calls (order_id, called_by) values ($1, $2)',
  },
  'hands over without a code': {
    about: 'handOver',
    sql: 'insert into public.hand_over_overrides (hand_over_id, person_id) values ($1, $2)',
  },
  'cancels a buy': { about: 'buy', sql: `update public.group_buys set status = 'cancelled' where id = $1 and act($2)` },
  'gives a part back': {
    about: 'order',
    sql: 'insert into public.partial_refunds (order_id, created_by) values ($1, $2)',
  },
  'takes a message to the market': {
    about: 'supportCase',
    sql: 'update public.support_cases set assigned_to = $2 where id = $1',
  },
  'answers a message to the market': {
    about: 'supportCase',
    sql: `insert into public.support_entries (case_id, author_id, author_name, kind, body) values ($1, $2, 'Ada', 'note', 'She called')`,
  },
  'decides about a reported message': {
    about: 'report',
    sql: `update public.message_reports set decision = 'nothing', decision_reason = 'Nothing', decided_by = $2, decided_at = now() where id = $1`,
  },
  'ends a circle of ajo': {
    about: 'circle',
    sql: `update public.ajo_circles set status = 'cancelled', ended_at = now() where id = $1 and act($2)`,
  },
  'enters a short delivery': {
    about: 'buy',
    sql: 'insert into public.shortfalls (group_buy_id, entered_by) values ($1, $2)',
  },
}

// Before the commands below, some of which are carried out: these writes are rolled back.
describe('the database refuses what a command misses', () => {
  /** The error message of this write, which is rolled back. */
  const errorOf = ({ about, sql }: { about: string; sql: string }, person: string) =>
    writeError(market.db.owner, async (client) => {
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ act: person })])
      const byAct = sql.includes('act($2)')
      await client.query(sql.replace(' and act($2)', ''), byAct ? [ids[about]] : [ids[about], person])
    })
  const OWN_CASE = 'Nobody decides in their own case, or without the right to'

  test.each(Object.entries(WRITES))('the database refuses a party to the case that %s', async (_, write) => {
    expect(await errorOf(write, judge)).toBe(OWN_CASE)
    expect(await errorOf(write, await market.person({ role: 'chief' }))).not.toBe(OWN_CASE)
  })
})

const deciding = commands.filter(({ name }) => typeof decisions[name] !== 'string')

describe('every command that decides', () => {
  test('has an attack here, and is not batched', () => {
    expect(Object.keys(bodies).sort()).toEqual(deciding.map(({ name }) => name).sort())
    expect(deciding.filter((command) => 'batch' in command)).toEqual([])
  })

  test.each(deciding.map(({ name }) => name))('%s is refused for a party to the case', async (name) => {
    const { status, body } = await market.call(name, bodies[name] ?? {}, { as: judge })
    expect([status, body.code]).toEqual([403, 'own_case'])
  })

  test.each(deciding.map(({ name }) => name))('%s is not refused for other people', async (name) => {
    const { body } = await market.call(name, bodies[name] ?? {}, { as: await market.person({ role: 'chief' }) })
    expect(body.code).not.toBe('own_case')
    expect(market.faults).toEqual([])
  })
})

test('staff who read their own claim are told that it is theirs', async () => {
  const readOwn = (person: string) =>
    market.db.database.as(identityOf(person), async (tx) => {
      const { rows } = await tx.query<{ id: string }>('select id from public.own_case_claims where id = $1', [
        ids.claim,
      ])
      return rows.length
    })
  expect(await readOwn(judge)).toBe(1)
  expect(await readOwn(await market.person({ role: 'chief' }))).toBe(0)
})

test('the database handles every subject that a command may name', async () => {
  for (const subject of CASE_SUBJECTS)
    await market.row('select public.has_part_in($1, gen_random_uuid(), $2)', [subject, judge])
  await expect(market.row(`select public.has_part_in('weather', gen_random_uuid(), $1)`, [judge])).rejects.toThrow()
})

describe('a part in an order', () => {
  const hasPart = async (person: string, byDuty = false) =>
    (
      await market.row<{ part: boolean }>(`select public.has_part_in('order', $1, $2, $3) as part`, [
        ids.order,
        person,
        byDuty,
      ])
    ).part

  test.each([
    ['shop', `insert into public.memberships (person_id, vendor_id, duty) values ($1, $2, 'hand-over')`, 'seller'],
    [
      'former staff of the place',
      `insert into public.memberships (person_id, pickup_point_id, duty, ended_at) values ($1, $2, 'delivery', now())`,
      'place',
    ],
  ])('belongs to people of its %s, but not for duties', async (_, sql, of) => {
    const person = await market.person({ role: 'coordinator' })
    expect(await hasPart(person)).toBe(false)
    await market.db.owner.query(sql, [person, ids[of]])
    expect([await hasPart(person), await hasPart(person, true)]).toEqual([true, false])
  })

  test.each([
    ['phone', { phone: '+2348035550001', street: '99 Other Road' }],
    ['address, however it is written', { phone: '+2348035559999', street: '5, glover road.' }],
  ])('belongs to the household of its buyer: the same %s, for duties too', async (_, { phone, street }) => {
    const person = await market.person({ role: 'coordinator' })
    await address(person, phone, street)
    expect([await hasPart(person), await hasPart(person, true)]).toEqual([true, true])
  })

  test('belongs to the referrer of its buyer, and to no neighbour', async () => {
    const [referrer, neighbour] = [await market.person({ role: 'manager' }), await market.person({ role: 'manager' })]
    await replica(`insert into public.referrals (referrer_id, referred_id) values ('${referrer}', '${judge}')`)
    await address(neighbour, '+2348035550002', '6 Glover Road')
    expect([await hasPart(referrer), await hasPart(neighbour)]).toEqual([true, false])
  })
})

const address = (person: string, phone: string, street: string) =>
  market.db.owner.query(
    `insert into public.addresses (user_id, label, recipient, phone, street, state, lga) values ($1, 'Home', 'Ngozi Bello', $2, $3, 'Lagos', 'Ikeja')`,
    [person, phone, street],
  )

/** Bypasses the triggers: only the parties to the case matter here. */
async function replica(sql: string): Promise<void> {
  await withoutTriggers(market.db.owner, (client) => client.query(sql))
}

/** Creates one subject of each kind, all of one person: their order, shop, review, question and household. */
async function createSubjects(person: string): Promise<Record<string, string>> {
  const place = await createHub(market)
  const { buyId: buy, productId: product, vendorId } = await market.buy()
  const { body } = await market.call('join-group-buy', { group_buy_id: buy, quantity: 1 }, { as: person })
  const order: string = body.order.id
  const own = await market.shop()
  const spouse = await market.person({ role: 'manager' })
  for (const one of [person, spouse]) await address(one, '+2348035550001', '5 Glover Road')
  const id = () => crypto.randomUUID()
  const [handOver, claim, lot, payment, refund, payout] = [id(), id(), id(), id(), id(), id()]
  const [review, question, amount, difference, shortfall, shopChange] = [id(), id(), id(), id(), id(), id()]
  const [picture, business, request, letter, supportCase, report] = [id(), id(), id(), id(), id(), id()]
  const circle = id()
  await replica(`
    update public.vendors set owner_id = '${person}' where id = '${own.vendorId}';
    update public.products set vendor_id = '${own.vendorId}' where id = '${product}';
    update public.orders set pickup_point_id = '${place}' where id = '${order}';
    insert into public.memberships (person_id, pickup_point_id, duty) values ('${person}', '${place}', 'hand-over');
    insert into public.hand_overs (id, order_id, kind, pickup_point_id, due_from, due_until) values ('${handOver}', '${order}', 'pickup', '${place}', now(), now());
    insert into public.claims (id, order_id, buyer_id, vendor_id, reason, preferred_outcome, requested_kobo, status, answer_by, propose_by, decide_by)
      values ('${claim}', '${order}', '${person}', '${vendorId}', 'no_show', 'refund', 100, 'disputed', now(), now(), now());
    insert into public.lot_incidents (id, group_buy_id, vendor_id, respond_by, decide_by) values ('${lot}', '${buy}', '${vendorId}', now(), now());
    insert into public.payments (id, reference, user_id, gateway, naira_kobo) values ('${payment}', 'AJ-${payment}', '${person}', 'local', 100);
    insert into public.refunds (id, payment_id, amount_kobo, reason, status) values ('${refund}', '${payment}', 100, 'amount', 'needs_attention');
    insert into public.book_differences (id, gateway, kind, reference, fault, happened_at) values ('${difference}', 'local', 'payment', 'AJ-${payment}', 'missing_here', now());
    insert into public.payouts (id, vendor_id, bank_account_id, amount_kobo, gateway, weekly_for) values ('${payout}', '${own.vendorId}', gen_random_uuid(), 100, 'local', '2026-01-02');
    insert into public.reviews (id, order_id, vendor_id, author_id, rating, reported_at, report_reason) values ('${review}', '${order}', '${vendorId}', '${person}', 1, now(), 'It insults people');
    insert into public.product_questions (id, product_id, vendor_id, asker_id, asker_name, question) values ('${question}', '${product}', '${vendorId}', '${person}', 'Ngozi', 'Is it new rice?');
    insert into public.shortfalls (id, vendor_id, group_buy_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths, by_hub_thousandths, orders, goods_kobo, returned_kobo, reason, status, by_shop)
      values ('${shortfall}', '${vendorId}', '${buy}', 'short', 1000, 10000, 1000, 0, 1, 100, 100, 'It came short and wet', 'waiting', false);
    insert into public.buy_pictures (id, group_buy_id, path, url, position) values ('${picture}', '${buy}', '${id()}/a.jpg', '/a.jpg', 1);
    insert into public.businesses (id, name, tin, address, state) values ('${business}', 'Mama Put', '1234567890', '12 Allen Avenue', 'Lagos');
    insert into public.business_members (business_id, person_id, role, invited_by, accepted_at) values ('${business}', '${person}', 'owner', '${person}', now());
    insert into public.quantity_requests (id, group_buy_id, person_id, quantity) values ('${request}', '${buy}', '${person}', 5);
    insert into public.contact_messages (id, name, email, subject, message, person_id) values ('${letter}', 'Ada', 'ada@example.com', 'Rice', 'It is wet.', '${spouse}');
    insert into public.support_cases (id, contact_id) values ('${supportCase}', '${letter}');
    insert into public.ajo_circles (id, name, monthly_kobo, seats, months, due_day, starter_id) values ('${circle}', 'A basket', 2000000, 3, 2, 1, '${own.ownerId}');
    insert into public.ajo_members (circle_id, person_id) values ('${circle}', '${person}');
    insert into public.message_reports (id, message_id, reporter_id, writer_id, text, reason) values ('${report}', '${id()}', '${own.ownerId}', '${spouse}', 'Pay me', 'A fraud');
    insert into public.shop_changes (id, vendor_id, requested_by, business_name, former_name, reason, status)
      values ('${shopChange}', '${own.vendorId}', '${person}', 'Rice Palace', 'Bola Foods', 'A new sign', 'open');
    insert into public.typed_amounts (id, act, subject, subject_id, state, what, amount_kobo, usual_from_kobo, usual_to_kobo, most_kobo, input, entered_by, entered_role, approval_reasons, status)
      values ('${amount}', 'partial-refund', 'order', gen_random_uuid(), 'Lagos', 'Rice', 100, 1, 100, 100, '{}', '${person}', 'chief', '{act_limit}', 'waiting')`)
  const things = { order, handOver, claim, lot, refund, payout, review, question, amount, difference, shortfall }
  return {
    ...things,
    shopChange,
    picture,
    business,
    request,
    letter,
    supportCase,
    report,
    circle,
    buy,
    product,
    place,
    spouse,
    shop: own.vendorId,
    seller: vendorId,
  }
}
