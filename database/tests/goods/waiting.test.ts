import { afterAll, beforeAll, expect, test } from 'vitest'
import { allWaits, isUrgent, type WaitingRow } from '#domain/all-waits.ts'
import type { Waiter } from '#domain/wait.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

/** Without parameters, because planning the view takes ten times as long as running it. */
const ALL_WAITING = { name: 'all_waiting', text: 'select subject, status, waiter, amount from public.waiting' }

/** Without the conditions for running the queries of a capacity. */
const ALL_CAPACITIES = {
  name: 'all_capacities',
  text: `select * from sums.waiting_of_buyer union all select * from sums.waiting_of_shop
    union all select * from sums.waiting_of_staff union all select * from sums.waiting_of_content`,
}

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const { vendorId, orderId } = cast.ids
  await replica(
    `insert into public.contact_messages (name, email, subject, message) values ('A', 'a@b.test', 'S', 'M')`,
  )
  await replica(
    `insert into public.email_logs (recipient_email, subject, content, kind) values ('a@b.test', 'S', 'C', 'buy-cancelled')`,
  )
  const checkoutId = crypto.randomUUID()
  await replica(`insert into public.checkouts (id, user_id) values ('${checkoutId}', '${cast.customer}')`)
  // An order from the cart, so that the test does not depend on a buy.
  await replica(
    `update public.orders set group_buy_id = null, unit_price = null, ceiling_unit_price = null, checkout_id = '${checkoutId}' where id = '${orderId}'`,
  )
  const paymentId = crypto.randomUUID()
  await replica(
    `insert into public.payments (id, reference, user_id, gateway, naira_kobo, received_kobo, status) values ('${paymentId}', 'AJ-waiting-1', '${cast.customer}', 'local', 100, 100, 'succeeded')`,
  )
  await replica(`update public.payments set trouble = 'reversed' where id = '${paymentId}'`)
  await replica(
    `insert into public.payment_parts (payment_id, order_id, naira_kobo, peps_kobo) values ('${paymentId}', '${orderId}', 100, 0)`,
  )
  await replica(
    `insert into public.refunds (payment_id, order_id, amount_kobo, reason, status) values ('${paymentId}', '${orderId}', 100, 'left', 'processed')`,
  )
  await replica(
    `insert into public.payouts (vendor_id, bank_account_id, amount_kobo, gateway, weekly_for, status) values ('${vendorId}', gen_random_uuid(), 100, 'local', '2026-01-02', 'arrived')`,
  )
  await replica(
    `insert into public.claims (order_id, buyer_id, vendor_id, reason, preferred_outcome, requested_kobo, status, answer_by, propose_by, decide_by)
     values ('${orderId}', '${cast.customer}', '${vendorId}', 'no_show', 'refund', 100, 'withdrawn', now(), now(), now())`,
  )
  await replica(
    `insert into public.hand_overs (order_id, kind, due_from, due_until) values ('${orderId}', 'pickup', now(), now())`,
  )
  await replica(
    `insert into public.uncollected (order_id, buyer_id, vendor_id, kind, perishes, due_until, closed_at, outcome)
     values ('${orderId}', '${cast.customer}', '${vendorId}', 'pickup', false, now(), now(), 'collected')`,
  )
  await replica(
    `insert into public.lot_incidents (group_buy_id, vendor_id, status, respond_by, decide_by)
     values ('${cast.ids.activeId}', '${vendorId}', 'closed', now(), now())`,
  )
  await replica(
    `insert into public.typed_amounts (act, subject, subject_id, state, what, amount_kobo, usual_from_kobo, usual_to_kobo, most_kobo, input, entered_by, entered_role,
       approval_reasons, status) values ('partial-refund', 'place', gen_random_uuid(), 'Lagos', 'Order 1', 100, 1, 100, 100, '{}', '${cast.other}', 'manager', '{}', 'done')`,
  )
  await replica(
    `insert into public.shortfalls (vendor_id, group_buy_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths, by_hub_thousandths, orders, goods_kobo, returned_kobo, reason, entered_by, status)
     values ('${vendorId}', '${cast.ids.activeId}', 'short', 1000, 2000, 1000, 0, 1, 100, 100, 'It is short', '${cast.other}', 'withdrawn')`,
  )
  await replica(
    `insert into public.shop_changes (vendor_id, requested_by, business_name, former_name, reason, status, decided_at)
     values ('${vendorId}', '${cast.vendor}', 'Rice Palace', 'Bola Foods', 'A new sign', 'withdrawn', now())`,
  )
  await replica(
    `insert into public.businesses (name, tin, address, state, status, decided_by, decided_at)
     values ('Mama Put Kitchen', '1234567890', '12 Allen Avenue', 'Lagos', 'verified', '${cast.chief}', now())`,
  )
  await replica(
    `insert into public.quantity_requests (group_buy_id, person_id, quantity, status, ended_at) values ('${cast.ids.activeId}', '${cast.customer}', 5, 'closed', now())`,
  )
  await db.owner.query(
    'alter table public.shop_changes drop constraint decided_has_decider, drop constraint refused_has_reason',
  )
  await db.owner.query(
    'alter table public.lot_incidents drop constraint decided_has_outcome, drop constraint final_has_chief',
  )
  // Drops the constraint on outcomes: only the readers are tested here.
  await db.owner.query(
    'alter table public.claims drop constraint decided_has_outcome, drop constraint one_appeal, drop constraint offered_has_offer',
  )
  await replica(`update public.group_buys set paid_participants = 1 where vendor_id = '${vendorId}'`)
  await replica(`delete from public.group_buys where id <> '${cast.ids.activeId}'`)
  await replica(`delete from public.vendors where id = '${cast.ids.rivalId}'`)
})
afterAll(() => db.drop())

