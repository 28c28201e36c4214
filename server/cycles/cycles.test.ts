import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { addDays } from '#domain/time/calendar.ts'
import { closeRound, nextRound, openRoundOf, repeatedBuy, runCycles } from '#server/testing/goods/cycles.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(async () => {
  expect(market.faults).toEqual([])
  await market.close()
})

interface CycleRow extends Record<string, unknown> {
  status: string
  pause_reason: string | null
  next_share_date: string
}
const cycleOf = (id: string) =>
  market.row<CycleRow>(
    `select status, pause_reason, to_char(next_share_date, 'YYYY-MM-DD') as next_share_date from public.buy_cycles where id = $1`,
    [id],
  )
const termsOf = (buyId: string | null) =>
  market.row(
    `select product_id, target_quantity, min_participants, price_tiers, payment_mode, allow_extension, current_participants, to_char(share_date, 'YYYY-MM-DD') as share_date
     from public.group_buys where id = $1`,
    [buyId],
  )
const change = (cycleId: string, as: string, changed: string, shareDate: string) =>
  market.call('change-cycle', { cycle_id: cycleId, change: changed, share_date: shareDate }, { as })
const noticesOf = async (person: string) => {
  await market.relay()
  const { rows } = await asPerson(market.db, person, 'select title, body from public.notices order by created_at, id')
  return rows.map(({ title, body }) => `${title}: ${body}`)
}
const moved = (sql: string, values: unknown[]) =>
  withoutTriggers(market.db.owner, async (client) => void (await client.query(sql, values)))

describe('a shop that repeats a group buy', () => {
  test('has the next round opened with the same terms, once the one before has closed', async () => {
    const { buyId, cycleId, ownerId, shareDate } = await repeatedBuy(market)
    await runCycles(market)
    expect(await openRoundOf(market, cycleId)).toBe(buyId)
    const next = await nextRound(market, cycleId)
    expect(next).not.toBe(buyId)
    const [former, latter] = [await termsOf(buyId), await termsOf(next)]
    expect(latter).toEqual({ ...former, share_date: shareDate })
    expect(shareDate).toBe(addDays(String(former.share_date), 7))
    expect((await cycleOf(cycleId)).next_share_date).toBe(addDays(shareDate, 7))
    expect((await noticesOf(ownerId)).at(-1)).toMatch(/^A new round is open: Ofada rice/)
  })

  test('has one round opened by two workers at once, and none while another is open', async () => {
    const { cycleId } = await repeatedBuy(market)
    await closeRound(market, cycleId)
    await Promise.all(Array.from({ length: 8 }, () => runCycles(market)))
    await moved(`update public.buy_cycles set next_opens_at = clock_timestamp() - interval '1 minute' where id = $1`, [
      cycleId,
    ])
    await Promise.all(Array.from({ length: 8 }, () => runCycles(market)))
    const { n } = await market.row<{ n: bigint }>('select count(*) as n from public.group_buys where cycle_id = $1', [
      cycleId,
    ])
    expect(Number(n)).toBe(2)
  })

  test('skips a round, pauses and resumes it, and ends it', async () => {
    const { cycleId, ownerId, shareDate } = await repeatedBuy(market)
    const skipped = await change(cycleId, ownerId, 'skip', shareDate)
    expect(skipped.body.next_share_date).toBe(addDays(shareDate, 7))
    expect((await change(cycleId, ownerId, 'skip', shareDate)).body.code).toBe('cycle_changed')
    const next = addDays(shareDate, 7)
    expect((await change(cycleId, ownerId, 'pause', next)).body.status).toBe('paused')
    expect(await nextRound(market, cycleId)).toBe(null)
    expect((await change(cycleId, ownerId, 'resume', next)).body.status).toBe('running')
    await runCycles(market)
    expect(await openRoundOf(market, cycleId)).toMatch(/^[0-9a-f-]{36}$/)
    const after = (await cycleOf(cycleId)).next_share_date
    expect((await change(cycleId, ownerId, 'end', after)).body.status).toBe('ended')
    expect(await openRoundOf(market, cycleId)).toMatch(/^[0-9a-f-]{36}$/)
    expect((await change(cycleId, ownerId, 'resume', after)).body.code).toBe('cycle_over')
    const last = await openRoundOf(market, cycleId)
    const again = await market.call('repeat-group-buy', { group_buy_id: last, period: 'month' }, { as: ownerId })
    expect(again.body.cycle_id).not.toBe(cycleId)
    expect(await openRoundOf(market, again.body.cycle_id)).toBe(last)
  })

  test('is asked for the new price when that of the product has changed', async () => {
    const { cycleId, ownerId, productId, shareDate } = await repeatedBuy(market)
    await market.db.owner.query('update public.products set base_price = base_price + 1000 where id = $1', [productId])
    expect(await nextRound(market, cycleId)).toBe(null)
    expect(await cycleOf(cycleId)).toMatchObject({
      status: 'paused',
      pause_reason: expect.stringMatching(/price of the product/),
    })
    expect((await noticesOf(ownerId)).at(-1)).toMatch(/not opened: Ofada rice.*price of the product/)
    // A buy that the shop opens itself is the next round, and its terms are those of the rounds after it.
    await market.db.owner.query(`update public.products set share_date = $2 where id = $1`, [productId, shareDate])
    const id = crypto.randomUUID()
    await market.moved(
      'vendor',
      `insert into public.group_buys (id, product_id, status, target_quantity, min_participants, price_tiers, end_date)
       values ($1, $2, 'active', 60, 2, '[]', now() + interval '5 days')`,
      [id, productId],
    )
    expect(await openRoundOf(market, cycleId)).toBe(id)
    expect((await change(cycleId, ownerId, 'resume', shareDate)).body.status).toBe('running')
    const next = await nextRound(market, cycleId)
    expect(await termsOf(next)).toMatchObject({
      target_quantity: 60,
      min_participants: 2,
      share_date: addDays(shareDate, 7),
    })
  })

  test('is told when its stock is too small, and nothing is left behind', async () => {
    const { cycleId, productId, shareDate } = await repeatedBuy(market)
    await moved('update public.products set available_quantity = 3 where id = $1', [productId])
    const before = await market.row(
      "select to_char(share_date, 'YYYY-MM-DD') as day from public.products where id = $1",
      [productId],
    )
    expect(await nextRound(market, cycleId)).toBe(null)
    expect(await cycleOf(cycleId)).toMatchObject({
      status: 'paused',
      pause_reason: 'The target is larger than what is in stock',
      next_share_date: shareDate,
    })
    expect(
      await market.row("select to_char(share_date, 'YYYY-MM-DD') as day from public.products where id = $1", [
        productId,
      ]),
    ).toEqual(before)
  })

  test('skips a round on a day on which it is closed', async () => {
    const { cycleId, ownerId, vendorId, shareDate } = await repeatedBuy(market)
    await moved(
      `update public.vendors set closed_days = jsonb_build_array(jsonb_build_object('from', $2::text, 'until', $2::text, 'reason', 'Wedding')) where id = $1`,
      [vendorId, shareDate],
    )
    expect(await nextRound(market, cycleId)).toBe(null)
    expect(await cycleOf(cycleId)).toMatchObject({ status: 'running', next_share_date: addDays(shareDate, 7) })
    expect((await noticesOf(ownerId)).at(-1)).toMatch(/closed on the sharing day/)
  })

  test('waits while the market opens no group buys, and ends with its product', async () => {
    const { cycleId, productId } = await repeatedBuy(market)
    await moved(`insert into public.settings (key, value, note) values ('pause_group_buys', '1', 'A test')`, [])
    expect(await nextRound(market, cycleId)).toBe(null)
    expect((await cycleOf(cycleId)).status).toBe('running')
    await moved(`insert into public.settings (key, value, note) values ('pause_group_buys', '0', 'A test')`, [])
    await moved('update public.products set archived_at = now() where id = $1', [productId])
    await runCycles(market)
    expect((await cycleOf(cycleId)).status).toBe('ended')
  })
})

