import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allMoves } from '#domain/all-moves.ts'
import { priceAt, readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { checkPriceTiers } from '#domain/group-buys/price/tier-rules.ts'
import { nairaToKobo } from '#domain/money.ts'
import { decideCancel } from '#domain/orders/cancelling.ts'
import { LIVE_ORDER_STATES, ORDER_STATES } from '#domain/orders/states.ts'
import { CASE_SUBJECTS } from '#domain/own-case.ts'
import { AMOUNT_ACTS, RESALE_PERCENT } from '#domain/payments/typed-amounts.ts'
import { payoutsAllowedFrom } from '#domain/payouts/bank-account.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { settingBounds } from '#domain/settings/setting-bounds.ts'
import { namedSettings, rateNames } from '#domain/settings/settings.ts'
import { tableTexts } from '#domain/texts/table-texts.ts'
import { addDays, DAY_MS, HOUR_MS, paymentDueAt } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { addBusinessDays, businessDeadline } from '../business-deadline.ts'
import { availableAt } from '../reward-release.ts'

// Some rules are implemented twice on purpose: in the domain and, as the final guard, in SQL. They must agree.

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

test('the allowed transitions are the same', async () => {
  const { rows } = await db.owner.query<{ move: string }>(
    `select format('%s: %s > %s by %s', subject, from_status, to_status,
       (select string_agg(cause, ' ' order by cause) from unnest(causes) cause)) as move from public.allowed_moves`,
  )
  const stated = Object.entries(allMoves).flatMap(([subject, moves]) =>
    moves.map(({ from, to, causes }) => `${subject}: ${from} > ${to} by ${[...causes].sort().join(' ')}`),
  )
  expect(rows.map((row) => row.move).sort()).toEqual(stated.sort())
})

test('settings have the same bounds, and the same rates are announced', async () => {
  const { rows } = await db.owner.query<{
    key: string
    least: number
    most: number
    loosens: string | null
    told: boolean
  }>(
    'select key, least::float8 as least, most::float8 as most, loosens, public.is_notified_rate(key) as told from public.setting_bounds',
  )
  expect(
    Object.fromEntries(
      rows.map(({ key, least, most, loosens }) => [key, { least, most, ...(loosens && { loosens }) }]),
    ),
  ).toEqual(settingBounds)
  expect(rows.flatMap(({ key, told: notified }) => (notified ? key : [])).sort()).toEqual(Object.keys(rateNames).sort())
  // Facts about data protection are texts, which have no bounds.
  const { rows: stored } = await db.owner.query<{ key: string }>(
    `select distinct key from public.settings where key <> 'market_opened_at' and key not like 'data\\_%'`,
  )
  expect(stored.map(({ key }) => key).sort()).toEqual(Object.keys(settingBounds).sort())
})

test('amounts entered by staff have the same purposes, bounds and subjects', async () => {
  const source = async (name: string) =>
    (await db.owner.query<{ text: string }>('select prosrc as text from pg_proc where proname = $1', [name])).rows[0]
      ?.text ?? ''
  const named = (text: string) => [...text.matchAll(/when '([a-z_-]+)' then/g)].map(([, name]) => name).sort()
  const bounds = await source('amount_bounds')
  expect(named(bounds)).toEqual([...AMOUNT_ACTS].sort())
  const { usualFrom, usualTo, most } = RESALE_PERCENT
  expect(bounds).toContain(`worth * ${usualFrom} + 99`)
  expect(bounds).toContain(`worth * ${usualTo} / 100`)
  expect(bounds).toContain(`worth * ${most / 100};`)
  expect([...new Set(named(await source('parties_of')))]).toEqual([...CASE_SUBJECTS].sort())
})

test('claims have the same claim times and deadlines', async () => {
  const { rows } = await db.owner.query<{ view: string }>(
    `select pg_get_viewdef('public.claimable_lines'::regclass) as view`,
  )
  const hours = (ms: number) => `'${String(ms / HOUR_MS).padStart(2, '0')}:00:00'`
  expect(rows[0]?.view).toContain(hours(clocks.claimPerishableMs))
  expect(rows[0]?.view).toContain(hours(clocks.claimOtherMs))
  expect(rows[0]?.view).toContain(`'${clocks.claimNotReceivedMs / DAY_MS} days'`)
  const { rows: holidays } = await db.owner.query<{ date: string }>('select date::text from public.public_holidays')
  const closed = new Set(holidays.map(({ date }) => date))
  const moments = fc.sample(
    fc.date({ min: new Date('2026-01-01'), max: new Date('2027-11-30'), noInvalidDate: true }),
    200,
  )
  for (const since of moments) {
    const days = since.getUTCDate() % 10
    const found = await db.owner.query<{ at: Date }>('select public.business_deadline($1, $2) as at', [since, days])
    expect([since, days, found.rows[0]?.at]).toEqual([since, days, businessDeadline(since, days, closed)])
  }
})

test('status changes are logged for every table with transitions, with the name of its subject', async () => {
  const { rows } = await db.owner.query<{ table: string; subject: string }>(
    `select c.relname as table, convert_from(decode(rtrim(encode(t.tgargs, 'hex'), '0'), 'hex'), 'UTF8') as subject
     from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname in ('log_status_change', 'log_status_change_of_new') order by 1`,
  )
  // Separate triggers for new and changed rows have the same subject.
  expect(new Set(rows.map(({ table, subject }) => `${table} ${subject}`)).size).toBe(17)
  expect(Object.fromEntries(rows.map(({ table, subject }) => [table, subject]))).toEqual({
    advertisements: 'advert',
    ajo_circles: 'ajo_circle',
    ajo_members: 'ajo_member',
    blog_posts: 'post',
    buy_cycles: 'buy_cycle',
    checkouts: 'checkout',
    claims: 'claim',
    email_logs: 'email_log',
    featured_deals: 'deal',
    group_buys: 'group_buy',
    lot_incidents: 'lot',
    orders: 'order',
    payments: 'payment',
    payouts: 'payout',
    refunds: 'refund',
    standing_orders: 'standing_order',
    vendors: 'vendor',
  })
})

test('live orders have the same states, and paid ones are the live ones except pending', async () => {
  const { rows } = await db.owner.query<{ column: string; rule: string }>(
    `select a.attname as column, pg_get_expr(d.adbin, d.adrelid) as rule from pg_attribute a
     join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = 'public.orders'::regclass and a.attname in ('is_live', 'is_paid')`,
  )
  for (const { column, rule } of rows) {
    const { rows: states } = await db.owner.query<{ status: string }>(
      // A pending order that takes over a share is not live (decision 0141).
      `select status from (select unnest($1::text[]) as status, null::uuid as takes_over_order_id) o where ${rule}`,
      [ORDER_STATES],
    )
    const stated = LIVE_ORDER_STATES.filter((state) => column === 'is_live' || state !== 'pending')
    expect([column, states.map(({ status }) => status)]).toEqual([column, stated])
  }
  expect(rows).toHaveLength(2)
})

const tierLists = fc.array(
  fc.record({
    participants: fc.oneof(fc.integer({ min: -1, max: 60 }), fc.constant(2.5)),
    price: fc.oneof(
      fc.integer({ min: -5, max: 90_000 }),
      fc.integer({ min: 1, max: 9_000_000 }).map((kobo) => kobo / 100),
    ),
  }),
  { maxLength: 12 },
)
const risingTiers = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 7_900_000 })), {
    maxLength: 10,
    selector: ([n]) => n,
  })
  .map((pairs) => {
    const counts = pairs.map(([n]) => n).sort((a, b) => a - b)
    const prices = [...new Set(pairs.map(([, kobo]) => kobo))].sort((a, b) => b - a)
    return prices.map((kobo, index) => ({ participants: counts[index] ?? 0, price: kobo / 100 }))
  })