/** Writes without triggers, so that any status can be set. */
async function replica(sql: string): Promise<void> {
  await withoutTriggers(db.owner, (client) => client.query(sql))
}

const tables: Record<keyof typeof allWaits, string> = {
  group_buy: 'public.group_buys',
  order: 'public.orders',
  vendor: 'public.vendors',
  shop_change: 'public.shop_changes',
  email_log: 'public.email_logs',
  payment: 'public.payments',
  refund: 'public.refunds',
  payout: 'public.payouts',
  claim: 'public.claims',
  uncollected: 'public.uncollected',
  lot: 'public.lot_incidents',
  shortfall: 'public.shortfalls',
  amount: 'public.typed_amounts',
  rating: 'public.reviews',
  question: 'public.product_questions',
  business: 'public.businesses',
  quantity_request: 'public.quantity_requests',
  price_rise: 'public.price_rises',
  staff_call: 'public.staff_notes',
  data_request: 'public.data_requests',
  data_incident: 'public.data_incidents',
  support: 'public.support_cases',
  report: 'public.message_reports',
}

const people: Record<Waiter, readonly Exclude<keyof typeof cast, 'ids'>[]> = {
  buyer: ['customer'],
  shop: ['vendor'],
  overseer: ['manager', 'coordinator', 'chief'],
  region: ['manager', 'coordinator'],
  chief: ['chief'],
  content: ['administrator', 'supervisor'],
}

const states = Object.entries(allWaits).flatMap(([subject, of]) =>
  Object.entries(of).map(([status, { on }]) => ({ subject: subject as keyof typeof allWaits, status, on })),
)

/**
 * Overdue refunds depend on a date, and ratings and questions have no status column: these are tested below. Next calls
 * of staff are tested in server/records, requests and incidents in server/data-protection, what people write to the
 * market and report in support-waiting.test.ts, higher prices in server/price-rises.
 */
const isStored = ({ subject, status }: { subject: string; status: string }) =>
  subject !== 'rating' &&
  subject !== 'question' &&
  subject !== 'staff_call' &&
  subject !== 'data_request' &&
  subject !== 'data_incident' &&
  subject !== 'support' &&
  subject !== 'report' &&
  subject !== 'price_rise' &&
  (subject !== 'refund' || status !== 'overdue')

