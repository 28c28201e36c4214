import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allMoves } from '#domain/all-moves.ts'
import { paymentDueAt } from '#domain/calendar.ts'
import { priceAt, readPrices } from '#domain/group-buys/price-tiers.ts'
import { checkPriceTiers } from '#domain/group-buys/tier-rules.ts'
import { nairaToKobo } from '#domain/money.ts'
import { LIVE_ORDER_STATES, ORDER_STATES } from '#domain/orders/states.ts'
import { standardSettings } from '#domain/settings.ts'
import { refusalTexts, triggerTexts } from '#domain/texts/refusals.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

// Some rules exist twice on purpose: in the domain and, as the last gate, in SQL. They must agree.

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

test('the allowed moves are the same rows', async () => {
  const { rows } = await db.owner.query<{ move: string }>(
    `select format('%s: %s > %s by %s', subject, from_status, to_status,
       (select string_agg(cause, ' ' order by cause) from unnest(causes) cause)) as move from public.allowed_moves`,
  )
  const stated = Object.entries(allMoves).flatMap(([subject, moves]) =>
    moves.map(({ from, to, causes }) => `${subject}: ${from} > ${to} by ${[...causes].sort().join(' ')}`),
  )
  expect(rows.map((row) => row.move).sort()).toEqual(stated.sort())
})

test('every table with moves is watched, under the name of its subject', async () => {
  const { rows } = await db.owner.query<{ table: string; subject: string }>(
    `select c.relname as table, convert_from(decode(rtrim(encode(t.tgargs, 'hex'), '0'), 'hex'), 'UTF8') as subject
     from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'watch_status' order by 1`,
  )
  expect(Object.fromEntries(rows.map(({ table, subject }) => [table, subject]))).toEqual({
    advertisements: 'advert',
    blog_posts: 'post',
    checkouts: 'checkout',
    email_logs: 'email_log',
    featured_deals: 'deal',
    group_buys: 'group_buy',
    orders: 'order',
    payments: 'payment',
    refunds: 'refund',
    vendors: 'vendor',
  })
})

test('the live orders are the same ones, and the paid ones are those without pending', async () => {
  const { rows } = await db.owner.query<{ column: string; rule: string }>(
    `select a.attname as column, pg_get_expr(d.adbin, d.adrelid) as rule from pg_attribute a
     join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = 'public.orders'::regclass and a.attname in ('is_live', 'is_paid')`,
  )
  for (const { column, rule } of rows) {
    const { rows: states } = await db.owner.query<{ status: string }>(
      `select status from unnest($1::text[]) as status where ${rule}`,
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

test('valid price tiers are the same ones', async () => {
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

test('the price at every count is the same', async () => {
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

test('payment is due at the same moment', async () => {
  for (const day of ['2026-11-30', '2027-01-01', '2027-03-01', '2028-03-01']) {
    const { rows } = await db.owner.query<{ due: Date }>('select public.payment_due_at($1) as due', [day])
    expect(rows[0]?.due).toEqual(paymentDueAt(day))
  }
})

const { vendor_profile_not_found, vendor_not_active, product_in_use } = refusalTexts
test.each([vendor_profile_not_found, vendor_not_active, product_in_use, triggerTexts.oneProductAtATime])(
  'a guard of the database says "%s" to the letter',
  async (sentence) => {
    const { rows } = await db.owner.query<{ said: boolean }>(
      `select bool_or(replace(prosrc, '''''', '''') like '%''' || $1 || '''%') as said from pg_proc where pronamespace = 'public'::regnamespace`,
      [sentence],
    )
    expect(rows[0]?.said).toBe(true)
  },
)

test('the first value of each rate is the specification’s', async () => {
  const { rows } = await db.owner.query<{ key: string; value: number }>(
    'select key, public.setting(key) as value from unnest($1::text[]) as key',
    [Object.keys(standardSettings)],
  )
  expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toEqual(standardSettings)
})
