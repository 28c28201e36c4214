import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { addBankAccount, addTestBanks, createProvenSession, creditEarnings } from '#server/testing/money/shop-money.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
  await addTestBanks(market)
  const { vendorId, ownerId } = await market.shop()
  await addBankAccount(market, vendorId, { hours: 72, accountNumber: '8031234560' })
  await creditEarnings(market, vendorId, 500_000n)
  const as = { as: ownerId, session: await createProvenSession(market, ownerId) }
  expect((await market.call('request-payout', { amount_kobo: 300_000 }, as)).status).toBe(200)
})
afterAll(() => market.close())

// The database's owner breaks a rule by bypassing the triggers, and rolls back.
test.each([
  ['L21 payouts', 'update public.payouts set amount_kobo = amount_kobo + 1'],
  ['L21 shops', `update public.payouts set status = 'failed'`],
  ['L21 account', 'update public.bank_accounts set since = clock_timestamp()'],
  [
    'L21 silent',
    `update public.payouts set created_at = now() - interval '25 hours', answered_at = null, unconfirmed_since = null`,
  ],
])('the audit finds what breaks %s', async (rule, harm) => {
  expect(await auditLedger(market.db.owner)).toEqual([])
  const client = await market.db.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(harm)
    expect((await auditLedger(client)).map((finding) => finding.rule)).toContain(rule)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
