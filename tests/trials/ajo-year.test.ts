import type pg from 'pg'
import { expect, test } from 'vitest'
import { auditAjo } from '#database/audit/ajo.ts'
import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import type { Finding } from '#database/audit/run-checks.ts'
import { type Chance, seededChance } from '#database/seed/chance.ts'
import type { CircleKind } from '#domain/ajo/circle.ts'
import { addDays, DAY_MS, lagosDate } from '#domain/time/calendar.ts'
import { advanceCircles } from '#server/ajo/advance-circles.ts'
import { preparing } from '#server/testing/money/money-market.ts'
import { openSimulatedMarket, type SimulatedMarket } from '../../scripts/simulating/open-market.ts'
import { createParticipants, type Participants } from '../../scripts/simulating/participants.ts'
import { inEmptyDatabase } from './setup/empty-database.ts'
import { seed } from './setup/sizes.ts'

// A year of a circle of twelve, day by day, behind a gateway that loses, doubles and reorders messages. Two members stop
// paying: in turns, one before and one after their turn. The audits run every day.

const MEMBERS = 12
const MONTHS = 12
const MONTHLY_KOBO = 2_000_000
const FROM = new Date('2026-01-05T06:00:00Z')

test.each(['basket', 'turns'] as const)(
  `a year of a circle of twelve with two defaulters adds up on every day (%s, seed ${seed})`,
  async (kind) => {
    const began = performance.now()
    const { findings, days, end } = await inEmptyDatabase((database) =>
      simulateYear({ ...database, kind, chance: seededChance(`ajo ${seed}`) }),
    )
    console.log(`${days} days, ${Math.round((performance.now() - began) / 1000)} s, ${JSON.stringify(end)}`)
    expect(findings).toEqual([])
    expect(days).toBeGreaterThan(365)
    expect(end).toMatchObject({ status: 'ended', finished: 10, defaulted: 2, heldKobo: 0, unexplained: [] })
    expect(end.bought).toBeGreaterThan(6)
    expect(end.returnedKobo).toBeGreaterThan(0)
    if (kind === 'basket') return
    // The default after a turn leaves each later turn a sum short, that of the month of a void turn too.
    expect(Math.min(...end.ahead)).toBe(0)
    expect(Math.max(...end.ahead)).toBeLessThanOrEqual(2 * MONTHLY_KOBO)
    expect(end.early).toEqual([{ turn: 12, ahead: 0 }])
  },
  600_000,
)

interface Year {
  kind: CircleKind
  market: SimulatedMarket
  chance: Chance
  people: Participants
  circleId: string
  /** People of the circle who pay until this month. */
  payers: { id: string; untilMonth: number }[]
  buys: { buyId: string; joiners: string[] }[]
}

async function simulateYear(options: {
  connectionString: string
  authenticatorPassword: string
  chance: Chance
  kind: CircleKind
}) {
  const { chance, kind } = options
  const market = await openSimulatedMarket({ ...options, from: FROM })
  try {
    await market.owner.query(
      `insert into public.settings (key, value, note) values ('ajo_circles', '1', 'A trial'), ('ajo_turns', '1', 'A trial')`,
    )
    const people = await createParticipants(market, { buyers: MEMBERS + 24, vendors: 3, chance })
    const members = people.buyers.slice(0, MEMBERS)
    const circleId = await startCircle(market, { members, kind })
    const year: Year = {
      kind,
      market,
      chance,
      people,
      circleId,
      payers: await choosePayers(market, { circleId, members, chance }),
      buys: [],
    }
    const audit = auditor(market.owner)
    const findings: string[] = []
    let days = 0
    // After the last month, the last buys settle and their refunds arrive.
    for (let daysAfter = 0; daysAfter < 20 && findings.length === 0; days += 1) {
      const isRunning = await liveThrough(year, new Date(FROM.getTime() + days * DAY_MS))
      if (!isRunning) daysAfter += 1
      for (const { rule, subject, detail } of await audit())
        findings.push(`${lagosDate(market.now())} ${rule} ${subject}: ${detail}`)
    }
    return { findings, days, end: await readEnd(year) }
  } finally {
    await market.close()
  }
}

function auditor(owner: pg.Client): () => Promise<Finding[]> {
  const prepared = preparing(owner as unknown as pg.Pool)
  return async () => [...(await auditLedger(prepared)), ...(await auditMarket(prepared)), ...(await auditAjo(prepared))]
}

interface CircleOfYear {
  circleId: string
  members: readonly string[]
  chance: Chance
}

