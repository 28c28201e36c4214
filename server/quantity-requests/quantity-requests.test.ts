import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { writeError } from '#database/tests/setup/write-error.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(async () => {
  expect(market.faults).toEqual([])
  await market.close()
})

/** A buy of which one person may take three. */
const boundedBuy = (target = 30) =>
  market.buy({ target_quantity: target, max_quantity: 3, min_participants: 1, price_tiers: '[]' })
const ask = (group_buy_id: string, quantity: number, as: string) =>
  market.call('request-quantity', { group_buy_id, quantity, note: 'For a wedding' }, { as })
const answer = (id: string, quantity: number, as: string, given = 'grant', reason = '') =>
  market.call('answer-quantity-request', { quantity_request_id: id, quantity, answer: given, reason }, { as })
const join = (group_buy_id: string, quantity: number, as: string) =>
  market.call('join-group-buy', { group_buy_id, quantity }, { as })
const statusOf = async (id: string) =>
  (await market.row<{ status: string }>('select status from public.quantity_requests where id = $1', [id])).status

describe('a request for more', () => {
  test('that the shop grants is the person’s own maximum, and nobody else’s', async () => {
    const { buyId, ownerId } = await boundedBuy()
    const [buyer, other] = [await market.person(), await market.person()]
    expect((await join(buyId, 10, buyer)).body.code).toBe('quantity_above_maximum')
    const { body } = await ask(buyId, 6, buyer)
    expect((await join(buyId, 6, buyer)).body.code).toBe('quantity_above_maximum')
    expect(
      (
        await asPerson(
          market.db,
          ownerId,
          'select person_name, quantity, own_quantity, free_quantity from public.requested_quantities',
        )
      ).rows,
    ).toEqual([{ person_name: 'Ngozi Bello', quantity: 6, own_quantity: 0, free_quantity: 30 }])
    expect((await answer(body.quantity_request_id, 6, ownerId)).status).toBe(200)
    expect((await join(buyId, 6, other)).body.code).toBe('quantity_above_maximum')
    expect((await join(buyId, 7, buyer)).body.code).toBe('quantity_above_maximum')
    expect((await join(buyId, 5, buyer)).status).toBe(200)
    expect((await join(buyId, 1, buyer)).status).toBe(200)
    expect((await join(buyId, 1, buyer)).body.code).toBe('quantity_above_maximum')
    await market.relay()
    const notices = (await asPerson(market.db, buyer, 'select title from public.notices')).rows
    expect(notices.map(({ title }) => title)).toContain('The shop agreed: Ofada rice')
  })

  test('is answered by the owner of that shop alone, and not in the own case', async () => {
    const { buyId, ownerId } = await boundedBuy()
    const { ownerId: rival } = await boundedBuy()
    const buyer = await market.person()
    const { body } = await ask(buyId, 5, buyer)
    const id = body.quantity_request_id
    for (const as of [rival, await market.person(), await market.person({ role: 'chief' })]) {
      expect((await answer(id, 5, as)).status).toBe(404)
      expect((await asPerson(market.db, as, `select from public.quantity_requests where id = '${id}'`)).count).toBe(0)
    }
    expect((await answer(id, 5, buyer)).body.code).toBe('own_case')
    for (const person of [buyer, ownerId]) {
      await market.db.owner.query(
        `insert into public.addresses (user_id, label, recipient, phone, street, state, lga) values ($1, 'Home', 'Ngozi Bello', '+2348035550777', '7 Glover Road', 'Lagos', 'Ikeja')`,
        [person],
      )
    }
    expect((await answer(id, 5, ownerId)).body.code).toBe('own_case')
    expect((await ask(buyId, 5, ownerId)).status).toBe(403)
  })

  test('that was changed, declined, withdrawn or closed with the buy grants nothing', async () => {
    const { buyId, ownerId } = await boundedBuy()
    const buyer = await market.person()
    const { body } = await ask(buyId, 5, buyer)
    const id = body.quantity_request_id
    await ask(buyId, 12, buyer)
    expect((await answer(id, 5, ownerId)).body.code).toBe('request_changed')
    expect((await answer(id, 12, ownerId, 'decline')).status).toBe(400)
    expect((await answer(id, 12, ownerId, 'decline', 'Too few bags')).body.status).toBe('declined')
    expect((await answer(id, 12, ownerId)).body.code).toBe('request_not_open')
    const again = (await ask(buyId, 6, buyer)).body.quantity_request_id
    await market.call('withdraw-quantity-request', { group_buy_id: buyId }, { as: buyer })
    expect(await statusOf(again)).toBe('withdrawn')
    const last = (await ask(buyId, 6, buyer)).body.quantity_request_id
    await market.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The truck broke down' }, { as: ownerId })
    expect(await statusOf(last)).toBe('closed')
    expect((await answer(last, 6, ownerId)).body.code).toBe('request_not_open')
    expect((await ask(buyId, 6, buyer)).body.code).toBe('buy_not_active')
  })

  test('cannot be for more than the buy holds, or for what one may take anyway', async () => {
    const { buyId, ownerId } = await boundedBuy(10)
    const [buyer, other] = [await market.person(), await market.person()]
    expect((await ask(buyId, 3, buyer)).body.code).toBe('within_maximum')
    expect((await ask(buyId, 11, buyer)).body.code).toBe('more_than_the_buy_holds')
    const { body } = await ask(buyId, 9, buyer)
    await join(buyId, 3, other)
    expect((await answer(body.quantity_request_id, 9, ownerId)).body.code).toBe('more_than_the_buy_holds')
  })
})

