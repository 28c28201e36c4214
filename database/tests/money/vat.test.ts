import { afterAll, beforeAll, expect, test } from 'vitest'
import { vatWithinKobo } from '#domain/products/vat.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Cast
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

/** Posts a fee earned at a given time, as a hand-over does. */
async function earn(kind: 'buyer_fee_earned' | 'vendor_fee_earned', amount_kobo: number, at: string): Promise<void> {
  const order = crypto.randomUUID()
  await db.owner.query('select ledger.write($1, $2, $3)', [
    `earned:${order}`,
    JSON.stringify([
      { kind: 'payment', credit: order, amount_kobo },
      { kind, debit: order, amount_kobo },
    ]),
    at,
  ])
}

test('the chief sees the VAT in fee income by month in Lagos, at the rate of the day', async () => {
  await earn('buyer_fee_earned', 107_500, '2026-03-31T22:59:00Z')
  // A minute past midnight in Lagos: April.
  await earn('vendor_fee_earned', 215_000, '2026-03-31T23:01:00Z')
  await db.owner.query('alter table public.settings disable trigger user')
  await db.owner.query(
    `insert into public.settings (key, value, effective_from) values ('vat_bps', '1000', '2026-04-30T23:00:00Z')`,
  )
  await db.owner.query('alter table public.settings enable trigger user')
  await earn('buyer_fee_earned', 110_000, '2026-05-02T12:00:00Z')
  const report = `select month::text, vat_bps, buyer_fee_kobo, vendor_fee_kobo, income_kobo, vat_kobo from public.vat_report order by month`
  expect((await asPerson(db, cast.chief, report)).rows).toEqual([
    {
      month: '2026-03-01',
      vat_bps: 750,
      buyer_fee_kobo: 107_500n,
      vendor_fee_kobo: 0n,
      income_kobo: 107_500n,
      vat_kobo: 7_500n,
    },
    {
      month: '2026-04-01',
      vat_bps: 750,
      buyer_fee_kobo: 0n,
      vendor_fee_kobo: 215_000n,
      income_kobo: 215_000n,
      vat_kobo: 15_000n,
    },
    {
      month: '2026-05-01',
      vat_bps: 1000,
      buyer_fee_kobo: 110_000n,
      vendor_fee_kobo: 0n,
      income_kobo: 110_000n,
      vat_kobo: 10_000n,
    },
  ])
  for (const other of [cast.customer, cast.vendor, cast.manager, cast.coordinator, cast.administrator])
    expect((await asPerson(db, other, report)).rows).toEqual([])
})

test('the VAT within an amount is the same in SQL and in the domain', async () => {
  for (const [gross, bps] of [
    [0n, 750],
    [1n, 750],
    [107_499n, 750],
    [107_500n, 750],
    [99_999_999_999_999n, 10_000],
    [12_345n, 0],
  ] as const) {
    const { rows } = await db.owner.query<{ kobo: bigint }>('select public.vat_within($1, $2) as kobo', [gross, bps])
    expect(rows[0]?.kobo).toBe(vatWithinKobo(gross, bps))
  }
})

test('a line keeps the class and rate of its product at acceptance', async () => {
  const { rows: made } = await db.owner.query<{ id: string; product_id: string; vendor_id: string }>(
    'select g.id, g.product_id, g.vendor_id from public.group_buys g limit 1',
  )
  expect(made).toHaveLength(1)
  const line = async () =>
    (
      await db.owner.query<{ vat_class: string; vat_bps: number }>(
        'select vat_class, vat_bps from public.order_lines where product_id = $1 order by id limit 1',
        [made[0]?.product_id],
      )
    ).rows[0]
  expect(await line()).toEqual({ vat_class: 'zero', vat_bps: 0 })
  await db.owner.query(`update public.products set vat_class = 'standard' where id = $1`, [made[0]?.product_id])
  expect(await line()).toEqual({ vat_class: 'zero', vat_bps: 0 })
})

