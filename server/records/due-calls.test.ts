import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openClaimMarket } from '#server/testing/goods/claim-market.ts'

let claims: Awaited<ReturnType<typeof openClaimMarket>>
let elsewhere: string
beforeAll(async () => {
  claims = await openClaimMarket(6)
  const { market } = claims
  elsewhere = await market.person({ role: 'manager' })
  await market.db.owner.query(`insert into public.manager_regions (manager_id, state) values ($1, 'Kano')`, [elsewhere])
})
afterAll(() => claims.market.close())

/** Overdue calls, two about each record, written by somebody who is no longer there. */
async function writeOverdueCalls() {
  const { market, staff, buyId, vendorId, ownerId } = claims
  const goods = await claims.nextGoods()
  const claimId = await claims.opened(goods)
  const stranger = await market.person()
  const author = await market.person()
  const payment = await market.row<{ id: string }>('select id from public.payments where user_id = $1 limit 1', [
    goods.buyer,
  ])
  const place = await market.row<{ id: string }>(
    `insert into public.pickup_points (name, state, lga, street, opening_hours, vendor_id)
     values ('Own place', 'Lagos', 'Lagos Mainland', '4 Herbert Macaulay Way', '[]', $1) returning id`,
    [vendorId],
  )
  const records: [kind: string, id: string][] = [
    ['order', goods.orderId],
    ['claim', claimId],
    ['buy', buyId],
    ['shop', vendorId],
    ['payment', payment.id],
    ['place', place.id],
    ...[goods.buyer, stranger, ownerId, staff.manager, staff.coordinator, staff.chief].map(
      (person): [string, string] => ['person', person],
    ),
  ]
  await withoutTriggers(market.db.owner, async (client) => {
    for (const [index, [kind, id]] of records.flatMap((record) => [record, record]).entries()) {
      await client.query(
        `insert into public.staff_notes (record_kind, record_id, kind, text, outcome, next_call_on, author_id, vendor_id, about_id)
         select $1, $2, 'call', 'Call', 'reached', current_date - 2 - $4::integer, $3, s.vendor_id, s.person_id from public.record_subject($1, $2) s`,
        [kind, id, author, index],
      )
    }
  })
}

test('due calls are those about the records that the reader may open, each in the order of its day', async () => {
  await writeOverdueCalls()
  const { market, staff, ownerId } = claims
  const due = async (person: string, more = '') =>
    (await asPerson(market.db, person, `select id from public.due_calls(100${more})`)).rows.map(({ id }) => id)
  const counts: number[] = []
  for (const person of [staff.manager, elsewhere, staff.coordinator, staff.chief]) {
    const { rows } = await market.db.owner.query(
      `select n.id from public.staff_notes n where public.may_open_record($1, n.record_kind, n.record_id)
       order by n.next_call_on, n.id`,
      [person],
    )
    const expected = rows.map(({ id }) => id)
    expect(await due(person)).toEqual(expected)
    expect(await due(person, ', true')).toEqual(expected.toReversed())
    expect((await asPerson(market.db, person, 'select id from public.due_calls(3)')).rows.map(({ id }) => id)).toEqual(
      expected.slice(0, 3),
    )
    counts.push(expected.length)
  }
  // Nothing is the same for all of them, so that each rule is seen.
  expect(counts[1]).toBe(0)
  expect(new Set(counts).size).toBe(4)
  for (const person of [ownerId, await market.person({ role: 'administrator' }), await market.person()])
    expect(await due(person)).toEqual([])
})
