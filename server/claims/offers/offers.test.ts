import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { openClaimMarket } from '#server/testing/goods/claim-market.ts'
import { type HandedOverOrder, passDeadline } from '#server/testing/goods/handed-over.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'

let shop: Awaited<ReturnType<typeof openClaimMarket>>
beforeAll(async () => {
  shop = await openClaimMarket(20)
})
afterEach(async () => expect(await auditFaults(shop.market)).toEqual([]))
afterAll(() => shop.market.close())

const answer = (claimId: string, as: string, more: Record<string, unknown> = {}) =>
  shop.market.call(
    'answer-offer',
    { claim_id: claimId, answer: 'accept', outcome: 'refund', goods_kobo: 30_000, text: '', ...more },
    { as },
  )
const withdraw = (claimId: string, as = shop.ownerId) =>
  shop.market.call('withdraw-offer', { claim_id: claimId }, { as })
const refunds = async ({ orderId }: HandedOverOrder) =>
  (
    await shop.market.db.owner.query<{ goods: bigint; back: bigint }>(
      `select goods_kobo as goods, goods_kobo + fee_kobo + delivery_kobo as back from public.partial_refunds where order_id = $1`,
      [orderId],
    )
  ).rows.map(({ goods, back }) => [Number(goods), Number(back)])

async function offered(more: Record<string, unknown> = {}) {
  const goods = await shop.nextGoods()
  const claimId = await shop.opened(goods)
  const made = await shop.offer(claimId, more)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return { goods, claimId }
}
const statusOf = async (claimId: string) => (await shop.claim(claimId)).status

test('an accepted offer ends the claim; its goods come back once, with their part of the fee, at the vendor’s cost', async () => {
  const { goods, claimId } = await offered()
  const shown = await shop.market.call(
    'preview-claim-refund',
    { claim_id: claimId, goods_kobo: 30_000 },
    { as: goods.buyer },
  )
  expect(shown.body).toMatchObject({ goods_kobo: 30_000, shop_loses_kobo: null })
  const accepts = await Promise.all(Array.from({ length: 20 }, () => answer(claimId, goods.buyer)))
  expect(accepts.filter(({ status }) => status === 200).length).toBe(1)
  expect(new Set(accepts.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['offer_over']),
  )
  await Promise.all([shop.clock(), shop.clock(), shop.clock()])
  expect(await shop.claim(claimId)).toEqual({
    status: 'upheld',
    outcome: 'refund',
    kobo: 30_000,
    payer: 'vendor',
    ended: true,
    paid: true,
  })
  expect(await refunds(goods)).toEqual([[30_000, shown.body.returned_kobo]])
  const appeal = { claim_id: claimId, text: 'I have thought about it again.' }
  for (const as of [goods.buyer, shop.ownerId])
    expect((await shop.market.call('appeal-claim', appeal, { as })).body.code).toBe('appeal_too_late')
})

test('a declined offer goes to staff, and one that is not answered in time as well; neither is ever paid by silence', async () => {
  const declined = await offered()
  expect((await answer(declined.claimId, declined.goods.buyer, { answer: 'decline' })).body.status).toBe('disputed')
  expect((await answer(declined.claimId, declined.goods.buyer)).body.code).toBe('offer_over')
  const silent = await offered()
  await shop.clock()
  expect(await statusOf(silent.claimId)).toBe('offered')
  await withoutTriggers(shop.market.db.owner, (client) =>
    client.query(`update public.claims set offer_by = clock_timestamp() - interval '1 second' where id = $1`, [
      silent.claimId,
    ]),
  )
  expect((await answer(silent.claimId, silent.goods.buyer)).body.code).toBe('offer_over')
  await Promise.all([shop.clock(), shop.clock()])
  expect(await statusOf(silent.claimId)).toBe('disputed')
  const { rows } = await shop.market.db.owner.query(
    `select kind, part from public.claim_events where claim_id = $1 order by created_at`,
    [silent.claimId],
  )
  expect(rows.at(-1)).toEqual({ kind: 'offer_lapsed', part: 'clock' })
  expect(rows.length).toBe(3)
  expect([await refunds(declined.goods), await refunds(silent.goods)]).toEqual([[], []])
})

