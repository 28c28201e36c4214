import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { completeHandOver, makeReady } from '#server/testing/goods/hand-over.ts'
import { packingMarket, weighIn } from '#server/testing/goods/packing-market.ts'
import { uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
let packing: ReturnType<typeof packingMarket>
beforeAll(async () => {
  market = await openTestMarket()
  packing = packingMarket(market)
})
afterAll(() => market.close())

async function weighed(units = 6) {
  const made = await packing.confirmed()
  const { body } = await packing.call('weigh-in', weighIn(made, { units }), made.keeper)
  const correction = (more: Record<string, unknown> = {}) => ({
    weigh_in_id: String(body.weigh_in_id),
    corrections: 0,
    units: 5,
    kilograms: null,
    reason: 'One bag was counted twice',
    photo: null,
    ...more,
  })
  const counted = async () =>
    Number(
      (
        await asPerson(
          market.db,
          made.keeper,
          'select units_counted from public.expected_deliveries where subject_id = $1',
          [made.buyId],
        )
      ).rows[0]?.units_counted,
    )
  const correct = (more: Record<string, unknown> = {}, as = made.keeper) =>
    packing.call('correct-load', correction(more), as)
  return { ...made, loadId: String(body.weigh_in_id), correction, correct, counted }
}

test('a correction is a new entry with person and reason; the former count stays, and the shop is told', async () => {
  const { keeper, ownerId, loadId, correct, counted } = await weighed()
  expect((await correct()).body.code).toBe('lower_count_needs_photo')
  const photo = await uploadGoodsPhoto(market, keeper)
  expect((await correct({ photo })).body).toEqual({ weigh_in_id: loadId, number: 1 })
  expect(await counted()).toBe(5)
  expect((await correct({ corrections: 1, units: 6 })).body).toEqual({ weigh_in_id: loadId, number: 2 })
  expect(await counted()).toBe(6)
  const { rows } = await asPerson(
    market.db,
    ownerId,
    'select number, units_counted, reason, entered_by_name from public.load_entries where weigh_in_id = $1 order by number',
    [loadId],
  )
  const reason = 'One bag was counted twice'
  const entered_by_name = 'Hub Keeper'
  expect(rows).toEqual([
    { number: 0, units_counted: 6, reason: '', entered_by_name },
    { number: 1, units_counted: 5, reason, entered_by_name },
    { number: 2, units_counted: 6, reason, entered_by_name },
  ])
  expect(await packing.readNotices(ownerId, 'load-corrected')).toBe(2)
  expect((await correct({ corrections: 2, units: 6 })).body.code).toBe('nothing_corrected')
  for (const sql of ['update public.load_corrections set units_counted = 1', 'delete from public.load_corrections'])
    expect((await asPerson(market.db, keeper, sql)).errorCode, sql).toBe('42501')
  await packing.closePlaces()
})

test('a stale form is refused, and of many at once one counts', async () => {
  const { correct, counted, correction, keeper } = await weighed(3)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      correct({ units: 4 + (index % 2) }).then(({ body }) => body.code ?? 'done'),
    ),
  )
  expect(answers.filter((code) => code === 'done').length).toBe(1)
  expect(answers.filter((code) => code === 'load_corrected').length).toBe(7)
  const before = await counted()
  const stale = await correct({ units: 6 })
  expect([stale.status, stale.body.code]).toEqual([409, 'load_corrected'])
  expect(await counted()).toBe(before)
  const key = crypto.randomUUID()
  const body = correction({ corrections: 1, units: 6 })
  const retried = [
    await packing.call('correct-load', body, keeper, key),
    await packing.call('correct-load', body, keeper, key),
  ]
  expect(retried.map((answer) => answer.body.number)).toEqual([2, 2])
  await packing.closePlaces()
})

