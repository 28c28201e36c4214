import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#database/seed/chance.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { completeHandOver, openHandOverId } from '#server/testing/goods/hand-over.ts'
import { packingMarket, shortfall, weighIn } from '#server/testing/goods/packing-market.ts'
import { carryOutAllShortfalls, uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'

// Whatever is done with the goods of a buy at a hub, each unit is counted once: what came in lies there, was handed
// over, or is gone.

let market: TestMarket
let packing: ReturnType<typeof packingMarket>
beforeAll(async () => {
  market = await openTestMarket()
  packing = packingMarket(market)
})
afterAll(() => market.close())

type Made = Awaited<ReturnType<ReturnType<typeof packingMarket>['confirmed']>>

interface Counts {
  units_counted: string
  units_unweighed: string
  units_ready: string
  units_taken: string
  units_lost: string
  units_here: string
}

async function countsOf(made: Made, person: string) {
  const { rows } = await asPerson(market.db, person, 'select * from public.goods_at_places where subject_id = $1', [
    made.buyId,
  ])
  expect(rows.length).toBe(1)
  const row = rows[0] as unknown as Counts
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Record<
    keyof Counts,
    number
  >
}

/** Reads what the list of held goods, the hand-overs and the loads say, each read on its own. */
async function othersSay(made: Made) {
  const held = await asPerson(
    market.db,
    made.keeper,
    `select coalesce(sum((g ->> 'quantity')::integer), 0)::integer as units from public.held_goods h cross join lateral jsonb_array_elements(h.lines) g where h.pickup_point_id = $1`,
    [made.placeId],
  )
  const { taken } = await market.row<{ taken: number }>(
    `select coalesce(sum(t.quantity), 0)::integer as taken from public.hand_over_lines t join public.order_lines l on l.id = t.line_id
     join public.orders o on o.id = l.order_id where o.group_buy_id = $1`,
    [made.buyId],
  )
  return { ready: Number(held.rows[0]?.units), taken }
}

const isDone = ({ status }: { status: number }) => status === 200

/** Random acts on one buy at a hub. `counted` is what the loads add up to by the acts that were accepted. */
function actsOn(made: Made, draw: (below: number) => number) {
  const loads: { id: string; units: number; corrections: number }[] = []
  let entries = 0
  const orderOf = () => made.orders[draw(made.orders.length)]?.orderId ?? ''
  const lineOf = (orderId: string) =>
    market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [orderId])
  return {
    counted: () => loads.reduce((all, { units }) => all + units, 0),
    acts: [
      async () => {
        const units = 1 + draw(4)
        const part = loads.length + 1
        const done = await packing.call('weigh-in', weighIn(made, { part, units }), made.keeper)
        if (isDone(done)) loads.push({ id: done.body.weigh_in_id, units, corrections: 0 })
      },
      async () => {
        const load = loads[draw(loads.length)]
        if (!load) return
        const units = draw(6)
        const photo = await uploadGoodsPhoto(market, made.keeper)
        const { id: weigh_in_id, corrections } = load
        const body = { weigh_in_id, corrections, units, kilograms: null, reason: 'Counted again', photo }
        const done = await packing.call('correct-load', body, made.keeper)
        if (isDone(done)) Object.assign(load, { units, corrections: corrections + 1 })
      },
      async () => {
        const orderId = orderOf()
        if ((await market.statusOf('orders', orderId)) !== 'confirmed') return
        await market.moved('vendor', `update public.orders set status = 'ready', ready_at = now() where id = $1`, [
          orderId,
        ])
      },
      async () => {
        const orderId = orderOf()
        if (!(await openHandOverId(market, orderId))) return
        const { id } = await lineOf(orderId)
        const part = draw(2) === 0 ? [{ line_id: id, quantity: 1 }] : undefined
        await completeHandOver(market, orderId, part).catch(() => null)
      },
      async () => {
        const hand_over_id = await openHandOverId(market, orderOf())
        if (!hand_over_id) return
        const photo = `${made.keeper}/${crypto.randomUUID()}`
        await market.db.owner.query(
          `insert into storage.objects (bucket_id, name, owner, blob, metadata)
           values ('hand-over-photos', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"width": 800, "height": 600, "size": 60000}')`,
          [photo, made.keeper],
        )
        const body = { hand_over_id, identity: 'id-card', reason: 'Lost the phone', photo, lines: null }
        await packing.call('override-hand-over', body, made.keeper)
      },
      async () => {
        const person = made.keeper
        const photo = await uploadGoodsPhoto(market, person)
        const missing = String(1 + draw(2))
        const kind = draw(2) === 0 ? 'short' : 'damaged'
        const body = { pickup_point_id: made.placeId, missing, kind, entered_before: entries, photo }
        if (isDone(await packing.call('enter-shortfall', shortfall(made.buyId, body), person))) entries += 1
      },
      () => carryOutAllShortfalls(market),
      async () => {
        const orderId = orderOf()
        const { kobo } = await market.row<{ kobo: bigint }>(
          'select (unit_price * 100)::bigint as kobo from public.order_lines where order_id = $1',
          [orderId],
        )
        const { chief } = await staff()
        const body = { order_id: orderId, goods_kobo: Number(kobo), payer: 'vendor', reason: 'Taken back by the shop' }
        await packing.call('refund-part', { ...body, expected_kobo: null }, chief)
      },
    ],
  }
}