test('an offer is above zero, below what was claimed, within what is left, and in whole pieces', async () => {
  const goods = await shop.nextGoods()
  const claimId = await shop.opened(goods, { lines: [{ line_id: goods.lineId, quantity: 2 }] })
  const { requested } = await shop.market.row<{ requested: bigint }>(
    'select requested_kobo as requested from public.claims where id = $1',
    [claimId],
  )
  const whole = Number(requested)
  const refused: [Record<string, unknown>, string | number][] = [
    [{ goods_kobo: whole }, 'offer_exceeds_claim'],
    [{ goods_kobo: whole + 1 }, 'offer_exceeds_claim'],
    [{ goods_kobo: 0 }, 'invalid_input'],
    [{ goods_kobo: -5 }, 'invalid_input'],
    [{ goods_kobo: 1.5 }, 'invalid_input'],
    [{ goods_kobo: null }, 'invalid_input'],
    [{ goods_kobo: 100, units: 1 }, 'invalid_input'],
    [{ goods_kobo: null, units: 2 }, 'offer_units_wrong'],
    [{ goods_kobo: null, units: -1 }, 'invalid_input'],
    [{ outcome: 'replacement' }, 'invalid_input'],
    [{ outcome: 'rejected' }, 'invalid_input'],
    [{ text: 'No' }, 'invalid_input'],
    [{ evidence: ['x/y'] }, 'evidence_unknown'],
  ]
  for (const [more, code] of refused)
    expect((await shop.offer(claimId, more)).body.code, JSON.stringify(more)).toBe(code)
  for (const as of [goods.buyer, (await shop.market.shop()).ownerId, shop.staff.chief])
    expect((await shop.offer(claimId, {}, as)).body.code).toBe('claim_not_found')
  expect((await shop.offer(claimId, { goods_kobo: null, units: 1 })).body).toMatchObject({
    status: 'offered',
    goods_kobo: whole / 2,
  })
  expect((await shop.offer(claimId)).body.code).toBe('claim_answered')
  expect((await shop.accept(claimId)).body.code).toBe('claim_answered')
})

test('no more is offered than is left of the claimed goods, by the command and in the database', async () => {
  const goods = await shop.nextGoods()
  const claimId = await shop.opened(goods)
  const setReturned = (sql: string) =>
    withoutTriggers(shop.market.db.owner, (client) =>
      client.query(`update public.orders set returned_goods_kobo = ${sql} where id = $1`, [goods.orderId]),
    )
  const { before } = await shop.market.row<{ before: bigint }>(
    'select returned_goods_kobo as before from public.orders where id = $1',
    [goods.orderId],
  )
  await setReturned('(total_amount * 100)::bigint - 40000')
  expect((await shop.offer(claimId)).body.code).toBe('offer_exceeds_left')
  await expect(
    shop.market.moved(
      'vendor',
      `update public.claims set status = 'offered', offered_outcome = 'refund', offered_kobo = 20001, offered_at = now(), offers = offers + 1, offer_by = now() + interval '1 day' where id = $1`,
      [claimId],
    ),
  ).rejects.toThrow('No more is offered than is left')
  expect((await shop.offer(claimId, { goods_kobo: 20_000 })).status).toBe(200)
  await setReturned(String(before))
})

test('a replacement can be offered for money; accepted, it is awaited and becomes money if it does not come', async () => {
  const { goods, claimId } = await offered({ outcome: 'replacement', goods_kobo: null })
  expect((await answer(claimId, goods.buyer)).body.code).toBe('offer_changed')
  expect((await answer(claimId, goods.buyer, { outcome: 'replacement', goods_kobo: 0 })).status).toBe(200)
  await shop.clock()
  expect(await shop.claim(claimId)).toMatchObject({ status: 'upheld', outcome: 'replacement', ended: false })
  const other = await shop.opened(await shop.nextGoods(), { preferred_outcome: 'replacement' })
  expect((await shop.offer(other, { outcome: 'replacement', goods_kobo: null })).body.code).toBe('offer_is_request')
})

