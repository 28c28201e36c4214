import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { notifyOfPlannedRates } from './notify-of-planned-rates.ts'

let market: TestMarket
let chief: string
beforeAll(async () => {
  market = await openTestMarket()
  chief = await market.person({ role: 'chief' })
})
afterAll(() => market.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const plan = (key: string, value: unknown, effective_from: string | null, as = chief, confirm?: string) =>
  market.call(
    'plan-setting',
    { key, value, effective_from, note: 'As announced', confirm: confirm ?? `${Number(value) / 100}%` },
    { as },
  )
const withdraw = (key: string, effective_from: string, as = chief) =>
  market.call('withdraw-setting', { key, effective_from }, { as })
const mailsTo = async (person: string) =>
  (
    await market.db.owner.query<{ subject: string }>(
      `select subject from mail.messages where kind = 'rate-change' and recipient = rights.email_of($1) order by id`,
      [person],
    )
  ).rows.map(({ subject }) => subject)
const notify = () => notifyOfPlannedRates(market.db.database, 'https://market.test')
/** Backdates all planned rates by this many minutes. */
const pass = (minutes: number) =>
  market.db.owner.query('update public.settings set created_at = created_at - make_interval(mins => $1)', [minutes])
const planned = async () => (await market.db.owner.query('select key, value from public.planned_rates')).rows

test('a reward rate needs 30 days’ notice; users are notified once, an hour later, and again if it is withdrawn', async () => {
  const [referrer, { ownerId }] = [await market.person(), await market.shop()]
  await market.db.owner.query('update public.profiles set referral_code = null where id = $1', [ownerId])
  const early = await plan('referral_bps', 60, inDays(29))
  expect([early.status, early.body.message]).toEqual([400, expect.stringContaining("30 days' notice")])
  expect((await plan('referral_bps', 60, null)).status).toBe(400)
  const day = inDays(31)
  expect((await plan('referral_bps', 60, day)).status).toBe(200)
  await pass(59)
  await notify()
  expect([await mailsTo(referrer), await planned()]).toEqual([[], []])
  await pass(1)
  await Promise.all([notify(), notify()])
  expect(await mailsTo(referrer)).toEqual([expect.stringContaining('the referral reward')])
  expect(await mailsTo(ownerId)).toEqual([])
  expect(await planned()).toEqual([{ key: 'referral_bps', value: 60 }])
  expect((await withdraw('referral_bps', day)).status).toBe(200)
  expect((await mailsTo(referrer)).length).toBe(2)
  expect(await planned()).toEqual([])
  expect((await withdraw('referral_bps', day)).status).toBe(409)
})

test('a plan withdrawn within the hour sends no notification', async () => {
  const { ownerId } = await market.shop()
  const { status, body } = await plan('vendor_fee_bps', 50, null)
  expect(status).toBe(200)
  expect((await withdraw('vendor_fee_bps', body.effective_from)).status).toBe(200)
  await pass(90)
  await notify()
  expect([await mailsTo(ownerId), await planned()]).toEqual([[], []])
})

test('a rate has to be typed again, after a preview on a bag of ₦46,800', async () => {
  for (const confirm of ['', '20%', '200', 'yes']) {
    const { status, body } = await plan('buyer_fee_bps', 200, inDays(1), chief, confirm)
    expect([status, body.code, body.details]).toEqual([
      409,
      'rate_to_confirm',
      {
        rate: '2%',
        preview: 'On a bag of ₦46,800, the buyer’s fee is ₦1,170 now (2.5%) and ₦936 after the change (2%).',
      },
    ])
  }
  expect((await plan('buyer_fee_bps', 200, inDays(1), chief, '2.00 %')).status).toBe(200)
})

test('a rate stays within its bounds and starts in an hour at the earliest, by command and by table', async () => {
  const out: [string, number][] = [
    ['buyer_fee_bps', 251],
    ['buyer_fee_bps', 5000],
    ['vendor_fee_bps', 501],
    ['late_leave_charge_bps', 10_000],
    ['vat_bps', 10_000],
    ['bulk_hold_minutes', 9],
    ['pay_to_join_hold_minutes', 0],
    ['amount_limit_act_naira', 1_000_001],
  ]
  for (const [key, value] of out) {
    const refused = await plan(key, value, inDays(1))
    expect([refused.status, refused.body.errors?.value]).toEqual([400, expect.stringContaining('between')])
    await expect(
      market.db.owner.query(
        `insert into public.settings (key, value, effective_from) values ($1, $2, now() + interval '1 day')`,
        [key, JSON.stringify(value)],
      ),
    ).rejects.toThrow(/at least|whole number|keeps/)
  }
  expect((await plan('vendor_fee_bps', 501, inDays(1))).body.message).toContain('at least 95%')
  const soon = new Date(Date.now() + 50 * 60_000).toISOString()
  expect((await plan('buyer_fee_bps', 100, soon)).body.message).toContain('an hour after')
})

test('a vendor fee notifies vendors; a rate in force cannot be withdrawn', async () => {
  const { ownerId } = await market.shop()
  const { status, body } = await plan('vendor_fee_bps', 400, null)
  expect(status).toBe(200)
  await pass(61)
  await notify()
  expect(await mailsTo(ownerId)).toHaveLength(1)
  await market.db.owner.query(
    `update public.settings set effective_from = now() - interval '1 second' where key = 'vendor_fee_bps' and effective_from > now() and withdrawn_at is null`,
  )
  expect(await market.row(`select public.whole_setting('vendor_fee_bps') as now`, [])).toEqual({ now: 400 })
  expect((await withdraw('vendor_fee_bps', body.effective_from)).status).toBe(404)
  expect(
    await market.row(
      `select count(*)::integer as n from public.audit_log where action = 'setting.change' and actor_id = $1 and after ->> 'vendor_fee_bps' = '400'`,
      [chief],
    ),
  ).toEqual({ n: 1 })
})

test('only a chief plans or withdraws', async () => {
  for (const role of ['customer', 'vendor', 'manager', 'coordinator', 'administrator']) {
    const as = await market.person({ role })
    expect((await plan('unpaid_lapses', 5, inDays(1), as)).status).toBe(403)
    expect((await withdraw('unpaid_lapses', inDays(1), as)).status).toBe(403)
  }
})

test('a limit of what one person may do alone is tightened at once and loosened after a day, by command and by table', async () => {
  const hours = (effective_from: string) => (Date.parse(effective_from) - Date.now()) / 3_600_000
  const ways: [string, number, number][] = [
    ['amount_limit_act_naira', 1_000_000, 5_000],
    ['amount_limit_day_naira', 5_000_000, 50_000],
    ['shop_overrides_naira_a_day', 10_000_000, 50_000],
    ['shortfall_alone_percent', 100, 5],
    ['shortfall_alone_naira', 10_000_000, 5_000],
    ['shortfall_answer_hours', 1, 24],
  ]
  for (const [key, looser, tighter] of ways) {
    const soon = await plan(key, looser, inDays(0.9))
    expect([key, soon.status, soon.body.message]).toEqual([key, 400, expect.stringContaining('loosened a day after')])
    const loosened = await plan(key, looser, null)
    expect(hours(loosened.body.effective_from)).toBeGreaterThan(24)
    const tightened = await plan(key, tighter, null)
    expect(hours(tightened.body.effective_from)).toBeLessThan(0.1)
    // A limit that has just been tightened cannot be loosened at once either.
    expect((await plan(key, tighter + (looser > tighter ? 1 : -1), inDays(0.5))).status).toBe(400)
    const written = await asPerson(
      market.db,
      chief,
      `insert into public.settings (key, value) values ('${key}', '${looser}')`,
    )
    expect(written.message).toContain('loosened a day after')
  }
})