test('price tiers have the same validation', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(tierLists, risingTiers),
      fc.option(fc.integer({ min: 1, max: 70 })),
      async (tiers, maxParticipants) => {
        const text = JSON.stringify(tiers)
        const { rows } = await db.owner.query<{ fault: string | null }>(
          'select public.price_tiers_fault($1, 80000, $2) as fault',
          [text, maxParticipants],
        )
        const checked = checkPriceTiers(text, { basePriceKobo: 8_000_000n, maxParticipants })
        expect(rows[0]?.fault ?? null).toBe('error' in checked ? checked.error : null)
      },
    ),
    { numRuns: fc.readConfigureGlobal()?.numRuns ?? 300 },
  )
})

test('the price at every number of participants is the same', async () => {
  await fc.assert(
    fc.asyncProperty(risingTiers, fc.integer({ min: 0, max: 80 }), async (tiers, participants) => {
      const row = { base_price: '80000.00', price_tiers: JSON.stringify(tiers) }
      const { rows } = await db.owner.query<{ price: string }>(
        'select public.price_at(public.tier_thresholds($1), public.tier_prices($1), $2, $3) as price',
        [row.price_tiers, row.base_price, participants],
      )
      expect(nairaToKobo(rows[0]?.price ?? '')).toBe(priceAt(readPrices(row), participants))
    }),
    { numRuns: fc.readConfigureGlobal()?.numRuns ?? 200 },
  )
})