/** Two stop paying. In turns the last in the order does so before their turn, and the second after it. */
async function choosePayers(
  market: SimulatedMarket,
  { circleId, members, chance }: CircleOfYear,
): Promise<Year['payers']> {
  const { rows } = await market.owner.query<{ id: string; turn: number | null }>(
    'select person_id as id, turn from public.ajo_members where circle_id = $1 order by turn, joined_at, id',
    [circleId],
  )
  const defaulters = rows[0]?.turn ? [rows[1]?.id, rows[11]?.id] : chance.sample(members, 2)
  return rows.map(({ id, turn }) => {
    if (!defaulters.includes(id)) return { id, untilMonth: MONTHS }
    return { id, untilMonth: turn === 2 ? 2 : chance.integer(1, 10) }
  })
}

async function startCircle(
  market: SimulatedMarket,
  { members, kind }: { members: readonly string[]; kind: CircleKind },
): Promise<string> {
  const [starter = '', ...others] = members
  const rules = {
    name: 'Year-end basket',
    kind,
    monthly: String(MONTHLY_KOBO / 100),
    seats: MEMBERS,
    months: MONTHS,
    due_day: 12,
  }
  const { status, body } = await market.call(starter, 'create-ajo-circle', rules)
  if (status !== 200) throw new Error(`No circle is set up: ${JSON.stringify(body)}`)
  // More people than seats, all at once.
  await Promise.all(others.map((id) => market.call(id, 'join-ajo-circle', { invitation: body.invitation })))
  const started = await market.call(starter, 'start-ajo-circle', { circle_id: body.circle_id })
  if (started.status !== 200) throw new Error(`The circle does not start: ${started.body.code}`)
  return body.circle_id
}

/** Returns whether the circle still has a month to come. */
async function liveThrough(year: Year, morning: Date): Promise<boolean> {
  const { market } = year
  await market.moveTo(morning)
  const month = await openMonth(year)
  const isBusy = !month || lagosDate(morning) >= addDays(month.dueOn, -2)
  if (month && isBusy) {
    if (lagosDate(morning) === addDays(month.dueOn, -2)) await openBuys(year, month.closesAt)
    await payUnpaid(year, month.month)
    await vote(year)
  }
  if (isBusy) await joinAndPay(year)
  // Several times on busy days, so that pages expire and lost answers are asked for again.
  for (const hours of isBusy ? [1, 8, 16] : [16]) {
    await market.moveTo(new Date(morning.getTime() + hours * 3_600_000))
    await market.work()
    await advanceCircles({ database: market.database, siteUrl: 'https://market.test', cell: null })
  }
  return month !== undefined
}

async function openMonth({ market, circleId }: Year) {
  const { rows } = await market.owner.query<{ month: number; dueOn: string; closesAt: Date }>(
    `select month, due_on::text as "dueOn", closes_at as "closesAt" from public.ajo_months where circle_id = $1 and closed_at is null order by month limit 1`,
    [circleId],
  )
  return rows[0]
}

/** Three buys that end two days after the month closes; some of them fail for want of people. */
async function openBuys({ kind, market, people, chance, buys }: Year, closesAt: Date): Promise<void> {
  const endsAt = new Date(closesAt.getTime() + 2 * DAY_MS)
  buys.splice(0)
  for (const shop of people.shops) {
    const price = chance.integer(8, 30) * 500 + chance.integer(0, 99) / 100
    const { rows: goods } = await market.queryAs(
      'vendor',
      `insert into public.products (vendor_id, name, category, base_price, unit, available_quantity, min_quantity, max_quantity, share_date)
       values ($1, $2, 'grains', $3, 'bag', 400, 1, $5, $4) returning id`,
      [
        shop.vendorId,
        `Rice of ${lagosDate(market.now())}`,
        price,
        addDays(lagosDate(endsAt), 3),
        kind === 'turns' ? 80 : 6,
      ],
    )
    const least = chance.happens(0.2) ? 28 : chance.integer(3, 8)
    const tiers = [least, least + 6, least + 12].map((participants, index) => ({
      participants,
      price: Math.round(price * (95 - index * 5)) / 100,
    }))
    const { rows } = await market.queryAs(
      'vendor',
      `insert into public.group_buys (product_id, vendor_id, status, target_quantity, min_participants, price_tiers, end_date)
       values ($1, $2, 'active', 200, $3, $4, $5) returning id`,
      [goods[0].id, shop.vendorId, least, JSON.stringify(tiers), endsAt],
    )
    buys.push({ buyId: rows[0].id, joiners: chance.sample(people.buyers, chance.integer(2, 20)) })
  }
}