test.each(states.filter(isStored))('$subject $status is on the lists of: $on', async (state) => {
  await replica(
    `update ${tables[state.subject]} set ${putInto(state.subject, state.status)}` +
      (state.subject === 'order' && state.status === 'confirmed' ? ` where false` : ''),
  )
  const expected = Object.entries(people)
    .flatMap(([waiter, who]) =>
      (state.on as readonly string[]).includes(waiter) ? who.map((one) => `${one} as ${waiter}`) : [],
    )
    .sort()
  const found: string[] = []
  for (const who of ['customer', 'other', 'vendor', 'manager', 'coordinator', 'chief', 'administrator'] as const) {
    const { rows } = await asPerson(db, cast[who], ALL_WAITING)
    expect(rows, who).toEqual((await asPerson(db, cast[who], ALL_CAPACITIES)).rows)
    const own = (rows as unknown as WaitingRow[]).filter(
      ({ subject, status }) => subject === state.subject && status === state.status,
    )
    found.push(...own.map(({ waiter, amount }) => `${who} as ${waiter}${amount === 1 ? '' : `: ${amount}`}`))
  }
  expect(found.sort()).toEqual(expected)
  await replica(`update ${tables[state.subject]} set ${putInto(state.subject, RESTS[state.subject] ?? '')}`)
})

/**
 * The assignments for a status. Uncollected goods have no status column: their outcome closes them. A contested
 * shortfall keeps its status.
 */
function putInto(subject: keyof typeof allWaits, status: string): string {
  if (subject === 'shortfall') {
    return status === 'contested'
      ? `status = 'waiting', contested_at = now()`
      : `status = '${status}', contested_at = null`
  }
  if (subject === 'quantity_request') return `status = '${status}', ended_at = ${status === 'open' ? 'null' : 'now()'}`
  if (subject !== 'uncollected') return `status = '${status}'`
  return status === 'open' ? 'closed_at = null, outcome = null' : `closed_at = now(), outcome = 'collected'`
}

// A status of each subject in which nothing waits, for the tests of other subjects.
const RESTS: Record<string, string> = {
  group_buy: 'completed',
  order: 'completed',
  vendor: 'active',
  shop_change: 'withdrawn',
  email_log: 'sent',
  amount: 'done',
  payment: 'succeeded',
  refund: 'processed',
  payout: 'arrived',
  claim: 'withdrawn',
  uncollected: 'closed',
  lot: 'closed',
  shortfall: 'withdrawn',
  business: 'verified',
  quantity_request: 'closed',
}

test('a reported rating waits for staff of the region and of the content desk, until it is decided', async () => {
  const { vendorId, orderId } = cast.ids
  await replica(
    `insert into public.reviews (vendor_id, author_id, order_id, rating, reported_at, report_reason) values ('${vendorId}', '${cast.customer}', '${orderId}', 1, now(), 'It insults people.')`,
  )
  const found = async () => {
    const seen: string[] = []
    for (const who of [
      'customer',
      'other',
      'vendor',
      'manager',
      'coordinator',
      'chief',
      'administrator',
      'supervisor',
    ] as const) {
      const { rows } = await asPerson(
        db,
        cast[who],
        `select waiter, amount from public.waiting where subject = 'rating' and status = 'reported'`,
      )
      seen.push(...(rows as unknown as WaitingRow[]).map(({ waiter, amount }) => `${who} as ${waiter}: ${amount}`))
    }
    return seen
  }
  expect(await found()).toEqual([
    'manager as overseer: 1',
    'coordinator as overseer: 1',
    'chief as overseer: 1',
    'administrator as content: 1',
    'supervisor as content: 1',
  ])
  await replica(`update public.reviews set judged_at = now(), judge_reason = 'It is honest.'`)
  expect(await found()).toEqual([])
  await replica('delete from public.reviews')
})

test('a rating is new to the content desk for seven days', async () => {
  const { vendorId, orderId } = cast.ids
  await replica(
    `insert into public.reviews (vendor_id, author_id, order_id, rating) values ('${vendorId}', '${cast.customer}', '${orderId}', 1)`,
  )
  const found = async () => {
    const seen: string[] = []
    for (const who of ['customer', 'vendor', 'manager', 'coordinator', 'chief', 'administrator'] as const) {
      const { rows } = await asPerson(
        db,
        cast[who],
        `select amount from public.waiting where subject = 'rating' and status = 'new'`,
      )
      seen.push(...rows.map(({ amount }) => `${who}: ${amount}`))
    }
    return seen
  }
  expect(await found()).toEqual(['administrator: 1'])
  await replica(`update public.reviews set created_at = now() - interval '8 days'`)
  expect(await found()).toEqual([])
  await replica('delete from public.reviews')
})

