import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, countMails, openMoneyMarket, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidOrders } from '#server/testing/money/paid-order.ts'
import { addBankAccount, createProvenSession, creditEarnings } from '#server/testing/money/shop-money.ts'
import { auditBooks } from './audit-books.ts'
import { compareGateway } from './compare-gateway.ts'
import { reconcileBooks } from './reconcile-books.ts'

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let chief: string
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
  paid = paidOrders(market, { play, deps })
  chief = await market.person({ role: 'chief' })
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const sql = (text: string, values: unknown[] = []) => market.db.owner.query(text, values)
const kobo = (kind: string, owner?: string) => readBalanceKobo(market, kind, owner)
const mails = (kind: string) => countMails(market, kind)

const order = (id: string) => market.row('select status from public.orders where id = $1', [id])

describe('the gateway’s books', () => {
  const open = async () =>
    (
      await sql(
        `select kind, reference, fault from public.book_differences where resolved_at is null and cleared_at is null and fault <> 'chargeback' order by reference, fault`,
      )
    ).rows
  /** Moves everything a day into the past. */
  const yesterday = () =>
    sql(
      `update local_gateway.payments set created_at = created_at - interval '1 day', paid_at = paid_at - interval '1 day' where created_at > now() - interval '1 hour'`,
    )

  test('agree with the ledger, and settlements to the bank are booked once', async () => {
    await paid({ feesKobo: 10_000 })
    await yesterday()
    await play.advance()
    await sql(`update local_gateway.settlements set created_at = created_at - interval '1 day'`)
    const owed = await kobo('gateway')
    await compareGateway(deps)
    const settled = await kobo('bank')
    expect(settled).toBeLessThan(0n)
    expect(await kobo('gateway')).toBe(owed - settled)
    await compareGateway(deps)
    expect(await kobo('bank')).toBe(settled)
    expect(await open()).toEqual([])
    expect(await mails('books-differ')).toBe(0)
  })

  test('show what is missing here, which a job then books, closing the difference', async () => {
    const one = await paid({ isBooked: false })
    await sql('delete from local_gateway.events')
    await yesterday()
    await sql('update public.payments set next_check_at = null where reference = $1', [one.reference])
    await compareGateway(deps)
    expect(await open()).toEqual([{ kind: 'payment', reference: one.reference, fault: 'missing_here' }])
    expect(await mails('books-differ')).toBe(1)
    await processPayments(deps)
    expect(await order(one.orderId)).toMatchObject({ status: 'paid' })
    await compareGateway(deps)
    expect(await open()).toEqual([])
  })

  test('differ until an administrator resolves it with a reason, and again only with other amounts', async () => {
    await sql(
      `insert into local_gateway.payments (reference, requested_kobo, paid_kobo, email, return_url, cancel_url, status, created_at)
       values ('DESK-1', 700, 700, 'a@b.c', 'http://a', 'http://a', 'success', now() - interval '1 day')`,
    )
    await compareGateway(deps)
    const { id } = await market.row<{ id: string }>(`select id from public.book_differences where reference = 'DESK-1'`)
    const request = { difference_id: id, reason: 'Sold at the desk; booked by hand.' }
    expect((await market.call('resolve-difference', request, { as: await market.person() })).status).toBe(404)
    expect((await market.call('resolve-difference', { ...request, reason: '' }, { as: chief })).status).toBe(400)
    expect((await market.call('resolve-difference', request, { as: chief })).status).toBe(200)
    expect((await market.call('resolve-difference', request, { as: chief })).body).toMatchObject({
      code: 'already_done',
    })
    await compareGateway(deps)
    expect(await open()).toEqual([])
    await sql(`update local_gateway.payments set paid_kobo = 800 where reference = 'DESK-1'`)
    await compareGateway(deps)
    expect(await open()).toEqual([{ kind: 'payment', reference: 'DESK-1', fault: 'missing_here' }])
    await sql(`delete from local_gateway.payments where reference = 'DESK-1'`)
  })
})

