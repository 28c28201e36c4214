import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  addDays,
  DAY_MS,
  daysLeft,
  endOfLagosDay,
  HOUR_MS,
  lagosDate,
  MINUTE_MS,
  paymentDueAt,
} from '#domain/time/calendar.ts'
import { parseLagosTime } from '#domain/time/lagos-time.ts'
import { advanceGroupBuys } from '#server/settlement/advance-group-buys.ts'
import { clockedDatabase, INJECT_CLOCK } from './setup/injected-clock.ts'
import { size, TIMEOUT_MS } from './setup/sizes.ts'
import { type Owed, openTrial, type Trial } from './setup/trial.ts'

// Every deadline just before, at and after its instant, in six time zones, with an app clock that is
// wrong by ten minutes.

const ZONES = ['UTC', 'Africa/Lagos', 'Europe/London', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati']

/** Nights with a change to or from summer time, a leap day, and the new year. */
const NIGHTS = [
  '2026-10-25T01:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-12-31T23:00:00Z',
  '2027-03-14T07:00:00Z',
  '2027-03-28T01:00:00Z',
  '2028-02-29T22:59:59Z',
].map((text) => new Date(text))

const MOMENTS_MS = [-1_000, -1, 0, 1, 1_000]
const APP_IS_WRONG_BY_MS = [-10 * MINUTE_MS, 0, 10 * MINUTE_MS]

const clock = { now: null as Date | null, isTrial: false, followsApp: false }
let trial: Trial
let buyId: string
let ownerId: string
let pending: Owed
let paid: Owed
beforeAll(async () => {
  trial = await openTrial({
    sabotage: INJECT_CLOCK,
    through: (database) =>
      clockedDatabase(database, {
        now: () => (clock.now && clock.followsApp ? new Date() : clock.now),
        isTrial: () => clock.isTrial,
      }),
  })
  const buy = await trial.buy({ min_participants: 2 })
  ;({ buyId, ownerId } = buy)
  pending = await trial.join(buyId)
  paid = await trial.join(buyId)
  await trial.pay(paid)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
  Object.assign(clock, { now: null, isTrial: false, followsApp: false })
})
afterAll(() => trial.close())

interface Deadline {
  name: string
  /** Sets up the market so that the deadline is at this instant. */
  at: (limit: Date) => Promise<unknown>
  /** The expectation at this moment. */
  read: () => Promise<unknown>
  before: unknown
  /** Exactly at the deadline. */
  on: unknown
  after: unknown
}

const at = (limit: Date, ms: number) => new Date(limit.getTime() + ms)

interface Dates {
  end: Date
  due?: Date
  extended?: Date
  paidAt?: Date
  status?: string
}

function setBuy({ end, due = at(end, 3 * DAY_MS), extended, paidAt = at(end, -9 * DAY_MS), status = 'active' }: Dates) {
  return trial.rewrite(
    `with o as (update public.orders set paid_at = case when id = $6 then $5::timestamptz end, created_at = $2::timestamptz - interval '9 days' where group_buy_id = $1)
     update public.group_buys set end_date = $2::timestamptz, payment_due_at = $3, extended_at = $4, status = $7, starts_at = $2::timestamptz - interval '30 days' where id = $1`,
    [buyId, end, due, extended ?? null, paidAt, paid.orderId, status],
  )
}

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => body.code ?? status
const leaveFree = async () => {
  const { body } = await trial.leave(paid)
  return body.code ?? (body.order.returned_kobo === paid.dueKobo ? 'free' : 'charged')
}

/** Reads the row after the jobs have run; nothing is committed in a trial, so this is done within each transaction. */
const afterClock = (table: 'group_buys' | 'orders', id: () => string) => async () => {
  const seen: string[] = []
  const { database } = trial.db
  const as: typeof database.as = (identity, work, options) =>
    database.as(
      identity,
      async (tx) => {
        const result = await work(tx, () => undefined)
        const { rows } = await tx.query(`select status from public.${table} where id = $1`, [id()])
        seen.push(rows[0].status)
        return result
      },
      { ...options, readOnly: false },
    )
  await advanceGroupBuys({ ...database, as }, 'https://market.test')
  return seen.find((status) => status !== seen[0]) ?? seen[0]
}
const buyAfterClock = afterClock('group_buys', () => buyId)

const DEADLINES: Deadline[] = [
  {
    name: 'joining ends with the window',
    at: (end) => setBuy({ end }),
    read: async () =>
      codeOf(await trial.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: pending.buyer })),
    before: 200,
    on: 'buy_not_active',
    after: 'buy_not_active',
  },
  {
    name: 'an unpaid order leaves until the window ends',
    at: (end) => setBuy({ end }),
    read: async () => codeOf(await trial.leave(pending)),
    before: 200,
    on: 'leaving_closed',
    after: 'leaving_closed',
  },
  {
    name: 'leaving is free until three days before',
    at: (limit) => setBuy({ end: at(limit, 3 * DAY_MS) }),
    read: leaveFree,
    before: 'free',
    on: 'charged',
    after: 'charged',
  },
  {
    name: 'leaving is free for an hour after paying',
    at: (limit) => setBuy({ end: at(limit, DAY_MS), paidAt: at(limit, -HOUR_MS) }),
    read: leaveFree,
    before: 'free',
    on: 'charged',
    after: 'charged',
  },
  {
    name: 'leaving is free for 48 hours after an extension',
    at: (limit) => setBuy({ end: at(limit, DAY_MS), extended: at(limit, -48 * HOUR_MS) }),
    read: leaveFree,
    before: 'free',
    on: 'charged',
    after: 'charged',
  },
  {
    name: 'leaving ends at the due time',
    at: (due) => setBuy({ end: at(due, -DAY_MS), due, status: 'closed' }),
    read: leaveFree,
    before: 'charged',
    on: 'leaving_closed',
    after: 'leaving_closed',
  },
  {
    name: 'paying ends with the due time',
    at: (due) => setBuy({ end: at(due, -DAY_MS), due, status: 'closed' }),
    read: async () => codeOf(await trial.begin(pending)),
    before: 200,
    on: 200,
    after: 'payment_closed',
  },
  {
    name: 'a vendor cancels until 24 hours before the end',
    at: (limit) => setBuy({ end: at(limit, DAY_MS) }),
    read: async () =>
      codeOf(
        await trial.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The harvest failed' }, { as: ownerId }),
      ),
    before: 200,
    on: 'move_not_allowed',
    after: 'move_not_allowed',
  },
  {
    name: 'a vendor honours until 12 hours after the due time',
    at: (limit) => setBuy({ end: at(limit, -2 * DAY_MS), due: at(limit, -12 * HOUR_MS), status: 'settling' }),
    read: async () => codeOf(await trial.call('honour-group-buy', { group_buy_id: buyId }, { as: ownerId })),
    before: 200,
    on: 'move_not_allowed',
    after: 'move_not_allowed',
  },
  {
    name: 'the window closes at its end',
    at: (end) => setBuy({ end }),
    read: buyAfterClock,
    before: 'active',
    on: 'closed',
    after: 'closed',
  },
  {
    name: 'an unpaid order expires at the due time',
    at: (due) => setBuy({ end: at(due, -DAY_MS), due, status: 'closed' }),
    read: afterClock('orders', () => pending.orderId),
    before: 'pending',
    on: 'expired',
    after: 'expired',
  },
  {
    name: 'a short buy fails 12 hours after the due time',
    at: (limit) => setBuy({ end: at(limit, -2 * DAY_MS), due: at(limit, -12 * HOUR_MS), status: 'settling' }),
    read: buyAfterClock,
    before: 'settling',
    on: 'settling',
    after: 'failed',
  },
]

