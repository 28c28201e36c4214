import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldUntil } from '#domain/orders/pay-by.ts'
import { type PromiseOverrides, promiseCases, standing } from '#domain/orders/testing.ts'
import { maxNewBuyerUnits, maxUnpaidUnits, promiseFault } from '#domain/orders/unpaid/unpaid-promises.ts'
import type { UnpaidStanding } from '#domain/orders/unpaid/unpaid-standing.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

// Limits on unpaid orders are enforced in the domain and in SQL (`public.promise_fault`). Tests both with the same
// cases.

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

/** Refusal code of the domain by error message of the database. */
const CODES: Record<string, string> = {
  'Too many orders are unpaid': 'too_many_unpaid',
  'Too much is unpaid': 'too_much_unpaid',
  'Too large a part of this group buy is unpaid': 'too_large_a_share',
  'New accounts hold enough of this group buy unpaid': 'too_large_a_share',
  'Pay for what is reserved before you add to it': 'pay_first',
}

/** The domain checks the figures before the order is written, the database those after it. */
async function codeInSql(own: UnpaidStanding, request: PromiseOverrides): Promise<string | null> {
  const { former = null, mostUnits = null, newBuyers = null, paymentMode = 'reserve' } = request
  const { rows } = await db.owner.query<{ fault: string | null }>(
    `select public.promise_fault($1, $2, $3, $4, $5, $6, $7, $8, $9, h.hold, $10, case when $11 then h.hold end) as fault
     from public.hold_of($12, $13, $1) as h (hold)`,
    [
      own.limits,
      own.grade,
      own.orders + (former ? 0 : 1),
      own.kobo - (former?.amountDueKobo ?? 0n) + request.amountDueKobo,
      request.quantity,
      mostUnits,
      own.hasPaid,
      newBuyers && newBuyers.held - (former?.quantity ?? 0) + request.quantity,
      newBuyers?.max ?? null,
      // A new order is inserted with its hold, and a held one remains held.
      former !== null && !former.isHeld,
      former === null || former.isHeld,
      paymentMode,
      own.lapses,
    ],
  )
  const fault = rows[0]?.fault ?? null
  return fault === null ? null : (CODES[fault] ?? fault)
}

test.each(promiseCases)('%s', async (_, mine, request, refused) => {
  expect(await codeInSql({ ...standing, ...mine }, { quantity: 1, amountDueKobo: 100n, ...request })).toBe(refused)
})

/** Values close to the limits, where differences between the rules would show. */
const near = (limit: number) => fc.integer({ min: Math.max(0, limit - 2), max: limit + 2 })
const previousOrders = fc.record({ quantity: near(3), amountDueKobo: near(100).map(BigInt), isHeld: fc.boolean() })
const requests = fc.record({
  quantity: near(6),
  amountDueKobo: near(300).map(BigInt),
  former: fc.option(previousOrders),
  mostUnits: fc.option(near(6)),
  newBuyers: fc.option(fc.record({ held: near(12), max: near(14) })),
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

test('both rules agree for any standing and request', async () => {
  await fc.assert(
    fc.asyncProperty(standings, requests, async (mine, wanted) => {
      expect(await codeInSql(mine, wanted)).toBe(promiseFault(mine, wanted)?.code ?? null)
    }),
    { numRuns: fc.readConfigureGlobal()?.numRuns ?? 500 },
  )
})

test('the maximum units per buyer, and of all new buyers together, are the same', async () => {
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
      expect(rows).toEqual([{ own: maxUnpaidUnits(buy, limits), of_new: maxNewBuyerUnits(buy, limits) }])
    }),
    { numRuns: 100 },
  )
})

test.each(['reserve', 'pay_to_join'])('the hold of a place ends at the same time in payment mode %s', async (mode) => {
  for (const lapses of [1, 2, 3]) {
    const { rows } = await db.owner.query<{ now: Date; hold: Date | null }>(
      'select now() as now, public.hold_of($1, $2, $3) as hold',
      [mode, lapses, standing.limits],
    )
    const facts = { paymentMode: mode, lapses, limits: standing.limits }
    expect(rows[0]?.hold).toEqual(heldUntil(facts, rows[0]?.now ?? new Date(0)))
  }
})