let people: { chief: string } | undefined
const staff = async () => (people ??= { chief: await market.person({ role: 'chief' }) })

test.each([20_261, 7, 99])('each unit is counted once, whatever is done with it (seed %i)', async (seed) => {
  const random = seededRandom(seed)
  const draw = (below: number) => Math.floor(random() * below)
  const made = await packing.confirmed(4, 3)
  const { acts, counted } = actsOn(made, draw)
  const seen = new Set<number>()
  for (let step = 0; step < 26; step += 1) {
    const act = draw(acts.length)
    seen.add(act)
    await acts[act]?.()
    const live = await market.row<{ n: number }>(
      `select count(*)::integer as n from public.orders where group_buy_id = $1 and status in ('confirmed', 'ready')`,
      [made.buyId],
    )
    if (live.n === 0 && counted() === 0) break
    const after = `after step ${step}, act ${act}`
    const shown = await countsOf(made, made.keeper)
    const others = await othersSay(made)
    expect(shown, after).toMatchObject({
      units_counted: counted(),
      units_ready: others.ready,
      units_taken: others.taken,
      units_here: counted() + shown.units_unweighed - others.taken - shown.units_lost,
    })
    expect(Math.min(...Object.values(shown).filter(Number.isFinite)), after).toBeGreaterThanOrEqual(0)
    expect(shown.units_here, after).toBeGreaterThanOrEqual(others.ready)
    // Nothing is made up: without goods that were made ready uncounted, no more lies here than came.
    expect(shown.units_unweighed === 0 || shown.units_here === others.ready, after).toBe(true)
    expect(await countsOf(made, made.ownerId), after).toMatchObject({ units_here: shown.units_here })
  }
  expect(seen.size).toBeGreaterThan(4)
  expect(await auditFaults(market)).toEqual([])
  await packing.closePlaces()
})

test('every kind of act was carried out', async () => {
  for (const table of ['load_corrections', 'shortfalls', 'hand_over_overrides', 'partial_refunds', 'hand_over_lines']) {
    const { n } = await market.row<{ n: bigint }>(`select count(*) as n from public.${table}`)
    expect(Number(n), table).toBeGreaterThan(0)
  }
})

test('goods that are delivered after all are still counted at the place where they lie, and once', async () => {
  const made = await packing.confirmed(2, 2)
  expect(isDone(await packing.call('weigh-in', weighIn(made, { units: 4 }), made.keeper))).toBe(true)
  const [first] = made.orders
  for (const { orderId } of made.orders)
    await market.moved('vendor', `update public.orders set status = 'ready', ready_at = now() where id = $1`, [orderId])
  await market.db.owner.query(
    `insert into public.order_addresses (order_id, recipient, phone, street, landmark, state, lga) values ($1, 'Ada', '+2348031234567', '4 Allen Avenue', '', 'Lagos', 'Ikeja')`,
    [first?.orderId],
  )
  const { id: zone } = await market.row<{ id: string }>(
    `insert into public.delivery_zones (name, state, lgas, fee_kobo, delivered_by) values ('Ikeja', 'Lagos', '{Ikeja}', 100000, 'market') returning id`,
  )
  await market.moved(
    'buyer',
    `update public.orders set fulfilment = 'delivery', pickup_point_id = null, delivery_zone_id = $2 where id = $1`,
    [first?.orderId, zone],
  )
  expect(await countsOf(made, made.keeper)).toMatchObject({ units_counted: 4, units_ready: 4, units_here: 4 })
  await completeHandOver(market, first?.orderId ?? '', undefined)
  expect(await countsOf(made, made.keeper)).toMatchObject({ units_counted: 4, units_taken: 2, units_here: 2 })
  await packing.closePlaces()
})