interface Case {
  limit: Deadline
  zone: string
  wrongByMs: number
  ms: number
}

const cases: Case[] = DEADLINES.flatMap((limit) =>
  ZONES.flatMap((zone) =>
    APP_IS_WRONG_BY_MS.flatMap((wrongByMs) => MOMENTS_MS.map((ms) => ({ limit, zone, wrongByMs, ms }))),
  ),
)

/** The deviations from the expectations. */
async function wrongCases(some: readonly Case[]): Promise<string[]> {
  const wrong: string[] = []
  for (const [index, { limit, zone, wrongByMs, ms }] of some.entries()) {
    const night = NIGHTS[index % NIGHTS.length] ?? new Date(0)
    await limit.at(night)
    const now = at(night, ms)
    vi.stubEnv('TZ', zone)
    vi.useFakeTimers({ toFake: ['Date'], now: at(now, wrongByMs) })
    Object.assign(clock, { now, isTrial: true })
    const outcome = await limit.read()
    Object.assign(clock, { now: null, isTrial: false })
    vi.useRealTimers()
    const expected = ms < 0 ? limit.before : ms === 0 ? limit.on : limit.after
    if (outcome !== expected) {
      wrong.push(`${limit.name}: ${outcome} for ${expected} at ${ms} ms, ${zone}, app ${wrongByMs / MINUTE_MS} min`)
    }
  }
  return wrong
}

