import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { completeHandOver, makeReady } from '#server/testing/goods/hand-over.ts'
import { letDaysPass, readySince, sendReminders, stockpileAt } from '#server/testing/goods/holding.ts'
import { createHub } from '#server/testing/goods/places.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
const orders: { orderId: string; buyer: string }[] = []
const next = () => orders.pop() ?? { orderId: '', buyer: '' }
beforeAll(async () => {
  market = await openTestMarket()
  const place = await createHub(market)
  const made = await paidBuys(market).settled(10, { quantity: 3 })
  orders.push(...made.orders)
  await market.db.owner.query(`update public.products set category = 'grains'`)
  const { rows } = await market.db.owner.query<{ id: string }>(
    'select id from public.orders where group_buy_id = $1 and order_no % 2 = 0',
    [made.buyId],
  )
  for (const { id } of rows) await stockpileAt(market, id, place)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

async function nextOf(kind: string) {
  for (const one of orders) {
    const { fulfilment } = await market.row<{ fulfilment: string }>(
      'select fulfilment from public.orders where id = $1',
      [one.orderId],
    )
    if (fulfilment === kind) return orders.splice(orders.indexOf(one), 1)[0] ?? one
  }
  throw new Error(`No order for ${kind} is left`)
}
const stepsOf = async (orderId: string) => {
  const { rows } = await market.db.owner.query<{ step: string }>(
    'select step from public.collection_reminders where order_id = $1 order by sent_at, step',
    [orderId],
  )
  return rows.map(({ step }) => step)
}
const countNotifications = async (person: string) =>
  await market.row<{ notices: number; mails: number }>(
    `select (select count(*)::integer from public.notices where person_id = $1 and kind = 'collect-reminder') as notices,
         (select count(*)::integer from mail.messages where kind = 'collect-reminder' and recipient = rights.email_of($1)) as mails`,
    [person],
  )

describe('a stockpile', () => {
  test('has reminders on days 7, 11 and 13, at the deadline, and at the end of grace, each once', async () => {
    const { orderId, buyer } = await nextOf('stockpile')
    await readySince(market, orderId, 6.9)
    await sendReminders(market)
    expect(await stepsOf(orderId)).toEqual([])
    for (const days of [0.1, 4, 2, 3, 3]) {
      await letDaysPass(market, orderId, days)
      await sendReminders(market)
      await sendReminders(market)
    }
    expect(await stepsOf(orderId)).toEqual(['day-7', 'day-11', 'day-13', 'over', 'undecided'])
    expect(await countNotifications(buyer)).toEqual({ notices: 5, mails: 5 })
    expect(
      await market.row('select kind, perishes, closed_at from public.uncollected where order_id = $1', [orderId]),
    ).toEqual({ kind: 'stockpile', perishes: false, closed_at: null })
  })

  test('gets only the latest reminder if a job is late', async () => {
    const { orderId, buyer } = await nextOf('stockpile')
    await readySince(market, orderId, 13.2)
    await Promise.all([sendReminders(market), sendReminders(market), sendReminders(market)])
    expect(await stepsOf(orderId)).toEqual(['day-13'])
    expect(await countNotifications(buyer)).toEqual({ notices: 1, mails: 1 })
  })

  test('is reminded by the next run if a job dies before its commit', async () => {
    const { orderId, buyer } = await nextOf('stockpile')
    await readySince(market, orderId, 7.2)
    const blocked = market.db.owner.query(
      `create function public.die() returns trigger language plpgsql as $$ begin raise exception 'the line was cut'; end $$;
       create trigger die before insert on outbox.entries for each row when (new.message = 'collect-reminder') execute function public.die()`,
    )
    await blocked
    await expect(sendReminders(market)).rejects.toThrow('the line was cut')
    expect(await stepsOf(orderId)).toEqual([])
    await market.db.owner.query('drop trigger die on outbox.entries; drop function public.die()')
    await sendReminders(market)
    expect(await countNotifications(buyer)).toEqual({ notices: 1, mails: 1 })
  })

  test('that is collected in parts keeps its deadline, and reminders name the rest', async () => {
    const { orderId, buyer } = await nextOf('stockpile')
    await readySince(market, orderId, 6.9)
    const line = await market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [orderId])
    await completeHandOver(market, orderId, [{ line_id: line.id, quantity: 2 }])
    await letDaysPass(market, orderId, 0.1)
    await sendReminders(market)
    expect(await stepsOf(orderId)).toEqual(['day-7'])
    const { text } = await market.row<{ text: string }>(
      `select text from mail.messages where kind = 'collect-reminder' and recipient = rights.email_of($1)`,
      [buyer],
    )
    expect(text).toContain('1 x ')
    await completeHandOver(market, orderId)
    await sendReminders(market)
    expect(await stepsOf(orderId)).toEqual(['day-7'])
  })
})

describe('an ordinary pickup', () => {
  test('has reminders a day before its end and in its grace period; then staff decide', async () => {
    const { orderId } = await nextOf('pickup')
    await makeReady(market, orderId)
    const until = (ago: string) =>
      market.db.owner.query(
        `update public.hand_overs set due_until = now() - $2::interval where order_id = $1 and status = 'open'`,
        [orderId, ago],
      )
    for (const ago of ['-25 hours', '-23 hours', '1 minute', '47 hours', '49 hours']) {
      await until(ago)
      await sendReminders(market)
    }
    expect(await stepsOf(orderId)).toEqual(['last-day', 'over', 'undecided'])
  })

  test('of perishables has no grace period', async () => {
    const { orderId } = next()
    await market.db.owner.query(
      `update public.products set stockpile_allowed = false, category = 'fruits' where id = (select product_id from public.order_lines where order_id = $1)`,
      [orderId],
    )
    await makeReady(market, orderId)
    await market.db.owner.query(`update public.orders set fulfilment = 'pickup' where id = $1`, [orderId])
    await market.db.owner.query(
      `update public.hand_overs set due_until = now() - interval '1 minute' where order_id = $1`,
      [orderId],
    )
    await sendReminders(market)
    await market.db.owner.query(`update public.products set category = 'grains'`)
    expect(await stepsOf(orderId)).toEqual(['undecided'])
    expect(await market.row('select perishes from public.uncollected where order_id = $1', [orderId])).toEqual({
      perishes: true,
    })
  })
})

describe('the time to collect', () => {
  const closing = (place: string | null, moment: string) =>
    market.db.database
      .as(SERVICE, (tx) =>
        tx.query<{ at: string }>(
          `select to_char(public.closing_after($1, $2::timestamptz) at time zone 'Africa/Lagos', 'Dy HH24:MI:SS') as at`,
          [place, moment],
        ),
      )
      .then(({ rows }) => rows[0]?.at)

  test('ends when the place closes, on a day on which it is open', async () => {
    const place = await createHub(market, {
      opening_hours: JSON.stringify([
        { day: 1, opens: '08:00', closes: '12:00' },
        { day: 1, opens: '14:00', closes: '18:00' },
        { day: 5, opens: '09:00', closes: '15:30' },
      ]),
    })
    // 2 March 2026 is a Monday.
    expect(await closing(place, '2026-03-02T06:00:00+01:00')).toBe('Mon 12:00:00')
    expect(await closing(place, '2026-03-02T12:30:00+01:00')).toBe('Mon 18:00:00')
    expect(await closing(place, '2026-03-02T18:00:00+01:00')).toBe('Mon 18:00:00')
    expect(await closing(place, '2026-03-02T18:00:01+01:00')).toBe('Fri 15:30:00')
    expect(await closing(place, '2026-03-06T15:31:00+01:00')).toBe('Mon 12:00:00')
    expect(await closing(null, '2026-03-02T23:30:00Z')).toBe('Tue 23:59:59')
  })

  test('of a pickup starts on its sharing day, of a stockpile on the day it is ready', async () => {
    const [first] = orders
    const { orderId } = first ?? { orderId: '' }
    const until = await market.row<Record<string, string>>(
      `select to_char(public.collect_until(o.id, 'pickup', g.share_date::timestamptz - interval '5 days') at time zone 'Africa/Lagos', 'YYYY-MM-DD') as pickup,
         to_char(g.share_date + 7, 'YYYY-MM-DD') as a_week,
         to_char(public.collect_until(o.id, 'stockpile', '2026-03-02T10:00:00+01:00') at time zone 'Africa/Lagos', 'YYYY-MM-DD') as stockpile
       from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.id = $1`,
      [orderId],
    )
    expect(until).toMatchObject({ pickup: until.a_week, stockpile: '2026-03-16' })
  })
})