async function payUnpaid({ market, payers, chance, circleId }: Year, month: number): Promise<void> {
  for (const { id, untilMonth } of payers) {
    if (month > untilMonth || chance.happens(0.3)) continue
    const { rows } = await market.owner.query<{ id: string }>(
      `select k.id from public.ajo_contributions k join public.ajo_members m on m.id = k.member_id and m.status = 'active'
       where k.circle_id = $1 and m.person_id = $2 and k.month = $3 and k.paid_at is null`,
      [circleId, id, month],
    )
    if (rows[0])
      await pay(market, id, () => ({
        name: 'pay-ajo-contribution',
        input: { contribution_id: rows[0]?.id ?? '', expected_kobo: MONTHLY_KOBO },
      }))
  }
}

async function pay(
  market: SimulatedMarket,
  as: string,
  call: () => { name: 'pay-ajo-contribution' | 'pay-orders'; input: Record<string, unknown> },
): Promise<void> {
  const { name, input } = call()
  const { status, body } = await market.call(as, name, input as never)
  if (status !== 200 || body.status !== 'initiated') return
  const page = (await market.visit(`/pay/${body.payment_id}`)).headers.get('location') ?? ''
  if (!page.includes('/dev/pay/')) return
  await market.press(page, 'pay')
  await market.visit(`/pay/${body.payment_id}/back`)
}

async function vote({ market, payers, chance, buys, circleId }: Year): Promise<void> {
  for (const { id } of payers) {
    if (buys.length > 0 && chance.happens(0.25))
      await market.call(id, 'vote-in-ajo-circle', { circle_id: circleId, group_buy_id: chance.pick(buys).buyId })
  }
}

/** People outside the circle, and members for themselves, join the same buys and pay for them. */
async function joinAndPay({ market, chance, buys }: Year): Promise<void> {
  for (const { buyId, joiners } of buys) {
    const joiner = chance.happens(0.6) ? joiners.pop() : undefined
    if (!joiner) continue
    const { status, body } = await market.call(joiner, 'join-group-buy', { group_buy_id: buyId, quantity: 1 })
    if (status !== 200) continue
    await pay(market, joiner, () => ({
      name: 'pay-orders',
      input: { order_ids: [body.order.id], peps_kobo: 0, expected_kobo: body.order.amount_due_kobo, return_to: null },
    }))
  }
}

/** The result of the year; `unexplained`: people whose money does not add up from gateway and orders alone. */
async function readEnd({ market, circleId }: Year) {
  const { rows } = await market.owner.query(
    `select c.status, (select count(*)::integer from public.ajo_members where circle_id = c.id and status = 'finished') as finished,
       (select count(*)::integer from public.ajo_members where circle_id = c.id and status = 'defaulted') as defaulted,
       (select count(*)::integer from public.ajo_months where circle_id = c.id and outcome = 'bought') as bought,
       (select count(*)::integer from public.ajo_orders where circle_id = c.id) as orders,
       (select coalesce(sum(abs(balance_kobo)), 0)::integer from ledger.accounts where kind = 'ajo') as "heldKobo",
       (select coalesce(sum(amount_kobo), 0)::integer from ledger.transfers where kind = 'returned_to_ajo') as "returnedKobo",
       array(select public.ajo_ahead_kobo(m.id)::integer from public.ajo_members m where m.circle_id = c.id and m.status = 'finished') as ahead,
       (select jsonb_agg(jsonb_build_object('turn', m.turn, 'ahead', public.ajo_ahead_kobo(m.id))) from public.ajo_members m where m.circle_id = c.id and m.status = 'defaulted' and m.turn > 2) as early,
       array(select m.person_id from public.ajo_members m where m.circle_id = c.id and
         (select coalesce(sum(k.amount_kobo), 0) from public.ajo_contributions k where k.member_id = m.id and k.paid_at is not null)
         <> (select coalesce(sum(o.charged_kobo - o.returned_kobo), 0) from public.ajo_orders a join public.orders o on o.id = a.order_id where a.member_id = m.id)
         + (select coalesce(sum(f.amount_kobo), 0) from public.ajo_contributions k join public.refunds f on f.payment_id = k.payment_id where k.member_id = m.id)
         + public.ajo_ahead_kobo(m.id)) as unexplained
     from public.ajo_circles c where c.id = $1`,
    [circleId],
  )
  return rows[0]
}
