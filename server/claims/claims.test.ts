import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CLAIM_STATES, claimMoves } from '#domain/claims/states.ts'
import { CLOCK } from '../clock/move-group-buys.ts'
import { releaseOrder } from '../payments/release-order.ts'
import { claimOf, evidenceOf, type HandedOver, handOver, letDaysPass } from '../testing/handed-over.ts'
import { openTestMarket, type TestMarket } from '../testing/market.ts'
import { faultsOf } from '../testing/money-market.ts'
import { type Joined, paidBuys } from '../testing/paid-buys.ts'
import { keepClaims } from './keep-claims.ts'

let market: TestMarket
let made: { vendorId: string; ownerId: string }
let staff: Record<'manager' | 'coordinator' | 'chief' | 'handler', string>
const orders: Joined[] = []
const nextOrder = (): Joined => orders.pop() ?? { buyer: '', orderId: '', dueKobo: 0 }
const nextGoods = async (facts: { hours?: number } = {}): Promise<HandedOver> =>
  handOver(market, { ...nextOrder(), handledBy: staff.handler, ...facts })
const clock = () => keepClaims(market.db.database, 'https://market.test')

beforeAll(async () => {
  market = await openTestMarket()
  const buys = paidBuys(market)
  staff = {
    manager: await market.person({ role: 'manager' }),
    coordinator: await market.person({ role: 'coordinator' }),
    chief: await market.person({ role: 'chief' }),
    handler: await market.person(),
  }
  await market.db.owner.query(`insert into public.manager_regions (manager_id, state) values ($1, 'Lagos')`, [
    staff.manager,
  ])
  // Two units each at ₦76,000 or less, 2.5% on top.
  const settled = await buys.settled(34, { quantity: 2 })
  made = settled
  orders.push(...settled.orders)
})
afterEach(async () => expect(await faultsOf(market)).toEqual([]))
afterAll(() => market.close())

const claim = (id: string) =>
  market.row<Record<string, unknown>>(
    `select status, outcome, outcome_kobo::integer as kobo, payer, ended_at is not null as ended, return_id is not null as paid from public.claims where id = $1`,
    [id],
  )
const opened = async (goods?: HandedOver, wish: Record<string, unknown> = {}): Promise<string> => {
  const { answer } = await claimOf(market, goods ?? (await nextGoods()), wish)
  expect(answer.body).toEqual({ claim_id: expect.any(String) })
  return answer.body.claim_id
}
const said = (claimId: string, more: Record<string, unknown> = {}) => ({
  ...{ claim_id: claimId, outcome: 'refund', goods_kobo: 100_000, payer: 'vendor', reason: 'The pictures show it.' },
  ...more,
})
const contest = (claimId: string) =>
  market.call(
    'answer-claim',
    { claim_id: claimId, answer: 'contest', text: 'The bag was dry when it left us.', evidence: [] },
    { as: made.ownerId },
  )
const accept = (claimId: string) =>
  market.call('answer-claim', { claim_id: claimId, answer: 'accept', text: '', evidence: [] }, { as: made.ownerId })
const returned = async (orderId: string) =>
  Number(
    (await market.row<{ kobo: bigint }>('select goods_back_kobo as kobo from public.orders where id = $1', [orderId]))
      .kobo,
  )

