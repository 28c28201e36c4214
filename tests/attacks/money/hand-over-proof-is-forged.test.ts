import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { releaseHandOvers } from '#server/hand-overs/release-hand-overs.ts'
import { createAddress, createHub } from '#server/testing/goods/places.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

// A shop's owner gave out five orders without a code ("I know them", any picture) and had N722,000 payable; one
// photograph of one pixel proved three of them, one past the lock of wrong codes.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

async function ready(people: number) {
  const made = await paidBuys(market).settled(people, { buy: { min_participants: 1 } })
  for (const { orderId } of made.orders)
    await market.moved('vendor', `update public.orders set status = 'ready', ready_at = now() where id = $1`, [orderId])
  const { rows } = await market.db.owner.query<{ id: string; buyer: string }>(
    `select h.id, o.user_id as buyer from public.hand_overs h join public.orders o on o.id = h.order_id where o.group_buy_id = $1 order by o.order_no`,
    [made.buyId],
  )
  return { ...made, handOvers: rows }
}

const photo = async (
  owner: string,
  metadata: object = { width: 800, height: 600, size: 60_000, eTag: crypto.randomUUID() },
) => {
  const name = `${owner}/${crypto.randomUUID()}`
  await market.db.owner.query(
    `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('hand-over-photos', $1, $2, replace(gen_random_uuid()::text, '-', ''), $3)`,
    [name, owner, metadata],
  )
  return name
}
const override = (id: string | undefined, photograph: string, as: string) =>
  market.call(
    'override-hand-over',
    { hand_over_id: id, identity: 'known', reason: 'I know them well', photo: photograph, lines: null },
    { as },
  )
const setting = (key: string, value: number) =>
  market.db.owner.query(
    `insert into public.settings (key, value, effective_from, note) values ($1, $2, now(), 'A test')`,
    [key, value],
  )
const limited = (naira: number) => setting('shop_overrides_naira_a_day', naira)