test('no fewer came than were handed over, by the command and in the database, also at once with a hand-over', async () => {
  const { keeper, orders, loadId, correct, counted } = await weighed()
  const [first, second] = orders
  await makeReady(market, first?.orderId ?? '')
  await completeHandOver(market, first?.orderId ?? '')
  const photo = () => uploadGoodsPhoto(market, keeper)
  expect((await correct({ units: 1, photo: await photo() })).body).toMatchObject({
    code: 'less_than_handed_over',
    message: '2 were handed over here already, so this load had at least 2.',
  })
  const write = (units: number, picture: string | null, number = 1, person = keeper) =>
    market.db.owner.query(
      `insert into public.load_corrections (weigh_in_id, number, units_counted, reason, photo, corrected_by) values ($1, $2, $3, 'Counted again', $4, $5)`,
      [loadId, number, units, picture, person],
    )
  await expect(write(1, await photo())).rejects.toThrow('No fewer came than were handed over')
  await expect(write(5, null)).rejects.toThrow('A lower count needs a photograph')
  await expect(write(7, null, 3)).rejects.toThrow('This load has just been corrected')
  await expect(write(7, null, 1, await market.person())).rejects.toThrow('Who weighs in at the place')
  await makeReady(market, second?.orderId ?? '')
  const [corrected] = await Promise.all([
    correct({ units: 2, photo: await photo() }),
    completeHandOver(market, second?.orderId ?? ''),
  ])
  if (corrected.status !== 200) expect(corrected.body.code).toBe('less_than_handed_over')
  const { rows } = await asPerson(
    market.db,
    keeper,
    'select units_here, units_taken, units_unweighed from public.goods_at_places where subject_id = (select group_buy_id from public.weigh_ins where id = $1)',
    [loadId],
  )
  expect(Number(rows[0]?.units_taken)).toBe(4)
  expect(Number(rows[0]?.units_here)).toBe((await counted()) + Number(rows[0]?.units_unweighed) - 4)
  await packing.closePlaces()
})

test('only staff of the place correct its counts, and not for their own shop; nonsense is refused', async () => {
  const { ownerId, helper, placeId, correct, loadId } = await weighed()
  const other = await packing.hub()
  for (const as of [ownerId, helper, other.keeper, await market.person(), await market.person({ role: 'chief' })])
    expect((await correct({}, as)).body.code).toBe('not_found')
  await market.db.owner.query(
    `insert into public.memberships (person_id, pickup_point_id, duty, added_by) values ($1, $2, 'hand-over', $1)`,
    [helper, placeId],
  )
  expect((await correct({ units: 7 }, helper)).body.code).toBe('own_case')
  await expect(
    market.db.owner.query(
      `insert into public.load_corrections (weigh_in_id, number, units_counted, reason, corrected_by) values ($1, 1, 7, 'Counted again', $2)`,
      [loadId, helper],
    ),
  ).rejects.toThrow('not those of their own load')
  for (const wrong of [
    { units: -1 },
    { units: 1.5 },
    { units: '5' },
    { units: 2_000_000 },
    { reason: '' },
    { reason: 'x'.repeat(301) },
    { corrections: -1 },
    { kilograms: 'NaN' },
    { weigh_in_id: 'x' },
  ])
    expect((await correct(wrong)).status, JSON.stringify(wrong)).toBe(400)
  expect((await correct({ units: 900_000, kilograms: '0.001' })).status).toBe(400)
  expect((await correct({ photo: 'somebody/else' })).body.code).toBe('picture_not_found')
  await packing.closePlaces()
})

test('a load that never came counts as nothing, and its shortage is that of the delivery', async () => {
  const { keeper, buyId, placeId, correct, counted } = await weighed()
  const missing = async () =>
    Number(
      (await market.row<{ n: bigint }>('select public.found_missing_thousandths($1, null, $2) as n', [buyId, placeId]))
        .n,
    )
  expect(await missing()).toBe(0)
  expect((await correct({ units: 0, photo: await uploadGoodsPhoto(market, keeper) })).status).toBe(200)
  expect([await counted(), await missing()]).toEqual([0, 6000])
  await packing.closePlaces()
})