test('the report’s totals are those of the ledger', async () => {
  const report = await asPerson(db, cast.chief, 'select sum(income_kobo)::text as income from public.vat_report')
  const { rows } = await db.owner.query(
    `select sum(case when c.kind in ('buyer_fee', 'vendor_fee', 'delivery', 'handling') then t.amount_kobo else -t.amount_kobo end)::text as income
     from ledger.transfers t join ledger.accounts c on c.id = t.credit_id join ledger.accounts d on d.id = t.debit_id
     where t.phase in ('posted', 'captured') and (c.kind in ('buyer_fee', 'vendor_fee', 'delivery', 'handling') or d.kind in ('buyer_fee', 'vendor_fee', 'delivery', 'handling'))`,
  )
  expect(report.rows).toEqual(rows)
})

test('a missing number is found, and only chiefs look', async () => {
  const gaps = async (person: string) =>
    (await asPerson(db, person, 'select kind, last, issued from public.document_gaps(2025) order by kind')).rows
  await db.owner.query('insert into public.document_numbers (year, receipts) values (2025, 3)')
  expect(await gaps(cast.chief)).toContainEqual({ kind: 'receipt', last: 3, issued: 0 })
  expect(await gaps(cast.coordinator)).toEqual([])
  expect(await gaps(cast.vendor)).toEqual([])
})

test('documents are added up by day in Lagos with their first and last number, for chiefs only', async () => {
  const { rows } = await db.owner.query<{ id: string }>('select id from public.profiles order by id limit 1')
  const person = rows[0]?.id
  await db.owner.query('begin')
  await db.owner.query("set local session_replication_role = 'replica'")
  await db.owner.query(
    `insert into public.documents (kind, year, serial, cause, user_id, payment_id, amount_kobo, facts, issued_at)
     select 'receipt', 2024, n, 'receipt:test-' || n, $1, gen_random_uuid(), n * 101, '{}', timestamptz '2024-02-28T22:00:00Z' + n * interval '30 minutes'
     from generate_series(1, 4) n`,
    [person],
  )
  await db.owner.query('commit')
  const days = async (reader: string, since = '2024-02-01', until = '2024-03-31') =>
    (
      await asPerson(
        db,
        reader,
        `select day::text, kind, documents, first_number, last_number, amount_kobo from public.document_days('${since}', '${until}')`,
      )
    ).rows
  const receipts = { kind: 'receipt' }
  expect(await days(cast.chief)).toEqual([
    {
      ...receipts,
      day: '2024-02-28',
      documents: 1,
      first_number: 'RC-2024-000001',
      last_number: 'RC-2024-000001',
      amount_kobo: 101n,
    },
    {
      ...receipts,
      day: '2024-02-29',
      documents: 3,
      first_number: 'RC-2024-000002',
      last_number: 'RC-2024-000004',
      amount_kobo: 909n,
    },
  ])
  expect(await days(cast.chief, '2024-03-01')).toEqual([])
  expect(await days(cast.chief, '2023-01-01')).toEqual([])
  for (const other of [cast.customer, cast.vendor, cast.manager, cast.coordinator, cast.administrator])
    expect(await days(other)).toEqual([])
})

test('income is what was earned less what was credited', async () => {
  await earn('buyer_fee_earned', 50_000, '2026-06-10T12:00:00Z')
  const order = crypto.randomUUID()
  await db.owner.query('select ledger.write($1, $2, $3)', [
    `earned-back:${order}`,
    JSON.stringify([{ kind: 'buyer_fee_return_owed', credit: order, amount_kobo: 12_345 }]),
    '2026-06-11T12:00:00Z',
  ])
  const { rows } = await asPerson(
    db,
    cast.chief,
    `select earned_kobo, credited_kobo, income_kobo from public.vat_report where month = '2026-06-01'`,
  )
  expect(rows).toEqual([{ earned_kobo: 50_000n, credited_kobo: 12_345n, income_kobo: 37_655n }])
})
