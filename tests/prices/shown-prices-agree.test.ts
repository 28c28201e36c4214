import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

// Lists are sorted by the shown price in SQL, and cards show the one of the domain.

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const risingTiers = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 0, maxLength: 10 })
  .map((people) =>
    people.toSorted((a, b) => a - b).map((participants, i) => ({ participants, price: 79000 - i * 1000 })),
  )

test('an open buy has the same shown price', async () => {
  const people = fc.integer({ min: 0, max: 80 })
  await fc.assert(
    fc.asyncProperty(
      risingTiers,
      people,
      people,
      fc.integer({ min: 1, max: 80 }),
      fc.boolean(),
      async (tiers, current, paid, least, isLocked) => {
        const buy = {
          base_price: '80000.00',
          price_tiers: JSON.stringify(tiers),
          current_participants: current,
          min_participants: least,
          paid_participants: Math.min(paid, current),
        }
        const { rows } = await db.owner.query<{ price: string; locked: number }>(
          `select public.shown_price(g) as price, public.locked_participants(g) as locked
           from jsonb_populate_record(null::public.group_buys, $1::jsonb || jsonb_build_object('tier_thresholds', public.tier_thresholds($2),
             'tier_prices', public.tier_prices($2), 'id', gen_random_uuid(), 'end_date', now() + $3::interval)) g`,
          [JSON.stringify(buy), buy.price_tiers, isLocked ? '-1 hour' : '30 days'],
        )
        expect(rows[0]?.locked).toBe(isLocked ? buy.paid_participants : 0)
        expect(Number(rows[0]?.price)).toBe(shownPriceNaira({ ...buy, locked_participants: rows[0]?.locked ?? 0 }))
      },
    ),
    { numRuns: fc.readConfigureGlobal()?.numRuns ?? 200 },
  )
})
