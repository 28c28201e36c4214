import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { asPerson } from '../setup/as-person.ts'
import { demoMarket } from '../setup/demo-market.ts'

// Figures of any period come from stored days (decision 0117) and always equal those of the rows.
let db: TestDatabase
const people: Record<string, string> = {}
beforeAll(async () => {
  db = await createTestDatabase({ seed: demoMarket })
  const { rows } = await db.owner.query('select distinct on (role) role, id from public.profiles order by role, id')
  for (const { role, id } of rows) people[role] = id
})
afterAll(() => db.drop())

const as = async (role: string, sql: string, values: unknown[]) =>
  (await asPerson(db, people[role] ?? null, sql, values)).rows

const DAY = (at: string) => `(${at} at time zone 'Africa/Lagos')::date between $1 and $2`
const IN_STATE = `exists (select from public.vendors v where v.id = vendor_id and ($3::text is null or v.state = $3))`
const ORDERED = `from public.order_figures where ${DAY('created_at')} and ${IN_STATE}`
const TIMED = `status = 'completed' and fulfilment <> 'stockpile' and ready_at is not null`
const HANDED = `from public.orders where ${DAY('handed_over_at')} and ${IN_STATE}`
const REFUNDS = `from ledger.transfers t join ledger.accounts d on d.id = t.debit_id join ledger.accounts c on c.id = t.credit_id
  left join public.refunds f on f.id = c.owner_id and c.kind = 'refund_due'
  left join public.orders o on o.id = coalesce(f.order_id, case when t.kind = 'returned_as_peps' then d.owner_id end)
  left join public.vendors v on v.id = o.vendor_id
  where t.phase in ('posted', 'captured') and (c.kind = 'refund_due' or (c.kind = 'peps' and d.kind in ('escrow', 'bank', 'place_cash')))
    and ${DAY('t.posted_at')} and ($3::text is null or v.state = $3)`
const DECIDED = `from public.group_buys where ${DAY('end_date')} and ${IN_STATE} and status in`

/** Each figure, as raw SQL over the rows. */
const RAW: Record<string, string> = {
  joins: `select count(*) from public.orders where group_buy_id is not null and ${DAY('created_at')} and ${IN_STATE}`,
  orders: `select count(*) filter (where is_paid) ${ORDERED}`,
  goods: `select coalesce(sum(goods) filter (where is_paid), 0) ${ORDERED}`,
  buyer_fee_kobo: `select coalesce(sum(buyer_fee_kobo), 0) ${ORDERED}`,
  vendor_fee_kobo: `select coalesce(sum(vendor_fee_kobo), 0) ${ORDERED}`,
  handed_over: `select count(*) ${HANDED}`,
  timed: `select count(*) filter (where ${TIMED}) ${HANDED}`,
  on_time: `select count(*) filter (where ${TIMED} and handed_over_at <= ready_at + interval '24 hours') ${HANDED}`,
  refunds: `select count(*) ${REFUNDS}`,
  refund_kobo: `select coalesce(sum(t.amount_kobo), 0) ${REFUNDS}`,
  claims: `select count(*) from public.claims where ${DAY('created_at')} and ${IN_STATE}`,
  buys_ended: `select count(*) ${DECIDED} ('confirmed', 'ready', 'completed', 'failed', 'cancelled')`,
  buys_filled: `select count(*) ${DECIDED} ('confirmed', 'ready', 'completed')`,
  new_people: `select count(*) from public.profiles where ${DAY('created_at')} and $3::text is null`,
  new_shops: `select count(*) from public.vendors where ${DAY('created_at')} and ($3::text is null or state = $3)`,
}

const ACTIVE = `select count(distinct person) as people from (
  select user_id as person from public.orders where ${DAY('created_at')}
  union select user_id from public.seen_sessions where ${DAY('at')}) a`

async function expectEqualFigures(since: string, until: string, state: string | null) {
  const period = [since, until, state]
  const sums = Object.keys(RAW).map((figure) => `coalesce(sum(${figure}), 0)::numeric::float8 as ${figure}`)
  const [stored] = await as('chief', `select ${sums} from public.market_days($1, $2, $3)`, period)
  const expected = Object.entries(RAW).map(([figure, sql]) => `(${sql})::float8 as ${figure}`)
  const { rows } = await db.owner.query(`select ${expected}`, period)
  expect(stored, period.join(' ')).toEqual(rows[0])
}

