import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'
import { demoMarket } from '../setup/demo-market.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ seed: demoMarket })
})
afterAll(() => db?.drop())

const recompute = () => db.owner.query('select public.recompute_vendor_metrics()')
const metrics = async () =>
  (
    await db.owner.query(
      `select vendor_id, total_orders, completed_orders, total_revenue, average_delivery_time, on_time_rate, cancellation_rate, dispute_rate, rating, rating_count
       from public.vendor_metrics order by vendor_id`,
    )
  ).rows
const months = async () =>
  (await db.owner.query('select * from public.vendor_metric_months order by vendor_id, month')).rows
/** As if two runs, more than ten minutes apart and ago, had read everything. */
const passTime = () =>
  db.owner.query(
    `with former as (delete from sums.metric_runs) insert into sums.metric_runs
     select now() - ago * interval '1 minute', (select max(id) from public.status_changes) from unnest(array[11, 22]) ago`,
  )

test('the months of a shop are its orders by month of ordering', async () => {
  await recompute()
  const counted = await months()
  expect(counted.length).toBeGreaterThan(20)
  const { rows } = await db.owner.query(
    `select vendor_id, date_trunc('month', created_at at time zone 'Africa/Lagos')::date as month, count(*) filter (where is_paid)::integer as orders,
       count(*) filter (where status = 'completed')::integer as completed, coalesce(sum(total_amount) filter (where status = 'completed'), 0)::numeric(16,2) as revenue
     from public.orders group by 1, 2 order by 1, 2`,
  )
  expect(
    counted.map(({ vendor_id, month, orders, completed, revenue }) => ({
      vendor_id,
      month,
      orders,
      completed,
      revenue,
    })),
  ).toEqual(rows)
  expect(counted.some(({ on_time, timed }) => timed > on_time && on_time > 0)).toBe(true)
})

test('a run counts only what has moved, and then says the same as one that counts everything', async () => {
  await passTime()
  const { rows } = await db.owner.query(
    `select id, vendor_id from public.orders where status = 'completed' order by id limit 3`,
  )
  const [moved, silent] = rows
  // One with a move in the history, another behind its back.
  await withoutTriggers(db.owner, async (tx) => {
    for (const { id } of [moved, silent])
      await tx.query('update public.orders set total_amount = total_amount + 1000 where id = $1', [id])
    await tx.query(
      `insert into public.status_changes (subject, subject_id, from_status, to_status, cause) values ('order', $1, 'collected', 'completed', 'clock')`,
      [moved.id],
    )
  })
  const before = new Map((await metrics()).map((row) => [row.vendor_id, row]))
  await recompute()
  const changed = (await metrics()).filter((row) => row.total_revenue !== before.get(row.vendor_id)?.total_revenue)
  expect(changed.map(({ vendor_id }) => vendor_id)).toEqual([moved.vendor_id])

  await db.owner.query('delete from sums.metric_runs')
  await recompute()
  const all = await metrics()
  await passTime()
  await recompute()
  expect(await metrics()).toEqual(all)
})

test('a move that was committed during the last run is counted, also if that run was long ago', async () => {
  await passTime()
  const { rows } = await db.owner.query(
    `select id, vendor_id from public.orders where status = 'completed' order by id limit 1`,
  )
  const before = new Map((await metrics()).map((row) => [row.vendor_id, row]))
  await withoutTriggers(db.owner, async (tx) => {
    await tx.query('update public.orders set total_amount = total_amount + 1000 where id = $1', [rows[0].id])
    await tx.query(
      `insert into public.status_changes (subject, subject_id, from_status, to_status, cause) values ('order', $1, 'collected', 'completed', 'clock')`,
      [rows[0].id],
    )
    // The last run saw a later move, not this one.
    await tx.query(
      `update sums.metric_runs set last_change = (select max(id) from public.status_changes) where at = (select max(at) from sums.metric_runs)`,
    )
  })
  await recompute()
  const changed = (await metrics()).filter((row) => row.total_revenue !== before.get(row.vendor_id)?.total_revenue)
  expect(changed.map(({ vendor_id }) => vendor_id)).toEqual([rows[0].vendor_id])
})

test('two runs at once count once, and shops without a change are not written', async () => {
  await passTime()
  await db.owner.query(`update public.vendor_metrics set updated_at = '2026-01-01'`)
  await Promise.all([recompute(), recompute(), recompute()])
  const { rows } = await db.owner.query(
    `select count(*)::integer as written from public.vendor_metrics where updated_at > '2026-01-02'`,
  )
  expect(rows).toEqual([{ written: 0 }])
})

test('overseers read the months of their shops, others none', async () => {
  const other = await createTestDatabase()
  try {
    const cast: Cast = await arrange(other)
    await withoutTriggers(other.owner, (tx) =>
      tx.query(
        `insert into public.vendor_metric_months select id, '2026-10-01', 1, 1, 1000, 2, 1, 1, 0, 1, 0, 1, 0 from public.vendors`,
      ),
    )
    const seen = async (person: string | null) =>
      asPerson(other, person, 'select vendor_id from public.vendor_metric_months')
    expect((await seen(cast.chief)).rows).toHaveLength(2)
    expect((await seen(cast.manager)).rows).toHaveLength(1)
    for (const person of [cast.vendor, cast.customer]) expect((await seen(person)).rows).toEqual([])
    expect((await seen(null)).errorCode).toBe('42501')
    const write = await asPerson(other, cast.chief, `update public.vendor_metric_months set on_time = 0`)
    expect(write.errorCode).toBe('42501')
  } finally {
    await other.drop()
  }
})
