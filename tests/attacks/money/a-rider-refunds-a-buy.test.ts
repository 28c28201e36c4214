import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { carryOutShortfalls } from '#server/packing/shortfalls/carry-out-shortfalls.ts'
import { createAddress } from '#server/testing/goods/places.ts'
import { setSharingDay, uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

// A rider entered 26 of 26 kg as damaged the day before sharing, without a weigh-in or a photograph; seven orders were
// refunded within a minute at the vendor's cost.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** A buy of four people with five bags each, for a hub with a keeper and a rider. */
async function coming() {
  await market.db.owner.query(
    `update public.pickup_points set closed_at = now(), closed_reason = 'A test' where closed_at is null`,
  )
  const made = await paidBuys(market).settled(4, { quantity: 5, buy: { min_participants: 1 } })
  const { id: placeId } = await market.row<{ id: string }>(
    `insert into public.pickup_points (name, state, lga, street, opening_hours) values ('Hub ' || gen_random_uuid(), 'Lagos', 'Lagos Mainland', '4 Herbert Macaulay Way', '[]') returning id`,
  )
  await market.db.owner.query('update public.orders set pickup_point_id = $2 where group_buy_id = $1', [
    made.buyId,
    placeId,
  ])
  const [keeper, rider, shopRider, helper] = await Promise.all([1, 2, 3, 4].map(() => market.person()))
  await market.db.owner.query(
    `insert into public.memberships (person_id, pickup_point_id, vendor_id, duty)
     values ($1, $5, null, 'hand-over'), ($2, $5, null, 'delivery'), ($3, null, $6, 'delivery'), ($4, null, $6, 'hand-over')`,
    [keeper, rider, shopRider, helper, placeId, made.vendorId],
  )
  const short = (as: string | undefined, missing: string, request: object = {}) =>
    market.call(
      'enter-shortfall',
      {
        group_buy_id: made.buyId,
        line_id: null,
        pickup_point_id: placeId,
        kind: 'damaged',
        missing,
        entered_before: 0,
        reason: 'All of it was wet',
        photo: null,
        ...request,
      },
      { as: as ?? '' },
    )
  const photo = (as: string | undefined) => uploadGoodsPhoto(market, as ?? '')
  const weigh = (units: number, as = keeper) =>
    market.call(
      'weigh-in',
      {
        pickup_point_id: placeId,
        group_buy_id: made.buyId,
        order_id: null,
        product_id: made.productId,
        part: 1,
        units,
        kilograms: null,
        photo: null,
        shelf: '',
        note: '',
      },
      { as: as ?? '' },
    )
  const back = async () =>
    Number(
      (
        await market.row<{ kobo: bigint }>(
          'select sum(returned_goods_kobo) as kobo from public.orders where group_buy_id = $1',
          [made.buyId],
        )
      ).kobo,
    )
  const left = async () =>
    Number(
      (
        await market.row<{ n: number }>(
          'select sum(public.order_quantity_left(id))::integer as n from public.orders where group_buy_id = $1',
          [made.buyId],
        )
      ).n,
    )
  return { ...made, placeId, keeper, rider, shopRider, helper, short, photo, weigh, back, left }
}
const clock = () => carryOutShortfalls(market.db.database, 'https://market.test')
const timePasses = (sql: string, id: unknown) =>
  withoutTriggers(market.db.owner, (client) => client.query(`update public.shortfalls set ${sql} where id = '${id}'`))

describe('rights, times and limits', () => {
  test('a rider may enter nothing, with or without a photograph, nor in SQL', async () => {
    const made = await coming()
    await setSharingDay(market, made.buyId)
    for (const as of [made.rider, made.shopRider])
      expect((await made.short(as, '20', { photo: await made.photo(as) })).status).toBe(404)
    await expect(
      market.db.owner.query(
        `insert into public.shortfalls (vendor_id, group_buy_id, pickup_point_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths, by_hub_thousandths,
           orders, goods_kobo, returned_kobo, reason, entered_by, status) values ($1, $2, $3, 'short', 1000, 20000, 1000, 0, 1, 1, 1, 'Not here', $4, 'waiting')`,
        [made.vendorId, made.buyId, made.placeId, made.rider],
      ),
    ).rejects.toThrow('Who weighs in')
    expect(await made.back()).toBe(0)
  })

  test('the table has the bounds as well: the day, whole units, and how much one person enters alone', async () => {
    const made = await coming()
    const photo = await made.photo(made.keeper)
    const written = (thousandths: number, status: string) =>
      market.db.owner.query(
        `insert into public.shortfalls (vendor_id, group_buy_id, pickup_point_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths, by_hub_thousandths,
           orders, goods_kobo, returned_kobo, reason, entered_by, photo, status, due_at) values ($1, $2, $3, 'short', $5, 20000, $5, 0, 1, 1, 1, 'Not here', $4, $6, $7, now())`,
        [made.vendorId, made.buyId, made.placeId, made.keeper, thousandths, photo, status],
      )
    await expect(written(1000, 'entered')).rejects.toThrow('before the sharing day')
    await setSharingDay(market, made.buyId)
    await expect(written(1500, 'entered')).rejects.toThrow('whole units')
    // A fifth of twenty is not more than a fifth.
    await expect(written(5000, 'entered')).rejects.toThrow('waits for an answer')
    await expect(written(1000, 'carried-out')).rejects.toThrow('entered before it is carried out')
    await written(4000, 'entered')
    await expect(written(1000, 'entered')).rejects.toThrow('waits for an answer')
  })

  test('rejects entries before the sharing day, beyond the count and the photograph, and of half a bag', async () => {
    const made = await coming()
    expect((await made.short(made.keeper, '2', { photo: await made.photo(made.keeper) })).body.code).toBe(
      'not_yet_shared_out',
    )
    await setSharingDay(market, made.buyId)
    expect((await made.short(made.keeper, '2')).body.code).toBe('shortfall_needs_photo')
    expect((await made.short(made.keeper, '1', { kind: 'short' })).body.code).toBe('shortfall_needs_photo')
    expect((await made.short(made.keeper, '0.5', { kind: 'short' })).body).toMatchObject({ code: 'shares_are_whole' })
    expect((await made.weigh(18)).body.missing_thousandths).toBe(2000)
    expect((await made.short(made.keeper, '3', { kind: 'short' })).body.code).toBe('shortfall_needs_photo')
    await expect(
      market.db.owner.query(
        `insert into public.shortfalls (vendor_id, group_buy_id, pickup_point_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths, by_hub_thousandths,
           orders, goods_kobo, returned_kobo, reason, entered_by, status) values ($1, $2, $3, 'short', 3000, 20000, 3000, 0, 1, 1, 1, 'Not here', $4, 'waiting')`,
        [made.vendorId, made.buyId, made.placeId, made.keeper],
      ),
    ).rejects.toThrow('needs a photograph')
    await market.db.owner.query(
      `insert into public.settings (key, value, effective_from, note) values ('shortfall_alone_naira', '1000000', now(), 'A test')`,
    )
    // Two bags, of four people with five each: the first two to pay lose one.
    expect((await made.short(made.keeper, '2', { kind: 'short' })).body).toMatchObject({
      orders: 2,
      waits: false,
      minutes: 15,
    })
    expect([await made.back(), await made.left()]).toEqual([0, 18])
  })
})

describe('a large shortfall', () => {
  test('waits for a second person: the shop for a hub’s, a manager for the shop’s own, and small ones add up', async () => {
    const made = await coming()
    await setSharingDay(market, made.buyId)
    const entered = await made.short(made.keeper, '6', { photo: await made.photo(made.keeper) })
    expect(entered.body).toMatchObject({ waits: true, minutes: 0 })
    const id = entered.body.shortfall_id
    await clock()
    // Nothing is refunded so far, and the six are out of every order at once.
    expect([await made.back(), await made.left()]).toEqual([0, 14])
    const answer = (as: string | undefined, said: string, of = id) =>
      market.call('answer-shortfall', { shortfall_id: of, answer: said }, { as: as ?? '' })
    expect((await answer(made.keeper, 'accept')).status).toBe(403)
    // Staff of the place are party to the claim.
    expect((await answer(made.rider, 'accept')).body.code).toBe('own_case')
    expect((await answer(made.ownerId, 'refuse')).body.status).toBe('waiting')
    await timePasses(`answer_by = now() - interval '1 minute'`, id)
    await clock()
    expect(await made.back()).toBe(0)
    const chief = await market.person({ role: 'chief' })
    expect((await answer(chief, 'refuse')).body.status).toBe('refused')
    expect(await made.left()).toBe(20)

    // Silence of the shop accepts.
    const again = await made.short(made.keeper, '6', { photo: await made.photo(made.keeper), entered_before: 1 })
    await timePasses(`answer_by = now() - interval '1 minute'`, again.body.shortfall_id)
    await clock()
    expect([(await made.back()) > 0, await made.left()]).toEqual([true, 14])
    expect(await auditFaults(market)).toEqual([])
  })

  test('is not confirmed by the shop that entered it, and counts as large if it is split', async () => {
    const made = await coming()
    await setSharingDay(market, made.buyId)
    const all = { pickup_point_id: null }
    const one = await made.short(made.ownerId, '4', { ...all, photo: await made.photo(made.ownerId) })
    const two = await made.short(made.helper, '1', { ...all, photo: await made.photo(made.helper), entered_before: 1 })
    expect([one.body.waits, two.body.waits]).toEqual([false, true])
    const accept = (as: string | undefined) =>
      market.call('answer-shortfall', { shortfall_id: two.body.shortfall_id, answer: 'accept' }, { as: as ?? '' })
    expect((await accept(made.ownerId)).body.code).toBe('not_allowed')
    expect((await accept(made.helper)).body.code).toBe('own_case')
  })
})

test('a person of the shop’s side cannot count its load at a hub, nor report a loss by the hub', async () => {
  const made = await coming()
  await setSharingDay(market, made.buyId)
  await market.db.owner.query(
    `insert into public.memberships (person_id, pickup_point_id, duty) values ($1, $3, 'hand-over'), ($2, $3, 'hand-over')`,
    [made.helper, made.ownerId, made.placeId],
  )
  // The keeper lives with the shop's owner.
  for (const person of [made.keeper ?? '', made.ownerId])
    await createAddress(market, person, { street: `${made.placeId} Marina Road` })
  for (const as of [made.keeper, made.helper, made.ownerId])
    expect((await made.weigh(20, as)).body.code).toBe('own_case')
  await expect(
    market.db.owner.query(
      `insert into public.weigh_ins (pickup_point_id, vendor_id, group_buy_id, product_id, part, units_expected, units_counted, weighed_by) values ($1, $2, $3, $4, 1, 20, 20, $5)`,
      [made.placeId, made.vendorId, made.buyId, made.productId, made.helper],
    ),
  ).rejects.toThrow('own case')
  const stranger = await market.person()
  await market.db.owner.query(
    `insert into public.memberships (person_id, pickup_point_id, duty) values ($1, $2, 'hand-over')`,
    [stranger, made.placeId],
  )
  expect((await made.weigh(20, stranger)).status).toBe(200)
  for (const as of [made.keeper, made.helper, made.ownerId])
    expect((await made.short(as, '2', { photo: await made.photo(as) })).body.code).toBe('hub_has_goods')
  await expect(
    market.db.owner.query(
      `insert into public.shortfalls (vendor_id, group_buy_id, pickup_point_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths, by_hub_thousandths,
         orders, goods_kobo, returned_kobo, reason, entered_by, photo, status, due_at) values ($1, $2, $3, 'short', 1000, 20000, 0, 1000, 1, 1, 1, 'Not here', $4, $5, 'entered', now())`,
      [made.vendorId, made.buyId, made.placeId, made.helper, await made.photo(made.helper)],
    ),
  ).rejects.toThrow('own case')
  const entered = await made.short(stranger, '1', { photo: await made.photo(stranger) })
  expect(entered.status).toBe(200)
  // A former member cannot withdraw an entry.
  await market.db.owner.query('update public.memberships set ended_at = now() where person_id = $1', [stranger])
  const takeBack = { shortfall_id: entered.body.shortfall_id }
  expect((await market.call('withdraw-shortfall', takeBack, { as: stranger })).status).toBe(404)
})

test('a weigh-in days before the sharing day has no effect, and one on its eve does', async () => {
  const made = await coming()
  expect((await made.weigh(19)).status).toBe(200)
  expect((await made.short(made.keeper, '1', { kind: 'short' })).body.code).toBe('not_yet_shared_out')
  await setSharingDay(market, made.buyId, 1)
  expect((await made.short(made.keeper, '1', { kind: 'short' })).status).toBe(200)
})

test('an entry made by mistake can be withdrawn only until the refunds are sent', async () => {
  const made = await coming()
  await setSharingDay(market, made.buyId)
  const entered = await made.short(made.keeper, '2', { photo: await made.photo(made.keeper) })
  const takeBack = (as: string | undefined) =>
    market.call('withdraw-shortfall', { shortfall_id: entered.body.shortfall_id }, { as: as ?? '' })
  expect((await takeBack(made.rider)).status).toBe(404)
  expect((await takeBack(made.keeper)).status).toBe(200)
  expect(await made.left()).toBe(20)
  expect((await takeBack(made.keeper)).body.code).toBe('shortfall_over')
  const again = await made.short(made.keeper, '2', { photo: await made.photo(made.keeper), entered_before: 1 })
  await timePasses('due_at = now()', again.body.shortfall_id)
  await Promise.all([clock(), clock()])
  expect([(await made.back()) > 0, await made.left()]).toEqual([true, 18])
  expect(
    (await market.call('withdraw-shortfall', { shortfall_id: again.body.shortfall_id }, { as: made.keeper ?? '' })).body
      .code,
  ).toBe('shortfall_over')
  expect(await auditFaults(market)).toEqual([])
})

test('refunds of entries by a hub’s staff, a shop’s staff and the shop itself name them', async () => {
  for (const who of ['keeper', 'helper', 'ownerId'] as const) {
    const made = await coming()
    await setSharingDay(market, made.buyId)
    const by = made[who]
    const place = who === 'keeper' ? {} : { pickup_point_id: null }
    const entered = await made.short(by, '2', { ...place, photo: await made.photo(by) })
    await timePasses(`status = 'entered', due_at = now()`, entered.body.shortfall_id)
    await clock()
    expect([(await made.back()) > 0, await made.left()]).toEqual([true, 18])
    const { rows } = await market.db.owner.query(
      `select distinct r.created_by as by from public.partial_refunds r join public.orders o on o.id = r.order_id where o.group_buy_id = $1`,
      [made.buyId],
    )
    expect(rows).toEqual([{ by }])
  }
  expect(await auditFaults(market)).toEqual([])
})