describe('making a claim', () => {
  test('the same claim twice is one, many at once too; a second claim about the goods is none', async () => {
    const goods = await nextGoods()
    const { body } = await claimOf(market, goods)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => market.call('open-claim', body, { as: goods.buyer })),
    )
    expect(new Set(answers.map((answer) => answer.body.claim_id)).size).toBe(1)
    const { n } = await market.row<{ n: number }>(
      'select count(*)::integer as n from public.claims where order_id = $1',
      [goods.orderId],
    )
    expect(n).toBe(1)
    await accept(answers[0]?.body.claim_id)
    expect((await market.call('open-claim', body, { as: goods.buyer })).body.code).toBe('claim_made')
  })

  test('time ends it to the second: 72 hours for rice, 12 for what perishes', async () => {
    const goods = await nextGoods()
    const at = async (seconds: number, category: string) => {
      await market.db.owner.query(
        `update public.products set category = $2 where id = (select product_id from public.order_lines where id = $1)`,
        [goods.lineId, category],
      )
      const hours = category === 'grains' ? 72 : 12
      const client = await market.db.owner.connect()
      await client.query(`begin; set local session_replication_role = 'replica'`)
      await client.query(
        `update public.hand_overs set done_at = clock_timestamp() - make_interval(hours => $2, secs => $3) where id = $1`,
        [goods.handOverId, hours, seconds],
      )
      await client.query('commit')
      client.release()
      const { answer } = await claimOf(market, goods)
      if (answer.status === 200) {
        await market.call('withdraw-claim', { claim_id: answer.body.claim_id, text: '' }, { as: goods.buyer })
      }
      return answer.body.code ?? 'taken'
    }
    // Minutes, not seconds, on the near side: the slowest machine takes its time.
    expect(await at(-600, 'grains')).toBe('taken')
    expect(await at(1, 'grains')).toBe('claim_too_late')
    expect(await at(-600, 'vegetables')).toBe('taken')
    expect(await at(1, 'vegetables')).toBe('claim_too_late')
    await market.db.owner.query(`update public.products set category = 'grains'`)
  })

  test('what never came is claimed from the day it was due, for seven days', async () => {
    const { buyer, orderId } = nextOrder()
    const line = await market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [orderId])
    const share = async (days: number) => {
      const client = await market.db.owner.connect()
      await client.query(`begin; set local session_replication_role = 'replica'`)
      await client.query(
        `update public.group_buys set share_date = (now() at time zone 'Africa/Lagos')::date - $2::integer where id = (select group_buy_id from public.orders where id = $1)`,
        [orderId, days],
      )
      await client.query('commit')
      client.release()
    }
    const tryOn = async (days: number) => {
      await share(days)
      return (await claimOf(market, { buyer, orderId, lineId: line.id, handOverId: null })).answer.body
    }
    expect((await tryOn(0)).code).toBe('claim_too_early')
    expect((await tryOn(8)).code).toBe('claim_too_late')
    const { claim_id } = await tryOn(7)
    expect(claim_id).toEqual(expect.any(String))
    await share(-20)
    await accept(claim_id)
    await clock()
    // One of two units, and its part of the fee, from what was held.
    expect(await returned(orderId)).toBe((await claimedKobo(claim_id)) as number)
  })

  test('bad input has its words, and nothing is written', async () => {
    const goods = await nextGoods()
    const codes: Record<string, Record<string, unknown>> = {
      claim_reason_wrong: { reason: 'not_received' },
      claim_beyond_units: { lines: [{ line_id: goods.lineId, quantity: 3 }] },
      claim_names_nothing: { lines: [{ line_id: crypto.randomUUID(), quantity: 1 }] },
      claim_beyond_worth: { asked_kobo: 99_999_999 },
      evidence_unknown: { evidence: [`${goods.buyer}/nothing`] },
    }
    for (const [code, wish] of Object.entries(codes)) {
      expect((await claimOf(market, goods, wish)).answer.body.code).toBe(code)
    }
    for (const wish of [
      { evidence: [] },
      { text: 'Bad' },
      { lines: [] },
      { lines: [{ line_id: goods.lineId, quantity: 0 }] },
      { lines: [goods.lineId, goods.lineId].map((line_id) => ({ line_id, quantity: 1 })) },
      { reason: 'dislike' },
      { asked_kobo: 0 },
    ]) {
      expect((await claimOf(market, goods, wish)).answer.status).toBe(400)
    }
    // Somebody else's picture is no evidence of one's own.
    const foreign = await evidenceOf(market, staff.handler)
    expect((await claimOf(market, goods, { evidence: [foreign] })).answer.body.code).toBe('evidence_unknown')
    const { n } = await market.row<{ n: number }>(
      'select count(*)::integer as n from public.claims where order_id = $1',
      [goods.orderId],
    )
    expect(n).toBe(0)
  })

  test('a stranger finds no order and no claim', async () => {
    const goods = await nextGoods()
    const { body } = await claimOf(market, goods, { text: 'short' })
    const stranger = await market.person()
    const full = { ...body, text: 'Half of the bag is wet.', evidence: [await evidenceOf(market, stranger)] }
    expect((await market.call('open-claim', full, { as: stranger })).body.code).toBe('order_not_found')
    const id = await opened(goods)
    const { ownerId: rival } = await market.shop({ state: 'Kano' })
    for (const as of [stranger, rival, await market.person({ role: 'manager' })]) {
      const calls = [
        market.call('answer-claim', { claim_id: id, answer: 'accept', text: '', evidence: [] }, { as }),
        market.call('withdraw-claim', { claim_id: id, text: '' }, { as }),
        market.call('appeal-claim', { claim_id: id, text: 'I want that too.' }, { as }),
        market.call('propose-decision', said(id), { as }),
        market.call('decide-claim', said(id), { as }),
        market.call('decide-appeal', said(id), { as }),
      ]
      for (const { status, body: answer } of await Promise.all(calls)) {
        expect([status, answer.code]).toEqual([404, 'claim_not_found'])
      }
    }
  })
})

