import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { openMoneyMarket, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { addBankAccount, addTestBanks, createProvenSession, creditEarnings } from '#server/testing/money/shop-money.ts'
import { processPayouts } from './process-payouts.ts'

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
  await addTestBanks(market)
})
afterEach(async () => {
  expect(await auditLedger(market.db.owner)).toEqual([])
  expect(market.faults).toEqual([])
})
afterAll(() => market.close())

interface Shop {
  vendorId: string
  ownerId: string
  session: string
}

async function shopWith({ balanceKobo = 500_000n, accountNumber = '8031234560', hours = 72 } = {}): Promise<Shop> {
  const shop = await market.shop()
  await addBankAccount(market, shop.vendorId, { hours, accountNumber })
  if (balanceKobo > 0n) await creditEarnings(market, shop.vendorId, balanceKobo)
  return { ...shop, session: await createProvenSession(market, shop.ownerId) }
}

const takeOut = ({ ownerId, session }: Shop, amount_kobo: number | null = null) =>
  market.call('request-payout', { amount_kobo }, { as: ownerId, session })

/** Advances the bank, delivers its webhooks and makes everything due. */
async function work(): Promise<void> {
  await play.advance()
  await processPayments(deps)
  await market.db.owner.query(
    `update public.payouts set next_try_at = clock_timestamp() where status in ('sent', 'needs_attention')`,
  )
  await processPayouts(deps)
}

const balance = (kind: string, owner: string) => readBalanceKobo(market, kind, owner)
const payout = (id: string) =>
  market.row<{ status: string; trouble: string | null; reference: string }>(
    'select status, trouble, reference from public.payouts where id = $1',
    [id],
  )
const mailsTo = async (person: string) =>
  (
    await market.db.owner.query<{ kind: string }>(
      'select kind from mail.messages where recipient = rights.email_of($1) order by created_at',
      [person],
    )
  ).rows.map(({ kind }) => kind)

describe('a requested payout', () => {
  test('debits the shop before the bank is called, and arrives', async () => {
    const shop = await shopWith()
    const { status, body } = await takeOut(shop, 300_000)
    expect([status, body.amount_kobo]).toEqual([200, 300_000])
    expect(await payout(body.payout_id)).toMatchObject({ status: 'requested' })
    expect(await balance('vendor', shop.vendorId)).toBe(200_000n)
    expect(await balance('payout_out', body.payout_id)).toBe(300_000n)
    await processPayouts(deps)
    const { reference } = await payout(body.payout_id)
    expect(await payout(body.payout_id)).toMatchObject({ status: 'sent', reference: `payout-${body.payout_id}` })
    expect(await play.gateway.readPayout(reference)).toMatchObject({ amountKobo: 300_000n })
    await work()
    expect(await payout(body.payout_id)).toMatchObject({ status: 'arrived', trouble: null })
    expect(await balance('payout_out', body.payout_id)).toBe(0n)
    expect(await mailsTo(shop.ownerId)).toEqual(['payout-started', 'payout-arrived'])
  })

  test('is returned when the bank reports a failure', async () => {
    const shop = await shopWith({ accountNumber: '8031234568' })
    const { body } = await takeOut(shop)
    await processPayouts(deps)
    await work()
    expect(await payout(body.payout_id)).toMatchObject({ status: 'failed' })
    expect(await balance('vendor', shop.vendorId)).toBe(500_000n)
    expect(await mailsTo(shop.ownerId)).toEqual(['payout-started', 'payout-failed'])
  })

  test('is returned when the bank reverses it after it arrived', async () => {
    const shop = await shopWith()
    const { body } = await takeOut(shop)
    await processPayouts(deps)
    await work()
    const { reference } = await payout(body.payout_id)
    await market.db.owner.query(`update local_gateway.payouts set status = 'reversed' where reference = $1`, [
      reference,
    ])
    const event = { event: 'transfer.reversed', data: { reference, status: 'reversed', transfer_code: 'TRF_1' } }
    await market.db.owner.query('insert into local_gateway.events (body) values ($1)', [JSON.stringify(event)])
    await work()
    expect(await payout(body.payout_id)).toMatchObject({ status: 'reversed' })
    expect(await balance('vendor', shop.vendorId)).toBe(500_000n)
  })

  test('is not changed by a webhook alone: the bank is queried', async () => {
    const shop = await shopWith()
    const { body } = await takeOut(shop)
    await processPayouts(deps)
    const { reference } = await payout(body.payout_id)
    const event = { event: 'transfer.success', data: { reference, status: 'success', transfer_code: 'TRF_2' } }
    await market.db.owner.query(
      `insert into public.gateway_events (id, gateway, name, about, reference) values ('forged', 'local', $1, 'payout', $2)`,
      [event.event, reference],
    )
    await processPayments(deps)
    await processPayouts(deps)
    expect(await payout(body.payout_id)).toMatchObject({ status: 'sent' })
  })

  test.each([
    ['more than there is', 600_000, 'payout_exceeds_balance'],
    ['less than the least', 99_999, 'payout_too_small'],
    ['nothing', 0, 'invalid_input'],
    ['less than nothing', -5, 'invalid_input'],
    ['half a kobo', 100_000.5, 'invalid_input'],
    ['beyond whole numbers', 2 ** 53, 'invalid_input'],
  ])('refuses %s', async (_, amount, code) => {
    expect((await takeOut(await shopWith(), amount)).body.code).toBe(code)
  })

  test('one at a time, and concurrent requests never exceed the balance', async () => {
    const shop = await shopWith()
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeOut(shop, 200_000)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['payout_on_its_way']),
    )
    expect(await balance('vendor', shop.vendorId)).toBe(300_000n)
  })

  test('the database refuses what no command has checked', async () => {
    const { vendorId } = await shopWith()
    const late = await market.shop()
    const fresh = await addBankAccount(market, late.vendorId, { hours: 47 })
    const insert = `insert into public.payouts (vendor_id, bank_account_id, amount_kobo, gateway, weekly_for) values ($1, $2, 100, 'local', '2026-01-02') returning id`
    await expect(queryWithCause(market.db.owner, 'clock', insert, [late.vendorId, fresh])).rejects.toThrow('48 hours')
    await expect(queryWithCause(market.db.owner, 'clock', insert, [vendorId, fresh])).rejects.toThrow('48 hours')
    const lines = JSON.stringify([
      { kind: 'payout_begun', debit: vendorId, credit: crypto.randomUUID(), amount_kobo: 500_001 },
    ])
    await expect(market.db.owner.query(`select ledger.post('payout:over', $1)`, [lines])).rejects.toThrow(
      'never_overdrawn',
    )
  })
})

