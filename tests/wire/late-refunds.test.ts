import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi } from '#api/api.ts'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { addDays, lagosDate } from '#domain/time/calendar.ts'
import { KEYS, ORIGIN, openTestWire, type TestWire } from '#server/testing/wire.ts'
import { listLateRefunds } from '#web/payments/staff/queries.ts'
import { addBusinessDays } from '../business-deadline.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

async function apiOf(role: string) {
  const token = await wire.tokenOf(await wire.market.person({ role }))
  return createApi({
    origin: ORIGIN,
    publishableKey: KEYS.publishable,
    accessToken: () => token,
    fetch: (input, init) => wire.request(String(input).slice(ORIGIN.length), init ?? {}),
  })
}

/** A refund requested on this day; the table sets its expected date. */
async function refund(status: string, expectedBy?: string): Promise<string> {
  const payer = await wire.market.person()
  return withoutTriggers(wire.market.db.owner, async (client) => {
    const { rows: payments } = await client.query(
      `insert into public.payments (reference, user_id, gateway, naira_kobo, received_kobo, status) values ($1, $2, 'local', 100, 100, 'succeeded') returning id`,
      [`AJ-${crypto.randomUUID()}`, payer],
    )
    const { rows } = await client.query(
      `insert into public.refunds (payment_id, amount_kobo, reason, status) values ($1, 100, 'amount', $2) returning id`,
      [payments[0].id, status],
    )
    if (expectedBy)
      await client.query('update public.refunds set expected_by = $2 where id = $1', [rows[0].id, expectedBy])
    return rows[0].id
  })
}

test('a refund past the day that its buyer was told stands in the chief’s queue', async () => {
  const today = lagosDate(new Date())
  const yesterday = addDays(today, -1)
  const late = [await refund('requested', yesterday), await refund('sent', yesterday), await refund('needs_attention')]
  for (const onTime of ['requested', 'sent']) await refund(onTime, today)
  await refund('processed', yesterday)
  const listed = async (role: string) => (await listLateRefunds(await apiOf(role))).rows.map(({ id }) => id).sort()
  expect([await listed('chief'), await listed('customer')]).toEqual([late.sort(), []])
})

test('a refund is expected on the fifth business day after it was asked for, by the list that the chief keeps', async () => {
  const today = lagosDate(new Date())
  const expected = async () =>
    (
      await wire.market.row<{ day: string }>('select expected_by::text as day from public.refunds where id = $1', [
        await refund('requested'),
      ])
    ).day
  const { tables } = await apiOf('chief')
  // The list cannot be emptied by one call.
  expect((await tables.from('public_holidays').delete().gte('date', '2000-01-01')).error?.code).toBe('PT400')
  await wire.market.db.owner.query('delete from public.public_holidays')
  expect(await expected()).toBe(addBusinessDays(today, 5, new Set()))
  const holiday = addBusinessDays(today, 2, new Set())
  const row = { date: holiday, name: 'Day of mourning', is_expected: false }
  expect((await (await apiOf('manager')).tables.from('public_holidays').insert(row)).error?.code).toBe('42501')
  expect((await tables.from('public_holidays').insert(row)).error).toBeNull()
  expect(await expected()).toBe(addBusinessDays(today, 5, new Set([holiday])))
  await (await apiOf('manager')).tables.from('public_holidays').delete().eq('date', holiday)
  expect((await tables.from('public_holidays').select('date').eq('date', holiday)).data).toEqual([{ date: holiday }])
  const acts = await wire.market.row<{ acts: string }>(
    `select string_agg(action, ' ' order by id) as acts from public.audit_log where action like 'public-holiday.%' and subject_name = $1`,
    ['Day of mourning'],
  )
  expect(acts).toEqual({ acts: 'public-holiday.add' })
})
