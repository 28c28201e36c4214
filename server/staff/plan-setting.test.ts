import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/market.ts'

let market: TestMarket
let chief: string
beforeAll(async () => {
  market = await openTestMarket()
  chief = await market.person({ role: 'chief' })
})
afterAll(() => market.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const plan = (key: string, value: unknown, effective_from: string | null, as = chief) =>
  market.call('plan-setting', { key, value, effective_from, note: 'As announced' }, { as })
const withdraw = (key: string, effective_from: string, as = chief) =>
  market.call('withdraw-setting', { key, effective_from }, { as })
const mailsTo = async (person: string) =>
  (
    await market.db.owner.query<{ subject: string }>(
      `select subject from mail.messages where kind = 'rate-change' and recipient = rights.email_of($1) order by id`,
      [person],
    )
  ).rows.map(({ subject }) => subject)

test('a reward is planned with 30 days’ notice, told to who may refer, and withdrawn before its day', async () => {
  const [referrer, { ownerId }] = [await market.person(), await market.shop()]
  await market.db.owner.query('update public.profiles set referral_code = null where id = $1', [ownerId])
  const early = await plan('referral_bps', 60, inDays(29))
  expect([early.status, early.body.message]).toEqual([400, expect.stringContaining("30 days' notice")])
  expect((await plan('referral_bps', 60, null)).status).toBe(400)
  const day = inDays(31)
  expect((await plan('referral_bps', 60, day)).status).toBe(200)
  expect(await mailsTo(referrer)).toEqual([expect.stringContaining('the referral reward')])
  expect(await mailsTo(ownerId)).toEqual([])
  expect((await market.db.owner.query('select key, value from public.planned_rates')).rows).toEqual([
    { key: 'referral_bps', value: 60 },
  ])
  expect((await withdraw('referral_bps', day)).status).toBe(200)
  expect((await mailsTo(referrer)).length).toBe(2)
  expect((await market.db.owner.query('select from public.planned_rates')).rows).toEqual([])
  expect((await withdraw('referral_bps', day)).status).toBe(409)
})

test('a fee for vendors is told to vendors and never above 5%; what is in force is not withdrawn', async () => {
  const { ownerId } = await market.shop()
  expect((await plan('vendor_fee_bps', 501, inDays(1))).body.message).toContain('at least 95%')
  const { status, body } = await plan('vendor_fee_bps', 400, null)
  expect(status).toBe(200)
  expect(await mailsTo(ownerId)).toHaveLength(1)
  expect(await market.row(`select public.whole_setting('vendor_fee_bps') as now`, [])).toEqual({ now: 400 })
  expect((await withdraw('vendor_fee_bps', body.effective_from)).status).toBe(409)
  expect(
    await market.row(
      `select count(*)::integer as n from public.audit_log where action = 'setting.change' and actor_id = $1 and after ? 'vendor_fee_bps'`,
      [chief],
    ),
  ).toEqual({ n: 1 })
})

test('nobody but a chief plans or withdraws', async () => {
  for (const role of ['customer', 'vendor', 'manager', 'coordinator', 'administrator']) {
    const as = await market.person({ role })
    expect((await plan('unpaid_lapses', 5, inDays(1), as)).status).toBe(403)
    expect((await withdraw('unpaid_lapses', inDays(1), as)).status).toBe(403)
  }
})