describe('photographs', () => {
  test('a photograph proves one hand-over, also in three concurrent calls and under another name', async () => {
    await limited(10_000_000)
    const { handOvers, ownerId } = await ready(4)
    const one = await photo(ownerId, { width: 800, height: 600, size: 60_000, eTag: 'the-same-bytes' })
    const answers = await Promise.all(handOvers.slice(0, 3).map(({ id }) => override(id, one, ownerId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const copy = await photo(ownerId, { width: 800, height: 600, size: 60_000, eTag: 'the-same-bytes' })
    expect((await override(handOvers[3]?.id, copy, ownerId)).body.code).toBe('photo_used')
  })

  test('rejects a picture of one pixel, of few bytes or of unknown size, also in SQL', async () => {
    const { handOvers, ownerId } = await ready(1)
    for (const small of [{ width: 1, height: 1, size: 70 }, { width: 640, height: 480, size: 900 }, {}])
      expect((await override(handOvers[0]?.id, await photo(ownerId, small), ownerId)).body.code).toBe('photo_too_small')
    await expect(
      market.db.owner.query(
        `insert into public.hand_over_overrides (hand_over_id, person_id, identity, reason, photo) values ($1, $2, 'known', 'I know them', $3)`,
        [handOvers[0]?.id, ownerId, await photo(ownerId, { width: 1, height: 1, size: 70 })],
      ),
    ).rejects.toThrow('too small')
  })

  test('wrong codes lock the hand-over for overrides too', async () => {
    const { handOvers, ownerId } = await ready(1)
    const id = handOvers[0]?.id
    await market.db.owner.query(
      `insert into codes.locks (hand_over_id, wrong, locked_until) values ($1, 0, now() + interval '10 minutes')`,
      [id],
    )
    const one = await photo(ownerId)
    expect((await override(id, one, ownerId)).body.code).toBe('hand_over_locked')
    await expect(
      market.db.owner.query(
        `insert into public.hand_over_overrides (hand_over_id, person_id, identity, reason, photo) values ($1, $2, 'known', 'I know them', $3)`,
        [id, ownerId, one],
      ),
    ).rejects.toThrow('locked')
    await market.db.owner.query(`update codes.locks set locked_until = now() where hand_over_id = $1`, [id])
    expect((await override(id, one, ownerId)).body.outcome).toBe('done')
  })
})

describe('the shop’s own side', () => {
  const timesOf = (id: string | undefined) =>
    market.row<{ times: number; released: boolean }>(
      `select round(extract(epoch from claim_until - done_at) / extract(epoch from public.claim_time(id)))::integer as times, released_at is not null as released
       from public.hand_overs where id = $1`,
      [id],
    )
  const laterBy = async (id: string | undefined, claimTimes: number) => {
    await withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.hand_overs set done_at = done_at - ${claimTimes} * public.claim_time(id),
         claim_until = claim_until - ${claimTimes} * public.claim_time(id) where id = '${id}'`),
    )
    await releaseHandOvers(market.db.database)
  }

  test('is paid after twice the claim time, or with the buyer’s word, and the manager sees it', async () => {
    await limited(10_000_000)
    const { handOvers, ownerId } = await ready(2)
    const [silent, spoken] = handOvers
    for (const one of [silent, spoken]) {
      expect((await override(one?.id, await photo(ownerId), ownerId)).body.outcome).toBe('done')
      expect(await timesOf(one?.id)).toEqual({ times: 2, released: false })
      await laterBy(one?.id, 1.2)
      expect((await timesOf(one?.id)).released).toBe(false)
    }
    await expect(
      market.db.owner.query('update public.hand_overs set claim_until = now() where id = $1', [silent?.id]),
    ).rejects.toThrow('The buyer has not said')
    const confirm = (as: string | undefined) =>
      market.call('confirm-hand-over', { hand_over_id: spoken?.id }, { as: as ?? '' })
    expect((await confirm(ownerId)).status).toBe(404)
    expect((await confirm(spoken?.buyer)).status).toBe(200)
    expect((await confirm(spoken?.buyer)).body.code).toBe('nothing_to_confirm')
    await releaseHandOvers(market.db.database)
    expect([(await timesOf(spoken?.id)).released, (await timesOf(silent?.id)).released]).toEqual([true, false])
    await laterBy(silent?.id, 1)
    expect((await timesOf(silent?.id)).released).toBe(true)
    expect(await auditFaults(market)).toEqual([])
  })

  test('includes hub staff who live with its owner', async () => {
    await limited(10_000_000)
    const { handOvers, ownerId, vendorId } = await ready(1)
    const hubId = await createHub(market)
    const spouse = await market.person()
    await market.db.owner.query(
      `insert into public.memberships (person_id, pickup_point_id, duty) values ($1, $2, 'hand-over')`,
      [spouse, hubId],
    )
    await market.db.owner.query('update public.hand_overs set pickup_point_id = $2 where id = $1', [
      handOvers[0]?.id,
      hubId,
    ])
    for (const person of [spouse, ownerId]) await createAddress(market, person, { street: `${vendorId} Marina Road` })
    expect((await override(handOvers[0]?.id, await photo(spouse), spouse)).body.outcome).toBe('done')
    expect(await timesOf(handOvers[0]?.id)).toEqual({ times: 2, released: false })
    await market.db.owner.query(
      `update public.pickup_points set closed_at = now(), closed_reason = 'A test' where id = $1`,
      [hubId],
    )
  })

  test('hands over without codes up to the daily limit', async () => {
    const { handOvers, ownerId } = await ready(3)
    await limited(100_000)
    expect((await override(handOvers[0]?.id, await photo(ownerId), ownerId)).body.outcome).toBe('done')
    expect((await override(handOvers[1]?.id, await photo(ownerId), ownerId)).body.code).toBe('override_ceiling')
    const { status } = await market.row<{ status: string }>('select status from public.hand_overs where id = $1', [
      handOvers[1]?.id,
    ])
    expect(status).toBe('open')
    await limited(200_000)
    expect((await override(handOvers[1]?.id, await photo(ownerId), ownerId)).body.outcome).toBe('done')
  })
})

describe('in the database itself', () => {
  /** Handed over by the shop's owner in SQL without any check; payable after this many claim periods. */
  async function givenOut(id: string | undefined, ownerId: string, claimTimes: number) {
    await withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.hand_overs set status = 'done', done_at = now(), proof = 'override', handled_by = '${ownerId}',
         goods_kobo = 7600000, claim_until = now() + ${claimTimes} * public.claim_time(id) where id = '${id}'`),
    )
    return (photograph: string) =>
      market.db.owner.query(
        `insert into public.hand_over_overrides (hand_over_id, person_id, identity, reason, photo) values ($1, $2, 'known', 'I know them', $3)`,
        [id, ownerId, photograph],
      )
  }

  test('a shop’s own override waits twice the claim time, stays within the daily limit, and its photograph is used once', async () => {
    const { handOvers, ownerId } = await ready(3)
    await limited(200_000)
    const one = await photo(ownerId, { width: 800, height: 600, size: 60_000, eTag: 'bytes-of-one' })
    const soon = await givenOut(handOvers[0]?.id, ownerId, 1)
    await expect(soon(one)).rejects.toThrow('after twice the claim time')
    await (await givenOut(handOvers[0]?.id, ownerId, 2))(one)
    const second = await givenOut(handOvers[1]?.id, ownerId, 2)
    const copy = await photo(ownerId, { width: 800, height: 600, size: 60_000, eTag: 'bytes-of-one' })
    for (const again of [one, copy]) await expect(second(again)).rejects.toThrow('something else already')
    await second(await photo(ownerId))
    const third = await givenOut(handOvers[2]?.id, ownerId, 2)
    await expect(third(await photo(ownerId))).rejects.toThrow('too much without codes')
  })
})
