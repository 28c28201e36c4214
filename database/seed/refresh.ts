import type pg from 'pg'
import { seededChance } from './chance.ts'
import { FOODS } from './foods/foods.ts'
import { backdateBuys, backdateMoves, scenarioDates } from './history/backdate.ts'
import { BUY_PLANS } from './history/buy-table.ts'
import { buyScenarios } from './history/scenarios.ts'
import { seedHistory } from './history/seed-history.ts'
import { lagosDay } from './lagos-time.ts'
import type { Buy } from './model.ts'
import { draftRow, makeBuy } from './orders/group-buys.ts'
import { postJournals } from './orders/payments.ts'
import { makePeople, type Person } from './people.ts'

const MIN_ACTIVE_BUYS = 5

/**
 * Opens the buys of the seed again, dated around now, without `customer`, which visitors of the demo use themselves.
 */
export async function refreshMarket(client: pg.ClientBase, now: Date): Promise<number> {
  const { rows } = await client.query<{ active: number }>(
    "select count(*)::integer as active from public.group_buys where status = 'active' and end_date > $1",
    [now],
  )
  if ((rows[0]?.active ?? 0) >= MIN_ACTIVE_BUYS) return 0
  const onSale = await foodsOnSale(client)
  if (onSale.size === 0) return 0
  const people = await demoBuyers(client, now)
  const round = ` ${now.toISOString()}`
  const plans = BUY_PLANS.filter(({ stage, food }) => stage === 'active' && onSale.has(food))
  const buys = plans.map((plan) => {
    const flags = new Set([...plan.flags].filter((flag) => flag !== 'c'))
    return makeBuy({ ...plan, flags }, { now, people, round })
  })
  const scenarios = buyScenarios(buys, { now })
  await addStock(client, buys)
  await seedHistory(client, scenarios)
  await backdateMoves(client, scenarioDates(scenarios))
  await backdateBuys(client, buys)
  await postJournals(
    client,
    buys.flatMap(({ orders }) => orders),
    now,
  )
  await renewShareDates(client, now, new Map(buys.map(({ food, shareDay }) => [food.id, shareDay])))
  return buys.length
}

/** Adds the stock that the new buys reserve, and a future sharing day so that they can open. */
async function addStock(client: pg.ClientBase, buys: readonly Buy[]): Promise<void> {
  const goods = buys.map((buy) => ({ id: buy.food.id, units: draftRow(buy).target_quantity }))
  await client.query(
    `update public.products p set available_quantity = least(p.available_quantity + s.units, 1000000), share_date = current_date + 30
     from (select id, sum(units)::integer as units from jsonb_to_recordset($1::jsonb) as r (id uuid, units integer) group by id) s
     where p.id = s.id`,
    [JSON.stringify(goods)],
  )
}

/** Keys of the demo products that an active shop still sells. */
async function foodsOnSale(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select p.id from public.products p join public.vendors v on v.id = p.vendor_id
     where p.id = any ($1::uuid[]) and p.archived_at is null and v.status = 'active'`,
    [FOODS.map(({ id }) => id)],
  )
  const ids = new Set(rows.map(({ id }) => id))
  return new Set(FOODS.filter(({ id }) => ids.has(id)).map(({ key }) => key))
}

/**
 * With their current names; without staff of shops, who cannot buy there, and without people who must pay on joining,
 * whose reservations would lapse in half an hour.
 */
async function demoBuyers(client: pg.ClientBase, now: Date): Promise<Person[]> {
  const people = makePeople(now).filter(({ key }) => /^buyer\d+$/.test(key))
  const { rows } = await client.query<{ id: string; full_name: string }>(
    `select p.id, p.full_name from public.profiles p cross join lateral public.unpaid_standing(p.id) s
     where p.id = any ($1::uuid[]) and p.role <> 'vendor'
       and not exists (select from public.memberships m where m.person_id = p.id and m.vendor_id is not null and m.ended_at is null) and s.lapses < (s.limits ->> 'unpaid_lapses')::integer`,
    [people.map(({ id }) => id)],
  )
  const names = new Map(rows.map(({ id, full_name }) => [id, full_name]))
  return people.flatMap((person) => {
    const name = names.get(person.id)
    return name === undefined ? [] : [{ ...person, name }]
  })
}

/** Moves passed sharing days of products without a new buy. */
async function renewShareDates(client: pg.ClientBase, now: Date, ofBuys: ReadonlyMap<string, string>): Promise<void> {
  const chance = seededChance('new sharing days')
  const days = FOODS.filter(({ shareInDays }) => shareInDays !== null && shareInDays > 0).map(({ id }) => ({
    id,
    share_date: ofBuys.get(id) ?? lagosDay(now, chance.integer(5, 21)),
    is_new: ofBuys.has(id),
  }))
  await client.query(
    `update public.products p set share_date = s.share_date
     from jsonb_to_recordset($1::jsonb) as s (id uuid, share_date date, is_new boolean)
     where p.id = s.id and (s.is_new or p.share_date < $2::date)`,
    [JSON.stringify(days), lagosDay(now)],
  )
}