test('a bank account has the same waiting period', async () => {
  for (const since of ['2026-11-22T09:00:00Z', '2026-12-31T23:59:59Z']) {
    const { rows } = await db.owner.query<{ usable: Date }>('select public.bank_account_usable_from($1) as usable', [
      since,
    ])
    expect(rows[0]?.usable).toEqual(payoutsAllowedFrom(new Date(since)))
  }
})

test('payment is due at the same time', async () => {
  for (const day of ['2026-11-30', '2027-01-01', '2027-03-01', '2028-03-01']) {
    const { rows } = await db.owner.query<{ due: Date }>('select public.payment_due_at($1) as due', [day])
    expect(rows[0]?.due).toEqual(paymentDueAt(day))
  }
})

const SAID_TWICE = (
  ['vendor_profile_not_found', 'vendor_not_active', 'product_in_use', 'being_paid', 'out_of_stock'] as const
).map((code) => refuse(code).message)
test.each([...SAID_TWICE, tableTexts.oneProductAtATime])(
  'a guard of the database has the text "%s"',
  async (sentence) => {
    const { rows } = await db.owner.query<{ said: boolean }>(
      `select bool_or(replace(prosrc, '''''', '''') like '%''' || $1 || '''%') as said from pg_proc where pronamespace = 'public'::regnamespace`,
      [sentence],
    )
    expect(rows[0]?.said).toBe(true)
  },
)

test('settings mentioned in texts have the same initial values', async () => {
  const { rows } = await db.owner.query<{ key: string; value: number }>(
    'select key, public.setting(key) as value from unnest($1::text[]) as key',
    [Object.keys(namedSettings)],
  )
  expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toEqual(namedSettings)
})

test('business days are the same, with weekends and holidays', async () => {
  const { rows } = await db.owner.query<{ date: string }>('select date::text from public.public_holidays')
  const holidays = new Set(rows.map(({ date }) => date))
  expect(holidays.size).toBeGreaterThan(20)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 760 }), fc.integer({ min: 0, max: 12 }), async (after, days) => {
      const from = addDays('2025-12-20', after)
      const { rows: counted } = await db.owner.query<{ day: string }>(
        'select public.add_business_days($1, $2)::text as day',
        [from, days],
      )
      expect([from, days, counted[0]?.day]).toEqual([from, days, addBusinessDays(from, days, holidays)])
    }),
    { numRuns: 200 },
  )
})

test('reminders are due at the times of the domain, to the millisecond', async () => {
  const dueAt = new Date('2026-03-16T22:59:59Z')
  const before = (ms: number) => new Date(dueAt.getTime() - ms)
  const step = async (since: Date, now: Date) =>
    (
      await db.owner.query<{ hours: number | null }>('select public.reminder_step($1, $2, $3) as hours', [
        dueAt,
        since,
        now,
      ])
    ).rows[0]?.hours
  const long = before(240 * HOUR_MS)
  let earlier: number | null = null
  for (const stepMs of clocks.remindersBeforeDueMs) {
    const hours = stepMs / HOUR_MS
    const around = [1, 0, -1].map((ms) => before(stepMs + ms))
    expect(await Promise.all(around.map((now) => step(long, now)))).toEqual([earlier, hours, hours])
    // Steps before the order was made are skipped.
    expect(await Promise.all(around.map((since) => step(since, before(stepMs - 2))))).toEqual([hours, null, null])
    earlier = hours
  }
  expect(await Promise.all([1, 0, -1].map((ms) => step(long, before(ms))))).toEqual([earlier, null, null])
  const { rows } = await db.owner.query<{ allowed: string }>(
    `select pg_get_constraintdef(oid) as allowed from pg_constraint where conname = 'payment_reminders_hours_before_check'`,
  )
  expect(rows[0]?.allowed.match(/\d+/g)?.map((hours) => Number(hours) * HOUR_MS)).toEqual([
    ...clocks.remindersBeforeDueMs,
  ])
})

/** Drops constraints, so that tests can insert rows with only the columns that the rule reads. */
const LOOSENED = `do $$ declare c record; begin
  for c in select conrelid::regclass as t, conname from pg_constraint where contype = 'c' and conrelid in ('public.orders'::regclass, 'public.group_buys'::regclass, 'public.order_lines'::regclass)
  loop execute format('alter table %s drop constraint %I', c.t, c.conname); end loop;
  for c in select attrelid::regclass as t, attname from pg_attribute where attnotnull and attnum > 0 and not attisdropped and attname not in ('id', 'tableoid')
    and attgenerated = '' and attrelid in ('public.orders'::regclass, 'public.group_buys'::regclass, 'public.order_lines'::regclass)
    and not exists (select from pg_index i where i.indrelid = attrelid and i.indisprimary and attnum = any (i.indkey))
  loop execute format('alter table %s alter column %I drop not null', c.t, c.attname); end loop;
end $$`