test('a question waits for its vendor, after a day and once it is reported for the content desk', async () => {
  const { vendorId, productId } = cast.ids
  await replica(
    `insert into public.product_questions (vendor_id, product_id, asker_id, asker_name, question) values ('${vendorId}', '${productId}', '${cast.customer}', 'Ada', 'Is it dry?')`,
  )
  const found = async () => {
    const seen: string[] = []
    for (const who of ['customer', 'vendor', 'rival', 'manager', 'chief', 'administrator', 'supervisor'] as const) {
      const { rows } = await asPerson(
        db,
        cast[who],
        `select status, waiter, amount from public.waiting where subject = 'question'`,
      )
      seen.push(...rows.map(({ status, waiter, amount }) => `${status} ${who} as ${waiter}: ${amount}`))
    }
    return seen
  }
  expect(await found()).toEqual(['asked vendor as shop: 1'])
  await replica(`update public.product_questions set asked_at = now() - interval '23 hours'`)
  expect(await found()).toEqual(['asked vendor as shop: 1'])
  await replica(`update public.product_questions set asked_at = now() - interval '25 hours'`)
  expect(await found()).toEqual([
    'asked vendor as shop: 1',
    'unanswered administrator as content: 1',
    'unanswered supervisor as content: 1',
  ])
  await replica(`update public.product_questions set asked_at = now()`)
  await replica(`update public.product_questions set reported_at = now(), report_reason = 'It insults people.'`)
  expect(await found()).toEqual([
    'asked vendor as shop: 1',
    'reported administrator as content: 1',
    'reported supervisor as content: 1',
  ])
  await replica(
    `update public.product_questions set judged_at = now(), judge_reason = 'It is honest.', answer = 'Yes.', answered_at = now()`,
  )
  expect(await found()).toEqual([])
  await replica('delete from public.product_questions')
})

test.each(['requested', 'sent'])(
  'a refund that is %s waits for the chief once its day has passed in Lagos',
  async (status) => {
    const seen: unknown[] = []
    for (const days of [0, 1]) {
      await replica(
        `update public.refunds set status = '${status}', expected_by = (now() at time zone 'Africa/Lagos')::date - ${days}`,
      )
      for (const who of ['customer', 'coordinator', 'chief'] as const) {
        const { rows } = await asPerson(
          db,
          cast[who],
          `select status, waiter, amount from public.waiting where subject = 'refund'`,
        )
        seen.push(...rows.map((row) => ({ days, who, ...row })))
      }
    }
    await replica(`update public.refunds set status = 'processed'`)
    expect(seen).toEqual([{ days: 1, who: 'chief', status: 'overdue', waiter: 'chief', amount: 1 }])
  },
)

test('a buy without paid orders is on no list: a scheduled job ends it', async () => {
  await replica(`update public.group_buys set status = 'settling', paid_participants = 0`)
  const { rows } = await asPerson(db, cast.vendor, `select from public.waiting where subject = 'group_buy'`)
  expect(rows).toEqual([])
})

test('every subject with statuses is classified and tested', async () => {
  expect(Object.keys(tables).sort()).toEqual(Object.keys(allWaits).sort())
  const alarms = (subject: string, status: string, waiter: Waiter, role: string) =>
    isUrgent({ subject, status, waiter }, role)
  expect(alarms('group_buy', 'settling', 'shop', 'vendor')).toBe(true)
  // Roles without an action get no alarm.
  expect(alarms('group_buy', 'settling', 'overseer', 'manager')).toBe(false)
  expect(alarms('uncollected', 'open', 'overseer', 'manager')).toBe(true)
  expect(alarms('uncollected', 'open', 'shop', 'vendor')).toBe(false)
  expect(alarms('claim', 'proposed', 'overseer', 'manager')).toBe(false)
  expect(alarms('claim', 'proposed', 'overseer', 'coordinator')).toBe(true)
  expect(alarms('refund', 'failed', 'region', 'manager')).toBe(false)
  expect(alarms('refund', 'failed', 'chief', 'chief')).toBe(true)
  expect((await asPerson(db, null, 'select from public.waiting')).errorCode).toBe('42501')
})
