import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldUntil } from '#domain/orders/pay-by.ts'
import { promiseCases, standing, type WantedPromise } from '#domain/orders/testing.ts'
import { mostNewUnits, mostUnpaidUnits, promiseFault } from '#domain/orders/unpaid-promises.ts'
import type { UnpaidStanding } from '#domain/orders/unpaid-standing.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

// What may be promised unpaid is decided twice, in the domain and in SQL (`public.promise_fault`): the same cases go through both.

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

/** How the database says what the domain has a code for. */
const CODES: Record<string, string> = {
  'Too many orders are unpaid': 'too_many_unpaid',
  'Too much is unpaid': 'too_much_unpaid',
  'Too large a part of this group buy is unpaid': 'too_large_a_share',
  'New accounts hold enough of this group buy unpaid': 'too_large_a_share',
  'Pay for what is reserved before you add to it': 'pay_first',
}

/** The domain looks at what stands before the order is written, the database at what stands once it is. */
async function codeInSql(mine: UnpaidStanding, wanted: WantedPromise): Promise<string | null> {
  const { former = null, mostUnits = null, ofNew = null, paymentMode = 'reserve' } = wanted
  const { rows } = await db.owner.query<{ fault: string | null }>(
    `select public.promise_fault($1, $2, $3, $4, $5, $6, $7, $8, $9, h.hold, $10, case when $11 then h.hold end) as fault
     from public.hold_of($12, $13, $1) as h (hold)`,
    [
      mine.limits,
      mine.grade,
      mine.orders + (former ? 0 : 1),
      mine.kobo - (former?.amountDueKobo ?? 0n) + wanted.amountDueKobo,
      wanted.quantity,
      mostUnits,
      mine.hasPaid,
      ofNew && ofNew.held - (former?.quantity ?? 0) + wanted.quantity,
      ofNew?.most ?? null,
      // A new order is written with its hold, and one that is held stays so.
      former !== null && !former.isHeld,
      former === null || former.isHeld,
      paymentMode,
      mine.lapses,
    ],
  )
  const fault = rows[0]?.fault ?? null
  return fault === null ? null : (CODES[fault] ?? fault)
}

test.each(promiseCases)('%s', async (_, mine, wish, refused) => {
  expect(await codeInSql({ ...standing, ...mine }, { quantity: 1, amountDueKobo: 100n, ...wish })).toBe(refused)
})

/** About the limits, where rules differ if they differ at all. */
const near = (limit: number) => fc.integer({ min: Math.max(0, limit - 2), max: limit + 2 })
const formers = fc.record({ quantity: near(3), amountDueKobo: near(100).map(BigInt), isHeld: fc.boolean() })
const wishes = fc.record({
  quantity: near(6),
  amountDueKobo: near(300).map(BigInt),
  former: fc.option(formers),
  mostUnits: fc.option(near(6)),
  ofNew: fc.option(fc.record({ held: near(12), most: near(14) })),
  paymentMode: fc.constantFrom('reserve', 'pay_to_join'),
})
const standings = fc.record({
  grade: fc.constantFrom('new' as const, 'known' as const, 'verified' as const),
  orders: near(5),
  kobo: near(900).map(BigInt),
  lapses: near(2),
  hasPaid: fc.boolean(),
  limits: fc.record({
    ...Object.fromEntries(Object.entries(standing.limits).map(([key, value]) => [key, fc.constant(value)])),
    unpaid_new_orders: near(5),
    unpaid_known_orders: near(5),
    unpaid_verified_orders: near(5),
    unpaid_new_naira: near(10),
    unpaid_known_naira: near(11),
    unpaid_verified_naira: near(12),
    unpaid_lapses: near(2),
  }),
}) as fc.Arbitrary<UnpaidStanding>

test('whatever somebody has promised and asks for, both decide the same', async () => {
  await fc.assert(
    fc.asyncProperty(standings, wishes, async (mine, wanted) => {
      expect(await codeInSql(mine, wanted)).toBe(promiseFault(mine, wanted)?.code ?? null)
    }),
    { numRuns: fc.readConfigureGlobal()?.numRuns ?? 500 },
  )
})

test('the most units of one person, and of new accounts together, are the same', async () => {
  const buys = fc.record({
    minQuantity: fc.integer({ min: 1, max: 40 }),
    maxQuantity: fc.option(fc.integer({ min: 40, max: 90 })),
    targetQuantity: fc.integer({ min: 1, max: 1_000_000 }),
  })
  const percent = fc.integer({ min: 0, max: 100 })
  await fc.assert(
    fc.asyncProperty(buys, percent, percent, async (buy, unpaid_share_percent, unpaid_new_share_percent) => {
      const limits = { ...standing.limits, unpaid_share_percent, unpaid_new_share_percent }
      const { rows } = await db.owner.query(
        'select public.most_unpaid_units($1, $2, $3, $4) as own, public.most_of_new($1, $3, $4) as of_new',
        [buy.minQuantity, buy.maxQuantity, buy.targetQuantity, limits],
      )
      expect(rows).toEqual([{ own: mostUnpaidUnits(buy, limits), of_new: mostNewUnits(buy, limits) }])
    }),
    { numRuns: 100 },
  )
})

test.each(['reserve', 'pay_to_join'])('a place of a buy that says %s is held until the same moment', async (mode) => {
  for (const lapses of [1, 2, 3]) {
    const { rows } = await db.owner.query<{ now: Date; hold: Date | null }>(
      'select now() as now, public.hold_of($1, $2, $3) as hold',
      [mode, lapses, standing.limits],
    )
    const facts = { paymentMode: mode, lapses, limits: standing.limits }
    expect(rows[0]?.hold).toEqual(heldUntil(facts, rows[0]?.now ?? new Date(0)))
  }
})