const claimedKobo = async (id: string) =>
  Number((await market.row<{ kobo: bigint }>('select asked_kobo as kobo from public.claims where id = $1', [id])).kobo)

describe('the course of a claim', () => {
  test('accepted: what was asked comes back with its part of the fee, once', async () => {
    const goods = await nextGoods()
    const id = await opened(goods, { asked_kobo: 1_000_000 })
    expect((await accept(id)).body).toEqual({ claim_id: id, status: 'upheld' })
    await Promise.all([clock(), clock(), clock()])
    expect(await claim(id)).toMatchObject({ status: 'upheld', payer: 'vendor', ended: true, paid: true })
    expect(await returned(goods.orderId)).toBe(1_000_000)
    const back = await market.row<{ kobo: bigint; hand_over_id: string }>(
      'select goods_kobo + fee_kobo as kobo, hand_over_id from public.order_returns where order_id = $1',
      [goods.orderId],
    )
    expect([Number(back.kobo), back.hand_over_id]).toEqual([1_025_000, goods.handOverId])
  })

  test('a replacement moves no money, and the vendor’s silence turns it into money', async () => {
    const goods = await nextGoods()
    const id = await opened(goods, { wish: 'replacement' })
    await accept(id)
    await clock()
    expect(await claim(id)).toMatchObject({ outcome: 'replacement', kobo: 0, ended: true, paid: false })
    const other = await opened(undefined, { wish: 'replacement' })
    await letDaysPass(market, other, 'answer_by')
    await clock()
    expect(await claim(other)).toMatchObject({ status: 'upheld', outcome: 'refund' })
  })

  test('silence upholds, and once nobody can appeal any more it is paid', async () => {
    const goods = await nextGoods()
    const id = await opened(goods)
    await clock()
    expect((await claim(id)).status).toBe('open')
    await letDaysPass(market, id, 'answer_by')
    expect((await accept(id)).body.code).toBe('claim_answer_late')
    await clock()
    expect(await claim(id)).toMatchObject({ status: 'upheld', ended: false })
    await letDaysPass(market, id, 'appeal_by')
    await clock()
    await clock()
    expect(await claim(id)).toMatchObject({ status: 'upheld', ended: true, paid: true })
    expect(await returned(goods.orderId)).toBe(await claimedKobo(id))
  })

  test('a vendor’s answers and the clock at the same moment: one of them, and money once', async () => {
    const goods = await nextGoods()
    const id = await opened(goods)
    await market.db.owner.query(
      `update public.claims set answer_by = clock_timestamp() + interval '20 milliseconds' where id = $1`,
      [id],
    )
    await Promise.all(Array.from({ length: 12 }, (_, turn) => (turn % 3 === 0 ? clock() : accept(id))))
    await clock()
    const { n } = await market.row<{ n: number }>(
      `select count(*)::integer as n from public.claim_events where claim_id = $1 and kind in ('accepted', 'silent')`,
      [id],
    )
    expect(n).toBe(1)
    await market.db.owner.query(`update public.claims set appeal_by = null where id = $1`, [id])
    await Promise.all([clock(), clock(), clock()])
    expect(await returned(goods.orderId)).toBe(await claimedKobo(id))
  })

  test('a dispute to its end: contested, proposed, decided, appealed and decided for good', async () => {
    const goods = await nextGoods()
    const id = await opened(goods)
    expect((await contest(id)).body.status).toBe('disputed')
    expect((await market.call('decide-claim', said(id), { as: staff.coordinator })).body.code).toBe('proposal_first')
    expect((await market.call('propose-decision', said(id), { as: staff.manager })).body.status).toBe('proposed')
    const proposed = said(id, { outcome: 'rejected', goods_kobo: 0 })
    expect((await market.call('decide-claim', proposed, { as: staff.coordinator })).body.status).toBe('rejected')
    await clock()
    expect(await claim(id)).toMatchObject({ status: 'rejected', ended: false })
    const why = { claim_id: id, text: 'Look at the second picture.' }
    expect((await market.call('appeal-claim', why, { as: goods.buyer })).body.status).toBe('appealed')
    expect((await market.call('appeal-claim', why, { as: made.ownerId })).body.code).toBe('claim_moved_on')
    const final = said(id, { goods_kobo: 500_000 })
    expect((await market.call('decide-appeal', final, { as: staff.chief })).body.status).toBe('upheld_final')
    await clock()
    expect(await returned(goods.orderId)).toBe(500_000)
    const events = await market.db.owner.query(
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
    const goods = await nextGoods()
    const id = await opened(goods)
    await contest(id)
    await letDaysPass(market, id, 'propose_by')
    const rejected = said(id, { outcome: 'rejected', goods_kobo: 0 })
    expect((await market.call('decide-claim', rejected, { as: staff.coordinator })).status).toBe(200)
    await letDaysPass(market, id, 'appeal_by')
    const late = await market.call('appeal-claim', { claim_id: id, text: 'But it was wet.' }, { as: goods.buyer })
    expect(late.body.code).toBe('appeal_too_late')
    await clock()
    expect(await claim(id)).toMatchObject({ status: 'rejected', ended: true, paid: false })
    expect(await returned(goods.orderId)).toBe(0)
  })

  test('two who decide at once: one decision stands', async () => {
    const id = await opened()
    await contest(id)
    await market.call('propose-decision', said(id), { as: staff.manager })
    const second = await market.person({ role: 'coordinator' })
    const answers = await Promise.all([
      market.call('decide-claim', said(id), { as: staff.coordinator }),
      market.call('decide-claim', said(id, { outcome: 'rejected', goods_kobo: 0 }), { as: second }),
      market.call('withdraw-claim', { claim_id: id, text: '' }, { as: staff.handler }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 409])
  })

  test('how long one may appeal is a setting', async () => {
    const days = async () => {
      const id = await opened()
      await contest(id)
      await letDaysPass(market, id, 'propose_by')
      await market.call('decide-claim', said(id), { as: staff.coordinator })
      return market.row<{ as_set: boolean }>(
        `select appeal_by = public.business_deadline(decided_at, public.whole_setting('claim_appeal_days')) as as_set, appeal_by from public.claims where id = $1`,
        [id],
      )
    }
    const before = await days()
    await market.db.owner.query(`insert into public.settings (key, value) values ('claim_appeal_days', '10')`)
    const after = await days()
    expect([before.as_set, after.as_set]).toEqual([true, true])
    expect(after.appeal_by).not.toEqual(before.appeal_by)
    const wrong = `insert into public.settings (key, value, effective_from) values ('claim_appeal_days', '0', now() + interval '1 day')`
    await expect(market.db.owner.query(wrong)).rejects.toThrow('1 to 20')
  })
})

describe('money', () => {
  const earn = (orderId: string) => market.db.database.as(CLOCK, (tx) => releaseOrder(tx, orderId))
  const release = async ({ orderId, handOverId }: HandedOver) => {
    await earn(orderId)
    const client = await market.db.owner.connect()
    await client.query(`begin; set local session_replication_role = 'replica'`)
    await client.query('update public.hand_overs set released_at = now() where id = $1', [handOverId])
    await client.query('commit')
    client.release()
  }
  const balance = async () =>
    Number(
      (await market.row<{ kobo: bigint }>(`select ledger.balance_kobo('vendor', $1) as kobo`, [made.vendorId])).kobo,
    )
  const open = async (handOverId: string) =>
    (await market.row<{ held: boolean }>('select public.has_open_claim($1) as held', [handOverId])).held

  test('the payout of the hand-over waits while a claim is open, and of that hand-over alone', async () => {
    const [goods, other] = [await nextGoods(), await nextGoods()]
    const id = await opened(goods)
    expect([await open(goods.handOverId), await open(other.handOverId)]).toEqual([true, false])
    await contest(id)
    expect(await open(goods.handOverId)).toBe(true)
    await letDaysPass(market, id, 'propose_by')
    await market.call('decide-claim', said(id, { outcome: 'rejected', goods_kobo: 0 }), { as: staff.coordinator })
    expect(await open(goods.handOverId)).toBe(true)
    await letDaysPass(market, id, 'appeal_by')
    await clock()
    expect(await open(goods.handOverId)).toBe(false)
  })

  test('upheld after the release: the vendor’s balance pays, and the market what is not there', async () => {
    const goods = await nextGoods()
    await release(goods)
    const before = await balance()
    const id = await opened(goods, { asked_kobo: 1_000_000 })
    await accept(id)
    await clock()
    // The vendor's fee of 5% comes from the market, which had earned it.
    expect(before - (await balance())).toBe(950_000)
  })

  test('the hub’s fault is paid by the market, once the vendor has earned the goods', async () => {
    const goods = await nextGoods()
    const id = await opened(goods)
    await contest(id)
    await letDaysPass(market, id, 'propose_by')
    await market.call('decide-claim', said(id, { goods_kobo: 200_000, payer: 'hub' }), { as: staff.coordinator })
    await letDaysPass(market, id, 'appeal_by')
    await clock()
    expect(await claim(id)).toMatchObject({ ended: false })
    expect(await open(goods.handOverId)).toBe(false)
    await release(goods)
    const before = await balance()
    await clock()
    expect(await claim(id)).toMatchObject({ ended: true, paid: true, payer: 'hub' })
    expect(await balance()).toBe(before)
    expect(await returned(goods.orderId)).toBe(200_000)
  })

  test('all of an order comes back: it ends, and its refund is on its way', async () => {
    const goods = await nextGoods()
    const id = await opened(goods, { lines: [{ line_id: goods.lineId, quantity: 2 }] })
    await accept(id)
    await clock()
    const { status } = await market.row<{ status: string }>('select status from public.orders where id = $1', [
      goods.orderId,
    ])
    expect(status).toBe('refunding')
  })
})

describe('nobody decides in their own case', () => {
  const inCase = async (how: 'buyer' | 'owner' | 'staff' | 'former staff' | 'referrer' | 'handler') => {
    const judge = await market.person({ role: 'coordinator' })
    let order = nextOrder()
    if (how === 'buyer') {
      await market.db.owner.query(`update public.profiles set role = 'coordinator' where id = $1`, [order.buyer])
      order = { ...order }
    }
    const goods = await handOver(market, { ...order, handledBy: how === 'handler' ? judge : staff.handler })
    const id = await opened(goods)
    await contest(id)
    if (how === 'staff' || how === 'former staff') {
      await market.db.owner.query(
        `insert into public.memberships (person_id, vendor_id, duty, ended_at) values ($1, $2, 'hand-over', $3)`,
        [judge, made.vendorId, how === 'staff' ? null : new Date()],
      )
    }
    if (how === 'referrer') {
      await market.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [
        judge,
        goods.buyer,
      ])
    }
    await letDaysPass(market, id, 'propose_by')
    return { id, judge: how === 'buyer' ? goods.buyer : how === 'owner' ? made.ownerId : judge }
  }

  test.each(['buyer', 'owner', 'staff', 'former staff', 'referrer', 'handler'] as const)('not the %s', async (how) => {
    const { id, judge } = await inCase(how)
    if (how === 'owner')
      await market.db.owner.query(`update public.profiles set role = 'coordinator' where id = $1`, [judge])
    const answer = await market.call('decide-claim', said(id), { as: judge })
    expect(answer.body.code).toBe('own_case')
    // The table says so too, to whatever writes it.
    await expect(
      market.moved(
        'coordinator',
        `update public.claims set status = 'rejected', outcome = 'rejected', decided_by = $2 where id = $1`,
        [id, judge],
      ),
    ).rejects.toThrow('own case')
    await expect(
      market.moved('coordinator', `update public.claims set status = 'rejected', outcome = 'rejected' where id = $1`, [
        id,
      ]),
    ).rejects.toThrow('has its name')
    if (how === 'owner')
      await market.db.owner.query(`update public.profiles set role = 'vendor' where id = $1`, [judge])
    await market.db.owner.query('delete from public.referrals where referrer_id = $1', [judge])
  })

  test('whoever decided does not hear the appeal', async () => {
    const goods = await nextGoods()
    const id = await opened(goods)
    await contest(id)
    await letDaysPass(market, id, 'propose_by')
    const judge = await market.person({ role: 'coordinator' })
    await market.call('decide-claim', said(id), { as: judge })
    await market.call('appeal-claim', { claim_id: id, text: 'It was dry, I say.' }, { as: made.ownerId })
    await market.db.owner.query(`update public.profiles set role = 'chief' where id = $1`, [judge])
    expect((await market.call('decide-appeal', said(id), { as: judge })).body.code).toBe('own_decision')
    await market.db.owner.query(`update public.profiles set role = 'customer' where id = $1`, [judge])
  })
})

test('every state and every cause: the table moves only as the rule says', async () => {
  const id = await opened()
  const causes = [
    'buyer',
    'vendor',
    'hub',
    'manager',
    'coordinator',
    'chief',
    'content',
    'clock',
    'gateway',
    'operator',
  ]
  const client = await market.db.owner.connect()
  // Without the guard of names, which other tests ask: here the moves alone are judged. All of it is rolled back.
  await client.query('begin; alter table public.claims disable trigger guard_claim')
  await client.query(
    'alter table public.claims drop constraint decided_has_outcome, drop constraint one_appeal, drop constraint refund_moves_money',
  )
  await client.query('create temporary table moved (move text) on commit drop')
  await client.query(`do $$
    declare f text; t text; c text;
    begin
      foreach f in array '{${CLAIM_STATES.join(',')}}'::text[] loop foreach t in array '{${CLAIM_STATES.join(',')}}'::text[] loop foreach c in array '{${causes.join(',')}}'::text[] loop
        continue when f = t;
        begin
          set local session_replication_role = 'replica';
          update public.claims set status = f where id = '${id}';
          set local session_replication_role = 'origin';
          perform public.caused_by(c);
          update public.claims set status = t where id = '${id}';
          raise exception 'moved' using errcode = 'ZZ001';
        exception when sqlstate 'ZZ001' then insert into moved values (f || ' > ' || t || ' by ' || c);
          when sqlstate 'PT409' then null;
        end;
      end loop; end loop; end loop;
    end $$`)
  const { rows } = await client.query<{ move: string }>('select move from moved order by 1')
  await client.query('rollback')
  client.release()
  const stated = claimMoves
    .filter(({ from }) => from !== 'new')
    .flatMap(({ from, to, causes: by }) => by.map((cause) => `${from} > ${to} by ${cause}`))
  expect(rows.map(({ move }) => move).sort()).toEqual(stated.sort())
})
