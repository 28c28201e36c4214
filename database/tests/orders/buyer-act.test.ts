import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyerAct } from '#domain/orders/buyer/buyer-act.ts'
import { ORDER_STATES } from '#domain/orders/states.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Cast & { ids: Record<string, string> }
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await db.owner.query(
    `insert into public.pickup_points (name, state, lga, street, closed_at, closed_reason)
     values ('open', 'Lagos', 'Lagos Mainland', '31 Herbert Macaulay Way', null, null), ('closed', 'Lagos', 'Lagos Mainland', '32 Herbert Macaulay Way', now(), 'Moved')`,
  )
})
afterAll(() => db.drop())

/** The order as it would be in another state, way or place. */
const RANK = `select public.buyer_act_rank(jsonb_populate_record(o, jsonb_build_object(
    'status', $2::text, 'fulfilment', $3::text, 'pickup_point_id', (select p.id from public.pickup_points p where p.name = $4)))) as rank
  from public.orders o where o.id = $1`

test('SQL and the rule agree on what an order waits for, in every state, way and place', async () => {
  for (const status of ORDER_STATES) {
    for (const fulfilment of ['pickup', 'delivery', 'stockpile']) {
      for (const place of ['none', 'open', 'closed']) {
        const act = buyerAct({ status, fulfilment, hasOpenPlace: place === 'open' })
        const rank = act === null ? 9 : ['pay', 'collect', 'choose-place'].indexOf(act) + 1
        const { rows } = await asPerson(db, cast.customer, RANK, [cast.ids.orderId, status, fulfilment, place])
        expect([status, fulfilment, place, rows]).toEqual([status, fulfilment, place, [{ rank }]])
      }
    }
  }
})