async function expectEqualGroups(since: string, until: string) {
  const stored = await as('chief', 'select state, orders, goods::float8 from public.market_states($1, $2)', [
    since,
    until,
  ])
  const { rows } = await db.owner.query(
    `select v.state, count(*) filter (where is_paid)::integer as orders, coalesce(sum(goods) filter (where is_paid), 0)::float8 as goods
     from public.order_figures f join public.vendors v on v.id = f.vendor_id where ${DAY('f.created_at')}
     group by 1 having count(*) filter (where is_paid or group_buy_id is not null) > 0 order by goods desc, 1`,
    [since, until],
  )
  expect(stored).toEqual(rows)
  const categories = await as('chief', 'select category, orders, goods::float8 from public.market_categories($1, $2)', [
    since,
    until,
  ])
  const { rows: raw } = await db.owner.query(
    `select l.category, count(distinct f.id)::integer as orders,
       sum(case when f.group_buy_id is null then l.unit_price * l.quantity else f.goods end)::float8 as goods
     from public.order_figures f join public.order_lines l on l.order_id = f.id where f.is_paid and ${DAY('f.created_at')}
     group by 1 order by goods desc, 1`,
    [since, until],
  )
  expect(categories).toEqual(raw)
}

const anyOrder = (where: string) => `(select id from public.orders where ${where} order by md5(id::text || $1) limit 1)`

/** Acts by name, each with a seed that chooses its row. */
const ACTS: Record<string, (seed: string, days: number) => Promise<unknown>> = {
  expire: (seed) =>
    queryWithCause(
      db.owner,
      'clock',
      `update public.orders set status = 'expired', amount_due_kobo = 0 where id = ${anyOrder(`status = 'pending'`)}`,
      [seed],
    ),
  // The person was active on the former day too.
  correct: (seed, days) =>
    db.owner.query(
      `with chosen as (select id, user_id, created_at from public.orders where id = ${anyOrder(`status in ('expired', 'cancelled', 'completed')`)}),
         seen as (insert into public.seen_sessions select user_id, created_at from chosen)
       update public.orders o set total_amount = o.total_amount + case when o.group_buy_id is null then 0.45 else 0 end, created_at = o.created_at - $2 * interval '1 day' from chosen c where o.id = c.id`,
      [seed, days],
    ),
  late: (seed, days) =>
    db.owner.query(
      `update public.orders set handed_over_at = handed_over_at + $2 * interval '1 day' where id = ${anyOrder(`status = 'completed'`)}`,
      [seed, days],
    ),
  renew: (seed, days) =>
    db.owner.query(
      `update auth.sessions set refreshed_at = now() - $2 * interval '1 day' where id = (select id from auth.sessions order by md5(id::text || $1) limit 1)`,
      [seed, days],
    ),
  signIn: (seed, days) =>
    db.owner.query(
      `insert into auth.sessions (id, user_id, created_at) select gen_random_uuid(), id, now() - $2 * interval '1 day'
       from public.profiles order by md5(id::text || $1) limit 1`,
      [seed, days],
    ),
  giveBack: (seed, days) =>
    db.owner.query(
      `select ledger.write('test:' || gen_random_uuid(), jsonb_build_array(jsonb_build_object('kind', 'returned_as_peps', 'debit', o.id, 'credit', o.user_id,
         'amount_kobo', 100)), now() - $2 * interval '1 day') from public.orders o where o.id = ${anyOrder(`status = 'paid'`)}`,
      [seed, days],
    ),
  fold: () => db.owner.query('select sums.fold()'),
}

