import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause, withoutTriggers } from '../setup/as-owner.ts'
import { asPerson } from '../setup/as-person.ts'
import { demoMarket } from '../setup/demo-market.ts'
import { figuresByHand } from '../setup/figures-by-hand.ts'

// The figures of every desk, computed again from the tables without any view, function or stored sum.
let db: TestDatabase
const people: Record<string, string> = {}
beforeAll(async () => {
  db = await createTestDatabase({ seed: demoMarket })
  const { rows } = await db.owner.query(
    `select p.role, p.id from public.profiles p join auth.users u on u.id = p.id where u.email = p.role || '@ajoja.test'`,
  )
  for (const { role, id } of rows) people[role] = id
  await oddCases()
  await db.owner.query('select public.recompute_vendor_metrics()')
})
afterAll(() => db.drop())

const order = (where: string, skip = 0) =>
  `(select o.id from public.orders o join public.vendors v on v.id = o.vendor_id where ${where} order by o.id offset ${skip} limit 1)`
/** Half an hour on this or that side of a month's first moment in Lagos: in UTC both are in the former month. */
const border = (months: number, minutes: number) =>
  `(date_trunc('month', now() at time zone 'Africa/Lagos') + interval '${months} months ${minutes} minutes') at time zone 'Africa/Lagos'`

/** Cases that a quiet market lacks: borders of months in Lagos, ended and part refunded orders, late hand-overs, other states, a payout under way. */
async function oddCases(): Promise<void> {
  const region = `v.state in (select state from public.manager_regions where manager_id = '${people.manager}')`
  const other = `not ${region}`
  const act = (cause: string, set: string, id: string) =>
    queryWithCause(db.owner, cause, `update public.orders set ${set} where id = ${id}`).then(({ rowCount }) => {
      expect(rowCount, `${set} of ${id}`).toBe(1)
    })
  for (const where of [region, other]) {
    await act('clock', `status = 'expired', amount_due_kobo = 0`, order(`o.status = 'pending' and ${where}`))
    for (const [nth, at] of [
      border(0, 30),
      border(0, -30),
      border(-1, 30),
      border(-1, -30),
      border(-11, -30),
    ].entries())
      await act('clock', `created_at = ${at}`, order(`o.status = 'completed' and ${where}`, nth))
    await act(
      'clock',
      `handed_over_at = ready_at + interval '25 hours'`,
      order(`o.status = 'completed' and o.ready_at is not null and o.fulfilment <> 'stockpile' and ${where}`),
    )
  }
  const back = (id: string, at: string) =>
    db.owner.query(
      `select ledger.write('test:' || o.id, jsonb_build_array(jsonb_build_object('kind', 'returned_as_peps', 'debit', o.id, 'credit', o.user_id,
         'amount_kobo', 12345)), ${at}) from public.orders o where o.id = ${id}`,
    )
  const paid = `o.status = 'paid'`
  await back(order(paid), `${border(-1, 10)}`)
  await back(order(paid, 1), `${border(0, -10)}`)
  await back(order(paid, 2), `${border(0, 10)}`)
  await withoutTriggers(db.owner, async (tx) => {
    await tx.query(
      `update public.profiles set created_at = ${border(-1, 5)} where id = (select id from public.profiles where role = 'customer' order by id limit 1)`,
    )
    await tx.query(
      `update public.claims set created_at = ${border(0, -5)} where id = (select id from public.claims order by id limit 1)`,
    )
    await tx.query(
      `update public.payouts set status = 'sent', arrived_at = null where id = (select id from public.payouts where status = 'arrived' order by id limit 1)`,
    )
  })
}

const firstValue = (rows: Record<string, unknown>[]) => Number(rows[0]?.value)

test('there are thirty figures and more, of every role', () => {
  expect(figuresByHand.length).toBeGreaterThanOrEqual(30)
  expect(new Set(figuresByHand.map(({ role }) => role)).size).toBe(5)
})

test.each(figuresByHand)('$role: $name', async ({ role, shown, raw }) => {
  const person = people[role] ?? ''
  const answer = await asPerson(db, person, `select (${shown})::float8 as value`)
  expect(answer.message).toBe('')
  const values = raw.includes('$1') ? [person] : []
  const expected = firstValue((await db.owner.query(`select (${raw})::float8 as value`, values)).rows)
  expect(firstValue(answer.rows)).toBe(expected)
  // A figure of nothing would prove nothing.
  expect(expected).toBeGreaterThan(0)
})
