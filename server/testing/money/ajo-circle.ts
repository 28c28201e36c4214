import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import type { CircleKind } from '#domain/ajo/circle.ts'
import type { CommandResponse, TestMarket } from '../market.ts'

export interface TestCircle {
  circleId: string
  invitation: string
  /** Person ids; the first has set the circle up. */
  people: string[]
}

interface CircleOptions {
  kind?: CircleKind
  seats?: number
  months?: number
  taken?: number
}

export const MONTHLY_KOBO = 10_000_000

/** Switches circles of ajo on. */
export async function openAjo({ db }: Pick<TestMarket, 'db'>): Promise<void> {
  await db.owner.query(
    `insert into public.settings (key, value, note) values ('ajo_circles', '1', 'A test'), ('ajo_turns', '1', 'A test') on conflict do nothing`,
  )
}

/** A circle with `seats` seats of ₦100,000 a month, of which `taken` are taken. */
export async function formingCircle(
  market: TestMarket,
  { kind = 'basket', seats = 3, months = 2, taken = seats }: CircleOptions = {},
): Promise<TestCircle> {
  const people = await Promise.all(Array.from({ length: taken }, () => market.person()))
  const rules = { name: 'Year-end basket', kind, monthly: String(MONTHLY_KOBO / 100), seats, months, due_day: 12 }
  const { body } = await market.call('create-ajo-circle', rules, { as: people[0] ?? '' })
  for (const as of people.slice(1)) await market.call('join-ajo-circle', { invitation: body.invitation }, { as })
  return { circleId: body.circle_id, invitation: body.invitation, people }
}

export async function runningCircle(market: TestMarket, rules: Omit<CircleOptions, 'taken'> = {}): Promise<TestCircle> {
  const circle = await formingCircle(market, rules)
  await market.call('start-ajo-circle', { circle_id: circle.circleId }, { as: circle.people[0] ?? '' })
  await moveOpenMonth(market, circle, 0)
  return circle
}

/** Moves the open month so that it is due in this many days; it closes eight days later, as the day begins. */
export async function moveOpenMonth({ db }: TestMarket, { circleId }: TestCircle, days: number): Promise<void> {
  await withoutTriggers(db.owner, async (client) => {
    await client.query(
      `update public.ajo_months m set due_on = d.day, closes_at = (d.day + 8)::timestamp at time zone 'Africa/Lagos'
       from (select (now() at time zone 'Africa/Lagos')::date + $2::integer as day) d
       where circle_id = $1 and month = (select min(month) from public.ajo_months where circle_id = $1 and closed_at is null)`,
      [circleId, days],
    )
  })
}

/** The open month's contribution of a person. */
export async function contributionOf({ row }: TestMarket, { circleId }: TestCircle, person: string): Promise<string> {
  const { id } = await row<{ id: string }>(
    `select k.id from public.ajo_contributions k join public.ajo_members m on m.id = k.member_id where k.circle_id = $1 and m.person_id = $2
       and k.month = (select min(month) from public.ajo_months where circle_id = $1 and closed_at is null)`,
    [circleId, person],
  )
  return id
}

/** Starts the payment of the open month's contribution. */
export async function beginPaying(market: TestMarket, circle: TestCircle, as: string): Promise<CommandResponse> {
  const contribution_id = await contributionOf(market, circle, as)
  return market.call('pay-ajo-contribution', { contribution_id, expected_kobo: MONTHLY_KOBO }, { as })
}
