import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

// Daily sums of a shop's account (docs/decisions/0054) always equal those of the ledger's rows.
let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
let shops: string[]
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const owned = (owner: string) => db.owner.query('select id from public.vendors where owner_id = $1', [owner])
  shops = (await Promise.all([owned(cast.vendor), owned(cast.rival)])).map(({ rows }) => rows[0].id)
})
afterAll(() => db.drop())

const faults = async () => (await auditLedger(db.owner)).filter(({ rule }) => rule === 'shop days')

const post = (key: string, lines: readonly object[], at = '2026-03-14T22:59:59Z') =>
  db.owner.query('select ledger.write($1, $2, $3)', [`${key}:${crypto.randomUUID()}`, JSON.stringify(lines), at])

/** Posts the earnings of a paid and handed-over order: the shop's part and the fee, in one journal. */
async function earn(shop: string, [kobo, feeKobo]: readonly [number, number], at?: string): Promise<void> {
  const order = crypto.randomUUID()
  await post('payment', [{ kind: 'payment', credit: order, amount_kobo: kobo + feeKobo }], at)
  const earned = { kind: 'vendor_earned', debit: order, credit: shop, amount_kobo: kobo }
  await post('settled', [earned, { kind: 'vendor_fee_earned', debit: order, amount_kobo: feeKobo }], at)
}

const payOut = (shop: string, kobo: number, at?: string) =>
  post('payout', [{ kind: 'payout_begun', debit: shop, credit: crypto.randomUUID(), amount_kobo: kobo }], at)

/** Times around the ends of a day and of a month in Lagos, an hour before those of UTC. */
const MOMENTS = ['2026-03-31T22:59:59.999Z', '2026-03-31T23:00:00Z', '2026-04-01T00:00:00Z', '2026-04-02T11:00:00Z']

const monthsOf = async (who: string) =>
  (await asPerson(db, who, 'select * from public.shop_money_months order by vendor_id, month')).rows

/** The expected balances, by a window function over all movements. */
const counted = async (shop: string | undefined) =>
  (
    await db.owner.query(
      `select t.id, sum(case when t.credit_id = a.id then t.amount_kobo else -t.amount_kobo end) over (order by t.posted_at, t.id)::bigint as balance_kobo
       from ledger.accounts a join ledger.transfers t on a.id in (t.debit_id, t.credit_id) and t.phase in ('posted', 'captured')
       where a.kind = 'vendor' and a.owner_id = $1 order by t.posted_at, t.id`,
      [shop],
    )
  ).rows

test('days, months and balances equal those of the rows after any concurrent movements', async () => {
  await earn(shops[0] ?? '', [1_000_000, 1], MOMENTS[0])
  await earn(shops[1] ?? '', [1_000_000, 1], MOMENTS[0])
  const act = fc.record({
    shop: fc.constantFrom(0, 1),
    at: fc.constantFrom(...MOMENTS),
    kobo: fc.integer({ min: 1, max: 900 }),
    isPayout: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 24 }), async (acts) => {
      await Promise.all(
        acts.map(({ shop, at, kobo, isPayout }) =>
          isPayout ? payOut(shops[shop] ?? '', kobo, at) : earn(shops[shop] ?? '', [kobo, kobo + 7], at),
        ),
      )
      expect(await faults()).toEqual([])
      for (const [index, owner] of [cast.vendor, cast.rival].entries()) {
        const notified = await asPerson(
          db,
          owner,
          'select id, balance_kobo from public.shop_movements order by posted_at, id',
        )
        expect(notified.rows).toEqual(await counted(shops[index]))
        expect((await monthsOf(owner)).at(-1)?.closing_kobo).toEqual(notified.rows.at(-1)?.balance_kobo)
      }
    }),
    { numRuns: 3 },
  )
})