/** In a commit every thirteenth case: each deadline is still tested in each zone and at each moment. */
const tried = cases.filter((_, index) => index % size(13, 1) === 0)

describe('every limit', () => {
  test(
    `${tried.length} cases are decided by the database's clock`,
    async () => {
      expect(await wrongCases(tried)).toEqual([])
      expect(trial.faults).toEqual([])
    },
    TIMEOUT_MS,
  )

  test('a market that asks the app for the time is found', async () => {
    clock.followsApp = true
    expect(await wrongCases(cases.filter(({ wrongByMs }) => wrongByMs !== 0).slice(0, 6))).not.toEqual([])
  })
})

describe('days', () => {
  const days = NIGHTS.flatMap((night) =>
    [-3, -2, -1, 0, 1, 2, 3].map((more) => addDays(night.toISOString().slice(0, 10), more)),
  )
  const lagos = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos', dateStyle: 'short' })

  test.each(ZONES)('are those of Lagos in %s', async (zone) => {
    vi.stubEnv('TZ', zone)
    const { rows } = await trial.db.owner.query<{ due: Date }>(
      'select public.payment_due_at(d) as due from unnest($1::date[]) with ordinality as t (d, n) order by n',
      [days],
    )
    for (const [index, day] of days.entries()) {
      const end = endOfLagosDay(day)
      for (const ms of [-1, 0, 999]) expect(lagosDate(at(end, ms))).toBe(lagos.format(at(end, ms)))
      expect(lagosDate(at(end, 1_000))).toBe(addDays(day, 1))
      expect(end.toISOString()).toBe(`${day}T22:59:59.000Z`)
      expect(paymentDueAt(day).getTime()).toBe(end.getTime() - 2 * DAY_MS)
      expect(rows[index]?.due).toEqual(paymentDueAt(day))
      expect(parseLagosTime(day)).toEqual(end)
      expect([
        daysLeft(end, at(end, -14 * DAY_MS - 1)),
        daysLeft(end, at(end, -14 * DAY_MS)),
        daysLeft(end, at(end, 1)),
      ]).toEqual([15, 14, 0])
      expect(Object.is(daysLeft(end, at(end, 1)), -0)).toBe(false)
    }
  })

  test('ended at local midnight are wrong in five of six zones', () => {
    const isWrong = ZONES.filter((zone) => {
      vi.stubEnv('TZ', zone)
      return days.some((day) => {
        const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
        return new Date(year, month - 1, date, 23, 59, 59).getTime() !== endOfLagosDay(day).getTime()
      })
    })
    expect(isWrong).toEqual(ZONES.filter((zone) => zone !== 'Africa/Lagos'))
  })
})