describe('permission', () => {
  test('requires re-authentication within the last five minutes', async () => {
    const shop = await shopWith()
    expect((await market.call('request-payout', { amount_kobo: null }, { as: shop.ownerId })).body.code).toBe(
      'proof_needed',
    )
    await market.db.owner.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '301 seconds' where session_id = $1`,
      [shop.session],
    )
    expect((await takeOut(shop)).body.code).toBe('proof_needed')
  })

  test('is refused without the role, for a closed shop or while payouts are held', async () => {
    const shop = await shopWith()
    const chief = await market.person({ role: 'chief' })
    const held = { vendor_id: shop.vendorId, held: true, reason: 'A claim is open' }
    expect((await market.call('hold-payouts', held, { as: shop.ownerId })).body.code).toBe('own_case')
    const coordinator = await market.person({ role: 'coordinator' })
    expect((await market.call('hold-payouts', held, { as: coordinator })).status).toBe(404)
    expect((await market.call('hold-payouts', held, { as: chief })).status).toBe(200)
    expect((await takeOut(shop)).body.code).toBe('payouts_held')
    await market.call('hold-payouts', { ...held, held: false }, { as: chief })
    await market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [shop.vendorId])
    expect((await takeOut(shop)).body.code).toBe('payouts_closed')
    await market.moved('manager', `update public.vendors set status = 'active' where id = $1`, [shop.vendorId])
    await market.db.owner.query(`update public.profiles set role = 'customer' where id = $1`, [shop.ownerId])
    expect((await takeOut(shop)).body.code).toBe('not_allowed')
  })

  test('nothing is paid out to a shop whose owner is suspended, also not what was requested before', async () => {
    const shop = await shopWith()
    const { body } = await takeOut(shop)
    const chief = await market.person({ role: 'chief' })
    const reason = 'The papers of the owner were forged.'
    await market.call('suspend-account', { user_id: shop.ownerId, reason }, { as: chief })
    await processPayouts(deps)
    expect(await payout(body.payout_id)).toMatchObject({ status: 'failed', trouble: 'stopped' })
    expect(await balance('vendor', shop.vendorId)).toBe(500_000n)
    const insert = `insert into public.payouts (vendor_id, bank_account_id, amount_kobo, gateway, weekly_for)
      select vendor_id, id, 100, 'local', '2026-01-02' from public.bank_accounts where vendor_id = $1`
    await expect(queryWithCause(market.db.owner, 'clock', insert, [shop.vendorId])).rejects.toThrow('closed or held')
    // The suspension and the stop of a chief are apart: each can begin and end while the other lasts.
    const stop = (held: boolean) =>
      market.call('hold-payouts', { vendor_id: shop.vendorId, held, reason: 'A claim is open' }, { as: chief })
    expect((await stop(false)).body.code).toBe('already_done')
    expect((await stop(true)).status).toBe(200)
    await market.call('reinstate-account', { user_id: shop.ownerId, reason: 'The papers are real.' }, { as: chief })
    expect((await stop(false)).status).toBe(200)
    expect((await takeOut({ ...shop, session: await createProvenSession(market, shop.ownerId) })).status).toBe(200)
  })

  test('a payout that was not sent stops with its shop, and the money is returned', async () => {
    const shop = await shopWith()
    const { body } = await takeOut(shop)
    const going = 'select on_its_way_payouts, on_its_way_kobo from public.shop_balances where vendor_id = $1'
    const chief = await market.person({ role: 'chief' })
    expect((await asPerson(market.db, chief, going, [shop.vendorId])).rows).toEqual([
      { on_its_way_payouts: 1, on_its_way_kobo: 500_000n },
    ])
    await market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [shop.vendorId])
    await processPayouts(deps)
    const { reference, ...stopped } = await payout(body.payout_id)
    expect(stopped).toEqual({ status: 'failed', trouble: 'stopped' })
    expect(await play.gateway.readPayout(reference)).toBeNull()
    expect(await balance('vendor', shop.vendorId)).toBe(500_000n)
  })
})

describe('the bank account', () => {
  const account = { bank_code: '999992', account_number: '8031234561', account_name: null as string | null }

  test('is set only after its name was confirmed, and vendor and administrators are notified', async () => {
    const chief = await market.person({ role: 'chief' })
    const shop = await shopWith({ hours: 1_000 })
    const as = { as: shop.ownerId, session: shop.session }
    const shown = await market.call('set-bank-account', account, as)
    expect([shown.body.code, shown.body.details]).toEqual([
      'account_name_to_confirm',
      { account_name: 'TRADER 4561', bank_name: 'OPay' },
    ])
    const wrongName = await market.call('set-bank-account', { ...account, account_name: 'SOMEBODY ELSE' }, as)
    expect(wrongName.body.code).toBe('account_name_to_confirm')
    const taken = await market.call('set-bank-account', { ...account, account_name: 'TRADER 4561' }, as)
    expect(taken.status).toBe(200)
    expect(Date.parse(taken.body.usable_from) - Date.now()).toBeGreaterThan(47.9 * 3_600_000)
    expect(await mailsTo(shop.ownerId)).toEqual(['bank-account-changed'])
    expect(await mailsTo(chief)).toEqual(['bank-account-changed-at-shop'])
    const { rows } = await market.db.owner.query<{ before: unknown; after: Record<string, unknown> }>(
      `select before, after from public.audit_log where action = 'bank-account.set' and subject_id = $1`,
      [shop.vendorId],
    )
    expect(rows).toEqual([
      {
        before: { bank: 'OPay', last_four: '4560' },
        after: { bank: 'OPay', last_four: '4561', account_name: 'TRADER 4561' },
      },
    ])
  })

  test('a new one gets no payout within 48 hours, not even one that was requested before', async () => {
    const shop = await shopWith()
    const { body } = await takeOut(shop, 200_000)
    const as = { as: shop.ownerId, session: shop.session }
    await market.call('set-bank-account', { ...account, account_name: 'TRADER 4561' }, as)
    await processPayouts(deps)
    expect(await payout(body.payout_id)).toMatchObject({ status: 'failed', trouble: 'stopped' })
    expect((await takeOut(shop)).body.code).toBe('bank_account_waits')
    await market.call('set-weekly-payouts', { weekly: true }, as)
    await processPayouts(deps)
    const { rows } = await market.db.owner.query(
      `select from public.payouts o join public.bank_accounts a on a.id = o.bank_account_id where a.vendor_id = $1 and a.account_number = '8031234561'`,
      [shop.vendorId],
    )
    expect(rows).toEqual([])
    // Two seconds before the 48 hours are over, and two after.
    const stands = (time: string) =>
      market.db.owner.query(
        'update public.bank_accounts set since = clock_timestamp() - $2::interval where vendor_id = $1 and ended_at is null',
        [shop.vendorId, time],
      )
    await stands('47:59:58')
    expect((await takeOut(shop)).body.code).toBe('bank_account_waits')
    await stands('48:00:02')
    expect((await takeOut(shop)).status).toBe(200)
  })

  test.each([
    ['the bank does not know', { account_number: '8031234569' }, 'account_unknown'],
    ['with a slip in it', { bank_code: '058', account_number: '0123456789' }, 'account_number_wrong'],
    ['with letters in it', { account_number: '80312345AB' }, 'account_number_wrong'],
    ['at no bank of the list', { bank_code: '404' }, 'invalid_input'],
  ])('refuses an account %s', async (_, wrong, code) => {
    const { ownerId, session } = await shopWith()
    const answer = await market.call('set-bank-account', { ...account, ...wrong }, { as: ownerId, session })
    expect(answer.body.code).toBe(code)
  })

  test('requires re-authentication before it reveals a name', async () => {
    const { ownerId } = await shopWith()
    expect((await market.call('set-bank-account', account, { as: ownerId })).body).toMatchObject({
      code: 'proof_needed',
    })
  })
})

describe('every week', () => {
  test('pays out the whole balance once on the pay day', async () => {
    const shop = await shopWith()
    await market.call('set-weekly-payouts', { weekly: true }, { as: shop.ownerId })
    await market.db.owner.query(
      `update public.payout_terms set weekly_since = now() - interval '8 days' where vendor_id = $1`,
      [shop.vendorId],
    )
    await Promise.all(Array.from({ length: 5 }, () => processPayouts(deps)))
    await creditEarnings(market, shop.vendorId, 400_000n)
    await processPayouts(deps)
    const { rows } = await market.db.owner.query(
      'select amount_kobo, weekly_for is not null as is_weekly from public.payouts where vendor_id = $1',
      [shop.vendorId],
    )
    expect(rows).toEqual([{ amount_kobo: 500_000n, is_weekly: true }])
  })
})

describe('a stuck payout', () => {
  /** The bank rejects `times` payouts because our balance there is too low. */
  const short = (times: number): PaymentDeps => {
    let left = times
    return {
      ...deps,
      gateway: {
        ...deps.gateway,
        async payOut(request) {
          if (left-- > 0) {
            const { GatewayFault } = await import('#platform/payment-gateways/gateway.ts')
            throw new GatewayFault('Your balance is not enough', { isRefused: true, isMerchantFault: true })
          }
          return deps.gateway.payOut(request)
        },
      },
    }
  }

  test('that lacks funds at the gateway notifies administrators once, and is sent later with the same reference', async () => {
    const chief = await market.person({ role: 'chief' })
    const shop = await shopWith()
    const { body } = await takeOut(shop)
    const poor = short(2)
    await processPayouts(poor)
    expect(await payout(body.payout_id)).toMatchObject({ status: 'needs_attention', trouble: 'balance' })
    const check = () => market.call('check-payout', { payout_id: body.payout_id }, { as: chief })
    await market.db.owner.query('update public.payouts set next_try_at = now() where id = $1', [body.payout_id])
    await processPayouts(poor)
    expect((await mailsTo(chief)).filter((kind) => kind === 'payout-stuck')).toHaveLength(1)
    expect((await check()).status).toBe(200)
    await processPayouts(poor)
    expect(await payout(body.payout_id)).toMatchObject({ status: 'sent', trouble: null })
    await work()
    expect(await payout(body.payout_id)).toMatchObject({ status: 'arrived' })
  })
})

test('a payout that lacked funds is not sent again once payouts to its shop are held', async () => {
  const shop = await shopWith()
  const chief = await market.person({ role: 'chief' })
  const { body } = await takeOut(shop)
  const { GatewayFault } = await import('#platform/payment-gateways/gateway.ts')
  const poor = async () => {
    throw new GatewayFault('Your balance is not enough', { isRefused: true, isMerchantFault: true })
  }
  await processPayouts({ ...deps, gateway: { ...deps.gateway, payOut: poor } })
  await market.call('hold-payouts', { vendor_id: shop.vendorId, held: true, reason: 'A claim is open' }, { as: chief })
  await market.call('check-payout', { payout_id: body.payout_id }, { as: chief })
  await processPayouts(deps)
  const { reference, status } = await payout(body.payout_id)
  expect([status, await play.gateway.readPayout(reference)]).toEqual(['failed', null])
  expect(await balance('vendor', shop.vendorId)).toBe(500_000n)
})