test('a month ends with its last movement in Lagos', async () => {
  const months = await monthsOf(cast.vendor)
  const { rows } = await db.owner.query(
    `select count(*)::integer as movements, sum(case when credit_kind = 'vendor' then amount_kobo else 0 end)::bigint as came_in,
       sum(case when debit_kind = 'vendor' then amount_kobo else 0 end)::bigint as went_out from ledger.transfers
     where 'vendor' in (debit_kind, credit_kind) and posted_at < '2026-03-31T23:00:00Z'
       and (select id from ledger.accounts where kind = 'vendor' and owner_id = $1) in (debit_id, credit_id)`,
    [shops[0]],
  )
  const { movements, came_in, went_out } = rows[0]
  expect(months[0]).toMatchObject({ movements, came_in_kobo: came_in, went_out_kobo: went_out })
  expect(months[0]?.closing_kobo).toBe(came_in - went_out)
  expect(months).toHaveLength(2)
})

test('concurrent movements of one account on the same day add rows without blocking each other', async () => {
  const order = async () => {
    const id = crypto.randomUUID()
    await post('payment', [{ kind: 'payment', credit: id, amount_kobo: 10 }])
    return id
  }
  const before = (await db.owner.query('select count(*)::integer as rows from sums.shop_days')).rows[0].rows
  await Promise.all(Array.from({ length: 64 }, order))
  // Payments add no row.
  expect((await db.owner.query('select count(*)::integer as rows from sums.shop_days')).rows[0].rows).toBe(before)
  await Promise.all(Array.from({ length: 64 }, () => earn(shops[0] ?? '', [5, 1])))
  expect(await faults()).toEqual([])
})

test('folding leaves one row for each day and changes no sum, also while money moves', async () => {
  const kobo = async () =>
    (
      await db.owner.query(
        'select sum(came_in_kobo)::integer as kobo, sum(movements)::integer as n from sums.shop_days',
      )
    ).rows[0]
  const before = await kobo()
  const moving = Array.from({ length: 12 }, () => earn(shops[1] ?? '', [5, 1]))
  await Promise.all([...moving, ...Array.from({ length: 4 }, () => db.owner.query('select sums.fold()'))])
  await db.owner.query('select sums.fold()')
  expect(await faults()).toEqual([])
  expect(await kobo()).toEqual({ kobo: before.kobo + 60, n: before.n + 12 })
  const many = 'select account_id, day from sums.shop_days group by 1, 2 having count(*) > 1'
  expect((await db.owner.query(many)).rows).toEqual([])
})

test('the audit finds a day that differs from its rows, and a recount repairs it', async () => {
  for (const column of ['movements', 'came_in_kobo', 'went_out_kobo', 'fee_kobo']) {
    await db.owner.query(`update sums.shop_days set ${column} = ${column} + 1`)
    expect((await faults()).length, column).toBeGreaterThan(0)
    await db.owner.query('select sums.recount()')
    expect(await faults()).toEqual([])
  }
  await db.owner.query('delete from sums.shop_days')
  expect((await faults()).length).toBeGreaterThan(0)
  await db.owner.query('select sums.recount()')
})

test('a shop’s months are readable by its owner and chiefs only', async () => {
  const shown = async (who: string) => new Set((await monthsOf(who)).map(({ vendor_id }) => vendor_id))
  expect(await shown(cast.vendor)).toEqual(new Set([shops[0]]))
  expect(await shown(cast.rival)).toEqual(new Set([shops[1]]))
  expect(await shown(cast.chief)).toEqual(new Set(shops))
  for (const who of ['customer', 'manager', 'coordinator', 'administrator', 'supervisor'] as const)
    expect([who, await monthsOf(cast[who])]).toEqual([who, []])
  expect((await asPerson(db, null, 'select from public.shop_money_months')).errorCode).toBe('42501')
  for (const sql of ['select from sums.shop_days', 'select sums.recount_shops()', 'select sums.fold_shops()'])
    expect([sql, (await asPerson(db, cast.chief, sql)).errorCode]).toEqual([sql, '42501'])
})

test('an owner who filters by another shop’s account reads nothing', async () => {
  const [month] = await monthsOf(cast.rival)
  const sql = 'select from public.shop_movements where account_id = $1'
  expect((await asPerson(db, cast.rival, sql, [month?.account_id])).count).toBeGreaterThan(0)
  expect((await asPerson(db, cast.vendor, sql, [month?.account_id])).count).toBe(0)
})