describe('the database', () => {
  const refused = (sql: string, values: unknown[]) =>
    writeError(market.db.owner, async (client) => void (await client.query(sql, values)))

  test('refuses an order beyond the maximum that a command would let pass', async () => {
    const { buyId } = await boundedBuy()
    const buyer = await market.person()
    const { body } = await join(buyId, 3, buyer)
    expect(
      await refused('update public.orders set quantity = 4, total_amount = unit_price * 4 where id = $1', [
        body.order.id,
      ]),
    ).toMatch(/may not take so many/)
  })

  test.each([
    ['by somebody else', (facts: { stranger: string }) => [facts.stranger, 5]],
    ['of another quantity', (facts: { ownerId: string }) => [facts.ownerId, 6]],
  ])('refuses a grant %s', async (_, given) => {
    const { buyId, ownerId } = await boundedBuy()
    const { body } = await ask(buyId, 5, await market.person())
    const values = given({ ownerId, stranger: await market.person() })
    expect(
      await refused(
        `update public.quantity_requests set status = 'granted', ended_at = now(), decided_by = $2, quantity = $3 where id = $1`,
        [body.quantity_request_id, ...values],
      ),
    ).toMatch(/answered by the shop|cannot hold/)
  })
})

describe('at once', () => {
  test('two answers count once', async () => {
    const { buyId, ownerId } = await boundedBuy()
    const { body } = await ask(buyId, 5, await market.person())
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        answer(body.quantity_request_id, 5, ownerId, at % 2 ? 'decline' : 'grant', 'Too few bags'),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('grants and joins of many sell no unit twice', async () => {
    const { buyId, ownerId } = await boundedBuy(20)
    const buyers = await Promise.all(Array.from({ length: 5 }, () => market.person()))
    const requests = await Promise.all(buyers.map((as) => ask(buyId, 6, as)))
    await Promise.all(
      requests.flatMap(({ body }, at) => [
        answer(body.quantity_request_id, 6, ownerId),
        join(buyId, 6, buyers[at] ?? ''),
        join(buyId, 3, buyers[at] ?? ''),
      ]),
    )
    await Promise.all(buyers.map((as) => join(buyId, 3, as)))
    const { taken, counted } = await market.row<{ taken: number; counted: number }>(
      `select (select sum(quantity) from public.orders where group_buy_id = $1 and is_live)::integer as taken, current_quantity::integer as counted
       from public.group_buys where id = $1`,
      [buyId],
    )
    expect(taken).toBe(counted)
    expect(taken).toBeLessThanOrEqual(20)
  })
})
