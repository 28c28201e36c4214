import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { decisionInput, openClaimMarket } from '#server/testing/goods/claim-market.ts'
import { fileClaim, passDeadline, uploadEvidence } from '#server/testing/goods/handed-over.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'

let shop: Awaited<ReturnType<typeof openClaimMarket>>
beforeAll(async () => {
  shop = await openClaimMarket(18)
})
afterEach(async () => expect(await auditFaults(shop.market)).toEqual([]))
afterAll(() => shop.market.close())

describe('making a claim', () => {
  test('repeated and concurrent claims are one claim; a second claim about the same goods is refused', async () => {
    const goods = await shop.nextGoods()
    const { body } = await fileClaim(shop.market, goods)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => shop.market.call('open-claim', body, { as: goods.buyer })),
    )
    expect(new Set(answers.map((answer) => answer.body.claim_id)).size).toBe(1)
    const { n } = await shop.market.row<{ n: number }>(
      'select count(*)::integer as n from public.claims where order_id = $1',
      [goods.orderId],
    )
    expect(n).toBe(1)
    await shop.accept(answers[0]?.body.claim_id)
    expect((await shop.market.call('open-claim', body, { as: goods.buyer })).body.code).toBe('claim_made')
  })

  test('half a unit is claimed for half of its price, and no more than that can be asked or decided', async () => {
    const goods = await shop.nextGoods()
    const half = { lines: [{ line_id: goods.lineId, quantity: 0.5 }] }
    const { worth } = await shop.market.row<{ worth: bigint }>(
      'select worth_kobo / quantity as worth from public.claimable_worth($1)',
      [goods.orderId],
    )
    const more = { ...half, requested_kobo: Number(worth) / 2 + 1 }
    expect((await fileClaim(shop.market, goods, more)).answer.body.code).toBe('claim_exceeds_value')
    const tooExact = { lines: [{ line_id: goods.lineId, quantity: 0.55 }] }
    expect((await fileClaim(shop.market, goods, tooExact)).answer.status).toBe(400)
    const { answer } = await fileClaim(shop.market, goods, half)
    const id: string = answer.body.claim_id
    expect(
      await shop.market.row('select quantity, exact_quantity::text from public.claim_lines where claim_id = $1', [id]),
    ).toEqual({ quantity: 1, exact_quantity: '0.5' })
    expect(
      await shop.market.row(
        'select requested_kobo, public.claim_worth_kobo(id) as worth from public.claims where id = $1',
        [id],
      ),
    ).toEqual({ requested_kobo: worth / 2n, worth: worth / 2n })
    await shop.market.call('withdraw-claim', { claim_id: id, text: '' }, { as: goods.buyer })
    const setUnit = (unit: string) =>
      shop.market.db.owner.query('update public.order_lines set unit = $2 where id = $1', [goods.lineId, unit])
    await setUnit('tuber')
    expect((await fileClaim(shop.market, goods, half)).answer.body.code).toBe('claim_part_of_unit')
    await setUnit('bag')
  })

  test('is possible for 72 hours for rice and 12 for perishables, to the second', async () => {
    const goods = await shop.nextGoods()
    const at = async (seconds: number, category: string) => {
      await shop.market.db.owner.query(
        `update public.products set category = $2 where id = (select product_id from public.order_lines where id = $1)`,
        [goods.lineId, category],
      )
      const hours = category === 'grains' ? 72 : 12
      await withoutTriggers(shop.market.db.owner, (client) =>
        client.query(
          `update public.hand_overs set done_at = clock_timestamp() - make_interval(hours => $2, secs => $3) where id = $1`,
          [goods.handOverId, hours, seconds],
        ),
      )
      const { answer } = await fileClaim(shop.market, goods)
      if (answer.status === 200) {
        await shop.market.call('withdraw-claim', { claim_id: answer.body.claim_id, text: '' }, { as: goods.buyer })
      }
      return answer.body.code ?? 'taken'
    }
    // Minutes, not seconds, before the deadline, to allow for slow machines.
    expect(await at(-600, 'grains')).toBe('taken')
    expect(await at(1, 'grains')).toBe('claim_too_late')
    expect(await at(-600, 'vegetables')).toBe('taken')
    expect(await at(1, 'vegetables')).toBe('claim_too_late')
    await shop.market.db.owner.query(`update public.products set category = 'grains'`)
  })

  test('missing goods can be claimed for seven days from the day they were due', async () => {
    const { buyer, orderId } = shop.nextOrder()
    const line = await shop.market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [
      orderId,
    ])
    const share = async (days: number) => {
      await withoutTriggers(shop.market.db.owner, (client) =>
        client.query(
          `update public.group_buys set share_date = (now() at time zone 'Africa/Lagos')::date - $2::integer where id = (select group_buy_id from public.orders where id = $1)`,
          [orderId, days],
        ),
      )
    }
    const tryOn = async (days: number) => {
      await share(days)
      return (await fileClaim(shop.market, { buyer, orderId, lineId: line.id, handOverId: null })).answer.body
    }
    expect((await tryOn(0)).code).toBe('claim_too_early')
    expect((await tryOn(8)).code).toBe('claim_too_late')
    const { claim_id } = await tryOn(7)
    expect(claim_id).toEqual(expect.any(String))
    await share(-20)
    await shop.accept(claim_id)
    await shop.clock()
    // One of two units with its part of the fee, from escrow.
    expect(await shop.returned(orderId)).toBe((await claimedKobo(claim_id)) as number)
  })

  test('invalid input is refused with a message, and nothing is written', async () => {
    const goods = await shop.nextGoods()
    const codes: Record<string, Record<string, unknown>> = {
      claim_reason_wrong: { reason: 'not_received' },
      claim_exceeds_units: { lines: [{ line_id: goods.lineId, quantity: 3 }] },
      claim_empty: { lines: [{ line_id: crypto.randomUUID(), quantity: 1 }] },
      claim_exceeds_value: { requested_kobo: 99_999_999 },
      evidence_unknown: { evidence: [`${goods.buyer}/nothing`] },
    }
    for (const [code, request] of Object.entries(codes)) {
      expect((await fileClaim(shop.market, goods, request)).answer.body.code).toBe(code)
    }
    for (const request of [
      { evidence: [] },
      { text: 'Bad' },
      { lines: [] },
      { lines: [{ line_id: goods.lineId, quantity: 0 }] },
      { lines: [goods.lineId, goods.lineId].map((line_id) => ({ line_id, quantity: 1 })) },
      { reason: 'dislike' },
      { requested_kobo: 0 },
    ]) {
      expect((await fileClaim(shop.market, goods, request)).answer.status).toBe(400)
    }
    // Another person's picture cannot be used as evidence.
    const foreign = await uploadEvidence(shop.market, shop.staff.handler)
    expect((await fileClaim(shop.market, goods, { evidence: [foreign] })).answer.body.code).toBe('evidence_unknown')
    const { n } = await shop.market.row<{ n: number }>(
      'select count(*)::integer as n from public.claims where order_id = $1',
      [goods.orderId],
    )
    expect(n).toBe(0)
  })

  test('other users get order_not_found and claim_not_found', async () => {
    const goods = await shop.nextGoods()
    const { body } = await fileClaim(shop.market, goods, { text: 'short' })
    const otherUser = await shop.market.person()
    const full = { ...body, text: 'Half of the bag is wet.', evidence: [await uploadEvidence(shop.market, otherUser)] }
    expect((await shop.market.call('open-claim', full, { as: otherUser })).body.code).toBe('order_not_found')
    const id = await shop.opened(goods)
    const { ownerId: rival } = await shop.market.shop({ state: 'Kano' })
    for (const as of [otherUser, rival, await shop.market.person({ role: 'manager' })]) {
      const calls = [
        shop.market.call('answer-claim', { claim_id: id, answer: 'accept', text: '', evidence: [] }, { as }),
        shop.market.call('withdraw-claim', { claim_id: id, text: '' }, { as }),
        shop.market.call('appeal-claim', { claim_id: id, text: 'I want that too.' }, { as }),
        shop.market.call('propose-decision', decisionInput(id), { as }),
        shop.market.call('decide-claim', decisionInput(id), { as }),
        shop.market.call('decide-appeal', decisionInput(id), { as }),
      ]
      for (const { status, body: answer } of await Promise.all(calls)) {
        expect([status, answer.code]).toEqual([404, 'claim_not_found'])
      }
    }
  })
})