describe('nobody but the shop', () => {
  test('repeats its group buys, or changes that', async () => {
    const { cycleId, shareDate } = await repeatedBuy(market)
    const { buyId } = await market.buy()
    const { ownerId: rival } = await market.buy()
    for (const as of [rival, await market.person(), await market.person({ role: 'chief' })]) {
      expect((await market.call('repeat-group-buy', { group_buy_id: buyId, period: 'week' }, { as })).body.code).toBe(
        'buy_not_found',
      )
      expect((await change(cycleId, as, 'end', shareDate)).body.code).toBe('cycle_not_found')
    }
    for (const as of [rival, await market.person()])
      expect((await asPerson(market.db, as, `select from public.buy_cycles where id = '${cycleId}'`)).count).toBe(0)
  })

  test('and it repeats a product once, published, and while it may sell', async () => {
    const { buyId, ownerId, vendorId, cycleId } = await repeatedBuy(market)
    const repeat = (id: string, as: string) =>
      market.call('repeat-group-buy', { group_buy_id: id, period: 'month' }, { as })
    expect((await repeat(buyId, ownerId)).body.code).toBe('cycle_exists')
    const { buyId: draft, ownerId: other } = await market.buy()
    await moved(`update public.group_buys set status = 'draft', published_at = null where id = $1`, [draft])
    expect((await repeat(draft, other)).body.code).toBe('never_published')
    await market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [vendorId])
    const { next_share_date: shareDate } = await cycleOf(cycleId)
    expect((await change(cycleId, ownerId, 'pause', shareDate)).status).toBe(200)
    expect((await change(cycleId, ownerId, 'resume', shareDate)).body.code).toBe('shop_is_suspended')
  })

  test('presses twice at once', async () => {
    const { buyId, ownerId } = await market.buy()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        market.call('repeat-group-buy', { group_buy_id: buyId, period: 'week' }, { as: ownerId }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })
})