test('an offer that is withdrawn cannot be accepted; the claim is to be answered again, and silence upholds it', async () => {
  const { goods, claimId } = await offered()
  expect((await withdraw(claimId, goods.buyer)).body.code).toBe('claim_not_found')
  expect((await withdraw(claimId)).body.status).toBe('open')
  expect((await withdraw(claimId)).body.code).toBe('offer_over')
  expect((await answer(claimId, goods.buyer)).body.code).toBe('offer_over')
  // A lower offer than the one on the buyer's screen is not accepted by their press.
  await shop.offer(claimId, { goods_kobo: 100 })
  expect((await answer(claimId, goods.buyer)).body.code).toBe('offer_changed')
  await withdraw(claimId)
  await shop.offer(claimId)
  await withdraw(claimId)
  expect((await shop.offer(claimId)).body.code).toBe('offers_spent')
  await passDeadline(shop.market, claimId, 'answer_by')
  await shop.clock()
  expect(await statusOf(claimId)).toBe('upheld')
  const late = await offered()
  await passDeadline(shop.market, late.claimId, 'answer_by')
  expect((await withdraw(late.claimId)).body.code).toBe('claim_answer_late')
  expect((await answer(late.claimId, late.goods.buyer)).status).toBe(200)
})

test('withdrawing and accepting at once ends in one of the two', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { goods, claimId } = await offered()
    const [taken, accepted] = await Promise.all([withdraw(claimId), answer(claimId, goods.buyer)])
    expect([taken.status, accepted.status].filter((status) => status === 200).length).toBe(1)
    await shop.clock()
    expect((await refunds(goods)).length).toBe(accepted.status === 200 ? 1 : 0)
  }
})

test('the database holds the bounds without the commands', async () => {
  const { claimId } = await offered()
  const write = (set: string, cause: string) =>
    shop.market.moved(cause, `update public.claims set ${set} where id = $1`, [claimId])
  const accepted = `status = 'upheld', outcome = 'refund', payer = 'vendor', decided_at = now()`
  for (const [set, cause] of [
    [`${accepted}, outcome_kobo = 30001`, 'buyer'],
    [`${accepted}, outcome_kobo = 30000, payer = 'platform'`.replace(`payer = 'vendor', `, ''), 'buyer'],
    [`${accepted}, outcome_kobo = 30000, appeal_by = now() + interval '1 day'`, 'buyer'],
    [`${accepted}, outcome_kobo = 30000`, 'vendor'],
    [`${accepted}, outcome_kobo = 30000`, 'clock'],
    [`offered_kobo = 1`, 'vendor'],
    [`status = 'disputed'`, 'clock'],
    [`status = 'disputed'`, 'vendor'],
  ] as const)
    await expect(write(set, cause), `${set} by ${cause}`).rejects.toThrow()
  const fresh = await shop.opened()
  const offer = (kobo: string, by = `now() + interval '1 day'`) =>
    shop.market.moved(
      'vendor',
      `update public.claims set status = 'offered', offered_outcome = 'refund', offered_kobo = ${kobo}, offered_at = now(), offers = offers + 1, offer_by = ${by} where id = $1`,
      [fresh],
    )
  await expect(offer('requested_kobo')).rejects.toThrow('offer_is_a_part')
  await expect(offer('0')).rejects.toThrow('offer_is_a_part')
  await expect(offer('1', 'now()')).rejects.toThrow('while the vendor may answer')
  await passDeadline(shop.market, fresh, 'answer_by')
  await expect(offer('1')).rejects.toThrow('while the vendor may answer')
})