const claimedKobo = async (id: string) =>
  Number(
    (await shop.market.row<{ kobo: bigint }>('select requested_kobo as kobo from public.claims where id = $1', [id]))
      .kobo,
  )

describe('the course of a claim', () => {
  test('accepted: the requested amount is refunded with its part of the fee, once', async () => {
    const goods = await shop.nextGoods()
    const id = await shop.opened(goods, { requested_kobo: 1_000_000 })
    expect((await shop.accept(id)).body).toEqual({ claim_id: id, status: 'upheld' })
    await Promise.all([shop.clock(), shop.clock(), shop.clock()])
    expect(await shop.claim(id)).toMatchObject({ status: 'upheld', payer: 'vendor', ended: true, paid: true })
    expect(await shop.returned(goods.orderId)).toBe(1_000_000)
    const back = await shop.market.row<{ kobo: bigint; hand_over_id: string }>(
      'select goods_kobo + fee_kobo as kobo, hand_over_id from public.partial_refunds where order_id = $1',
      [goods.orderId],
    )
    expect([Number(back.kobo), back.hand_over_id]).toEqual([1_025_000, goods.handOverId])
  })

  test('a confirmed replacement moves no money, a missing one becomes a refund', async () => {
    const goods = await shop.nextGoods()
    const id = await shop.opened(goods, { preferred_outcome: 'replacement' })
    await shop.accept(id)
    await shop.clock()
    expect(await shop.claim(id)).toMatchObject({ outcome: 'replacement', kobo: 0, ended: false, paid: false })
    await shop.market.call('confirm-replacement', { claim_id: id }, { as: goods.buyer })
    await shop.clock()
    expect(await shop.claim(id)).toMatchObject({ outcome: 'replacement', kobo: 0, ended: true, paid: false })
    expect(await shop.returned(goods.orderId)).toBe(0)
    const other = await shop.opened(undefined, { preferred_outcome: 'replacement' })
    await passDeadline(shop.market, other, 'answer_by')
    await shop.clock()
    expect(await shop.claim(other)).toMatchObject({ status: 'upheld', outcome: 'refund' })
  })

  test('an unanswered claim is upheld, and refunded once the time to appeal is over', async () => {
    const goods = await shop.nextGoods()
    const id = await shop.opened(goods)
    await shop.clock()
    expect((await shop.claim(id)).status).toBe('open')
    await passDeadline(shop.market, id, 'answer_by')
    expect((await shop.accept(id)).body.code).toBe('claim_answer_late')
    await shop.clock()
    expect(await shop.claim(id)).toMatchObject({ status: 'upheld', ended: false })
    await passDeadline(shop.market, id, 'appeal_by')
    await shop.clock()
    await shop.clock()
    expect(await shop.claim(id)).toMatchObject({ status: 'upheld', ended: true, paid: true })
    expect(await shop.returned(goods.orderId)).toBe(await claimedKobo(id))
  })

  test('of concurrent answers and the job one wins, and money moves once', async () => {
    const goods = await shop.nextGoods()
    const id = await shop.opened(goods)
    await shop.market.db.owner.query(
      `update public.claims set answer_by = clock_timestamp() + interval '20 milliseconds' where id = $1`,
      [id],
    )
    await Promise.all(Array.from({ length: 12 }, (_, turn) => (turn % 3 === 0 ? shop.clock() : shop.accept(id))))
    await shop.clock()
    const { n } = await shop.market.row<{ n: number }>(
      `select count(*)::integer as n from public.claim_events where claim_id = $1 and kind in ('accepted', 'unanswered')`,
      [id],
    )
    expect(n).toBe(1)
    await shop.market.db.owner.query(`update public.claims set appeal_by = null where id = $1`, [id])
    await Promise.all([shop.clock(), shop.clock(), shop.clock()])
    expect(await shop.returned(goods.orderId)).toBe(await claimedKobo(id))
  })

  test('a whole dispute: contested, proposed, decided, appealed and finally decided', async () => {
    const goods = await shop.nextGoods()
    const id = await shop.opened(goods)
    expect((await shop.contest(id)).body.status).toBe('disputed')
    expect((await shop.market.call('decide-claim', decisionInput(id), { as: shop.staff.coordinator })).body.code).toBe(
      'proposal_first',
    )
    expect(
      (await shop.market.call('propose-decision', decisionInput(id), { as: shop.staff.manager })).body.status,
    ).toBe('proposed')
    const proposed = decisionInput(id, { outcome: 'rejected', goods_kobo: 0 })
    expect((await shop.market.call('decide-claim', proposed, { as: shop.staff.coordinator })).body.status).toBe(
      'rejected',
    )
    await shop.clock()
    expect(await shop.claim(id)).toMatchObject({ status: 'rejected', ended: false })
    const why = { claim_id: id, text: 'Look at the second picture.' }
    expect((await shop.market.call('appeal-claim', why, { as: goods.buyer })).body.status).toBe('appealed')
    expect((await shop.market.call('appeal-claim', why, { as: shop.ownerId })).body.code).toBe('claim_status_changed')
    const final = decisionInput(id, { goods_kobo: 500_000 })
    expect((await shop.market.call('decide-appeal', final, { as: shop.staff.chief })).body.status).toBe('upheld_final')
    await shop.clock()
    expect(await shop.returned(goods.orderId)).toBe(500_000)
    const events = await shop.market.db.owner.query(
      'select kind, part from public.claim_events where claim_id = $1 order by created_at',
      [id],
    )
    expect(events.rows.map(({ kind, part }) => `${part} ${kind}`)).toEqual([
      'buyer opened',
      'vendor contested',
      'manager proposed',
      'coordinator decided',
      'buyer appealed',
      'chief appeal_decided',
      'clock carried_out',
    ])
  })

  test('a coordinator decides alone once the manager’s day has passed; an appeal comes too late', async () => {
    const goods = await shop.nextGoods()
    const id = await shop.opened(goods)
    await shop.contest(id)
    await passDeadline(shop.market, id, 'propose_by')
    const rejected = decisionInput(id, { outcome: 'rejected', goods_kobo: 0 })
    expect((await shop.market.call('decide-claim', rejected, { as: shop.staff.coordinator })).status).toBe(200)
    await passDeadline(shop.market, id, 'appeal_by')
    const late = await shop.market.call('appeal-claim', { claim_id: id, text: 'But it was wet.' }, { as: goods.buyer })
    expect(late.body.code).toBe('appeal_too_late')
    await shop.clock()
    expect(await shop.claim(id)).toMatchObject({ status: 'rejected', ended: true, paid: false })
    expect(await shop.returned(goods.orderId)).toBe(0)
  })

  test('of two concurrent decisions one is effective', async () => {
    const id = await shop.opened()
    await shop.contest(id)
    await shop.market.call('propose-decision', decisionInput(id), { as: shop.staff.manager })
    const second = await shop.market.person({ role: 'coordinator' })
    const answers = await Promise.all([
      shop.market.call('decide-claim', decisionInput(id), { as: shop.staff.coordinator }),
      shop.market.call('decide-claim', decisionInput(id, { outcome: 'rejected', goods_kobo: 0 }), { as: second }),
      shop.market.call('withdraw-claim', { claim_id: id, text: '' }, { as: shop.staff.handler }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 409])
  })

  test('the time to appeal is a setting', async () => {
    const days = async () => {
      const id = await shop.opened()
      await shop.contest(id)
      await passDeadline(shop.market, id, 'propose_by')
      await shop.market.call('decide-claim', decisionInput(id), { as: shop.staff.coordinator })
      return shop.market.row<{ as_set: boolean; appeal_by: Date }>(
        `select appeal_by = public.business_deadline(decided_at, public.whole_setting('claim_appeal_days')) as as_set, appeal_by from public.claims where id = $1`,
        [id],
      )
    }
    const before = await days()
    await shop.market.db.owner.query(`insert into public.settings (key, value) values ('claim_appeal_days', '10')`)
    const after = await days()
    expect([before.as_set, after.as_set]).toEqual([true, true])
    expect(after.appeal_by).not.toEqual(before.appeal_by)
    const wrong = `insert into public.settings (key, value, effective_from) values ('claim_appeal_days', '0', now() + interval '1 day')`
    await expect(shop.market.db.owner.query(wrong)).rejects.toThrow('1 to 20')
  })
})