/** Runs a step in a transaction without triggers and constraints, and rolls it back. */
async function undone(step: (run: (sql: string, values?: unknown[]) => Promise<pg.QueryResult>) => Promise<void>) {
  const client = await db.owner.connect()
  try {
    await client.query(`begin; set local session_replication_role = 'replica'`)
    await client.query(LOOSENED)
    await step((sql, values = []) => client.query(sql, values))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const DAY = fc.integer({ min: -9, max: 9 }).map((days) => addDays('2026-06-15', days))
const MOMENT = fc.integer({ min: -600, max: 600 }).map((hours) => new Date(Date.UTC(2026, 5, 15) + hours * HOUR_MS + 1))

test('a reward is ripe at the same time', async () => {
  await undone(async (run) => {
    const id = crypto.randomUUID()
    await run(
      `insert into public.group_buys (id, product_id, vendor_id, product_name, category, unit, base_price, price_tiers, target_quantity, min_quantity, end_date)
       values ($1, $1, $1, 'Rice', 'grains', 'bag', 1000, '[{"participants":1,"price":900}]', 10, 1, now())`,
      [id],
    )
    await run(
      `insert into public.orders (id, group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price, settled_at)
       values ($1, $1, $1, $1, 1, 900, 900, 900, now())`,
      [id],
    )
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          status: fc.constantFrom(...ORDER_STATES),
          buyStatus: fc.constantFrom('settling', 'confirmed', 'cancelled', 'failed', 'ready'),
          paymentDueAt: MOMENT,
          extendedAt: fc.option(MOMENT),
          shareDate: fc.option(DAY),
        }),
        async ({ status, buyStatus, ...buy }) => {
          await run(
            'update public.group_buys set status = $2, payment_due_at = $3, extended_at = $4, share_date = $5 where id = $1',
            [id, buyStatus, buy.paymentDueAt, buy.extendedAt, buy.shareDate],
          )
          await run('update public.orders set status = $2 where id = $1', [id, status])
          const { rows } = await run('select public.group_order_final_at($1) as at', [id])
          const stated = availableAt({ status, buy: { ...buy, status: buyStatus } })
          const at = { never: Number.POSITIVE_INFINITY, always: Number.NEGATIVE_INFINITY }
          expect(Number(rows[0]?.at)).toBe(stated === 'never' ? at.never : (stated?.getTime() ?? at.always))
        },
      ),
      { numRuns: 150 },
    )
  })
})

test('an order from the cart is final from the moment it cannot be cancelled', async () => {
  await undone(async (run) => {
    const id = crypto.randomUUID()
    const paidAt = new Date('2026-06-01T10:00:00Z')
    await run(
      `insert into public.orders (id, user_id, vendor_id, quantity, total_amount, status, paid_at) values ($1, $1, $1, 1, 900, 'paid', $2)`,
      [id, paidAt],
    )
    const line = fc.record({ shareDate: fc.option(DAY), packedAt: fc.option(MOMENT) })
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 3 }), async (lines) => {
        await run('delete from public.order_lines where order_id = $1', [id])
        for (const { shareDate, packedAt } of lines)
          await run(
            `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, unit_price, share_date, packed_at) values ($1, gen_random_uuid(), 'Rice', 'bag', 1, 900, $2, $3)`,
            [id, shareDate, packedAt],
          )
        const { rows } = await run('select public.cart_order_final_at($1) as at', [id])
        const at: Date | undefined = rows[0]?.at ?? undefined
        const mayCancel = (now: Date) =>
          !isRefusal(
            decideCancel(
              {
                status: 'paid',
                isBeingPaid: false,
                lines: lines.map(({ shareDate, packedAt }) => ({
                  shareDate,
                  isPacked: packedAt !== null && packedAt <= now,
                })),
              },
              now,
            ),
          )
        if (!at) return expect(mayCancel(new Date('2030-01-01'))).toBe(true)
        expect([0, 1].map((later) => mayCancel(new Date(at.getTime() + later)))).toEqual([false, false])
        // Orders paid after the deadline for cancelling are final at once.
        if (at > paidAt) expect(mayCancel(new Date(at.getTime() - 1))).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})