describe('the nightly check', () => {
  const run = () =>
    market.row<{ cause: string; findings: { rule: string; amount: number }[]; transfers: bigint }>(
      'select cause, findings, transfers from public.audit_runs order by started_at desc limit 1',
    )
  const rules = async () => (await run()).findings.map(({ rule }) => rule)
  const setHour = (hour: number) =>
    sql(
      `insert into public.settings (key, value, effective_from) values ('books_hour', $1, now()) on conflict (key, effective_from) do update set value = excluded.value`,
      [hour],
    )

  test('runs once a night, from the configured hour on', async () => {
    const { hour } = await market.row<{ hour: number }>(
      `select extract(hour from now() at time zone 'Africa/Lagos')::integer as hour`,
    )
    const runs = async () =>
      (await market.row<{ n: number }>(`select count(*)::integer as n from public.audit_runs where cause = 'night'`)).n
    if (hour < 23) {
      await setHour(hour + 1)
      await reconcileBooks(deps)
      expect(await runs()).toBe(0)
    }
    await setHour(hour)
    await reconcileBooks(deps)
    await reconcileBooks(deps)
    expect(await runs()).toBe(1)
    await expect(setHour(24)).rejects.toMatchObject({ code: 'PT400' })
  })

  test('notifies administrators of its findings, by name and number, and stores them', async () => {
    const before = await mails('audit-found')
    const removed = await paid()
    await sql('update public.payments set gateway_fee_kobo = 5 where reference = $1', [removed.reference])
    await sql(
      `insert into public.gateway_events (id, gateway, name, about, received_at) values ('stuck', 'local', 'x', 'other', now() - interval '6 minutes')`,
    )
    await auditBooks(deps, { cause: 'requested', requestedBy: chief })
    await sql('update public.payments set gateway_fee_kobo = 0 where reference = $1', [removed.reference])
    await sql(`delete from public.gateway_events where id = 'stuck'`)
    expect(await rules()).toEqual(expect.arrayContaining(['L12 charges', 'L22 events']))
    expect(await mails('audit-found')).toBe(before + 1)
    const { text } = await market.row<{ text: string }>(
      `select text from mail.messages where kind = 'audit-found' order by created_at desc limit 1`,
    )
    expect(text).toContain('The gateway and the ledger differ (L12 charges): 1')
  })

  test('finds a message that was not written', async () => {
    await sql(
      `insert into outbox.entries (message, recipient, site_url, facts, created_at, next_attempt_at)
       values ('buy-failed', 'a@b.test', 'https://market.test', '{}', now() - interval '6 minutes', now() + interval '1 hour')`,
    )
    await auditBooks(deps, { cause: 'requested', requestedBy: chief })
    expect(await rules()).toContain('L22 outbox')
    await sql('delete from outbox.entries')
    await auditBooks(deps, { cause: 'requested', requestedBy: chief })
    expect(await rules()).not.toContain('L22 outbox')
  })

  test('finds a mail that is overdue, and none that waits for the end of quiet hours', async () => {
    const write = (due: string) =>
      sql(
        `insert into mail.messages (kind, recipient, subject, text, created_at, due_at, next_attempt_at)
         values ('audit-test', 'a@b.test', 'Hello', 'Words', now() - interval '9 hours', now() + $1::interval, now() + interval '1 hour')`,
        [due],
      )
    await write('1 hour')
    await auditBooks(deps, { cause: 'requested', requestedBy: chief })
    expect(await rules()).not.toContain('L22 mails')
    await write('-6 minutes')
    await auditBooks(deps, { cause: 'requested', requestedBy: chief })
    expect(await rules()).toContain('L22 mails')
    await sql(`delete from mail.messages where kind = 'audit-test'`)
  })

  test('finds a movement that was changed after the last run', async () => {
    const key = `old:${crypto.randomUUID()}`
    const person = await market.person()
    await sql('select ledger.write($1, $2, now() - $3::interval)', [
      key,
      JSON.stringify([{ kind: 'referral_reward', credit: person, amount_kobo: 900 }]),
      '2 hours',
    ])
    await auditBooks(deps, { cause: 'requested', requestedBy: chief })
    const change = async (kobo: number) => {
      await sql('alter table ledger.transfers disable trigger user')
      await sql('update ledger.transfers set amount_kobo = $2 where journal_id = ledger.id_of($1)', [key, kobo])
      await sql('alter table ledger.transfers enable trigger user')
    }
    await change(901)
    await auditBooks(deps, { cause: 'requested', requestedBy: chief })
    expect(await rules()).toContain('L7 chain')
    await change(900)
    await auditBooks(deps, { cause: 'requested', requestedBy: chief })
    await auditBooks(deps, { cause: 'requested', requestedBy: chief })
    expect(await rules()).not.toContain('L7 chain')
  })

  test('finds a payout that no bank has confirmed for a day', async () => {
    const { vendorId, ownerId } = await market.shop()
    await addBankAccount(market, vendorId)
    await creditEarnings(market, vendorId, 500_000n)
    const session = await createProvenSession(market, ownerId)
    const { body } = await market.call('request-payout', { amount_kobo: null }, { as: ownerId, session })
    const begun = (hours: number) =>
      sql(
        `begin; set local session_replication_role = replica;
         update public.payouts set created_at = now() - interval '${hours} hours' where id = '${body.payout_id}'; commit`,
      )
    await begun(25)
    await auditBooks(deps, { cause: 'requested', requestedBy: chief })
    expect(await rules()).toContain('L21 silent')
    await begun(0)
  })
})