test('every figure of a period equals the rows after random acts, in every state', async () => {
  await db.owner.query(`create table public.seen_sessions (user_id uuid, at timestamptz)`)
  await db.owner.query(`
    insert into public.seen_sessions select user_id, created_at from auth.sessions union all select user_id, refreshed_at from auth.sessions where refreshed_at is not null;
    create function public.see() returns trigger language plpgsql as
      $$ begin insert into public.seen_sessions values (new.user_id, coalesce(new.refreshed_at, new.created_at)); return null; end $$;
    create trigger see after insert or update on auth.sessions for each row execute function public.see()`)
  const { rows: states } = await db.owner.query('select distinct state from public.vendors')
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.string(), fc.integer({ min: 0, max: 70 })), {
        minLength: 3,
        maxLength: 10,
      }),
      fc.integer({ min: 0, max: 120 }),
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom(null, ...states.map(({ state }) => state)),
      async (acts, longer, ago, state) => {
        for (const [act, seed, days] of acts) await ACTS[act]?.(seed, days)
        const [since, until] = [day(ago + longer), day(ago)]
        await expectEqualFigures(since, until, state)
        await expectEqualFigures(since, until, null)
        await expectEqualGroups(since, until)
        const { rows } = await db.owner.query(ACTIVE.replaceAll('$3', 'null'), [since, until])
        const active = await as(
          'chief',
          'select people from public.active_people(array[$1::date, $2], array[$2::date, $2])',
          [since, until],
        )
        expect(active[0]?.people).toBe(Number(rows[0].people))
      },
    ),
    { numRuns: 25 },
  )
}, 120_000)

test('a recount gives the same figures, and folding one row for each day of a shop', async () => {
  const read = () =>
    as(
      'chief',
      `select * from public.market_days((now() - interval '400 days')::date, now()::date) where orders + joins + handed_over + refunds > 0`,
      [],
    )
  const before = await read()
  expect(before.length).toBeGreaterThan(20)
  await db.owner.query('select sums.recount()')
  expect(await read()).toEqual(before)
  await db.owner.query('select sums.fold()')
  expect(await read()).toEqual(before)
  const { rows } = await db.owner.query('select vendor_id, day from sums.sales_days group by 1, 2 having count(*) > 1')
  expect(rows).toEqual([])
})

test('a hand-over writes no row for the sale, and becoming ready none at all', async () => {
  const count = async () =>
    (
      await db.owner.query(
        `select (select count(*)::integer from sums.sales_days) as sales, (select count(*)::integer from sums.category_days) as categories`,
      )
    ).rows[0]
  await db.owner.query('select sums.fold()')
  const { sales, categories } = await count()
  const change = (set: string, where: string) =>
    db.owner.query(`update public.orders set ${set} where id = (select id from public.orders where ${where} limit 1)`)
  const { rowCount } = await change(`ready_at = now()`, `status in ('confirmed', 'ready') and handed_over_at is null`)
  expect(rowCount).toBe(1)
  expect(await count()).toEqual({ sales, categories })
  await change(`handed_over_at = handed_over_at - interval '1 day'`, `status = 'completed'`)
  expect(await count()).toEqual({ sales: sales + 2, categories })
})

test('only chiefs read the figures, and no user the stored days', async () => {
  const today = `(now()::date)`
  const reads = [
    `select * from public.market_days(${today} - 90, ${today})`,
    `select * from public.market_states(${today} - 90, ${today})`,
    `select * from public.market_categories(${today} - 90, ${today})`,
  ]
  for (const sql of reads) {
    expect((await as('chief', sql, [])).length, sql).toBeGreaterThan(0)
    for (const role of ['customer', 'vendor', 'manager', 'coordinator', 'administrator'])
      expect(await as(role, sql, []), `${role}: ${sql}`).toEqual([])
    expect((await asPerson(db, null, sql)).errorCode).toBe('42501')
  }
  expect(await as('manager', `select * from public.active_people(array[${today}], array[${today}])`, [])).toEqual([])
  const own = `select * from public.my_active_days`
  expect((await as('vendor', own, [])).length).toBeGreaterThan(0)
  await db.owner.query(`insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`, [
    people.vendor,
  ])
  expect(await as('vendor', own, [])).toEqual([])
  for (const table of ['sales_days', 'category_days', 'refund_days', 'active_people'])
    expect((await asPerson(db, people.chief ?? '', `select * from sums.${table}`)).errorCode, table).toBe('42501')
})
