import { afterEach, beforeEach, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { releaseHandOver } from '#server/hand-overs/release-hand-over.ts'
import { CLOCK } from '#server/identities.ts'
import { openClaimMarket } from '#server/testing/goods/claim-market.ts'
import { fileClaim, type HandedOverOrder, passDeadline } from '#server/testing/goods/handed-over.ts'
import { raiseAmountLimits } from '#server/testing/money/amounts.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'

// Each test has a buy of five people: the minimum of three claims applies, because 20% would be one.
let shop: Awaited<ReturnType<typeof openClaimMarket>>
beforeEach(async () => {
  shop = await openClaimMarket(5, { lots: true })
}, 60_000)
afterEach(async () => {
  expect(await auditFaults(shop.market)).toEqual([])
  await shop.market.close()
})

const readLot = async () =>
  (
    await shop.market.db.owner.query<{ id: string; status: string; claims: number }>(
      `select l.id, l.status, (select count(*)::integer from public.claims c where c.lot_id = l.id) as claims
       from public.lot_incidents l where l.group_buy_id = $1 order by l.lot_no`,
      [shop.buyId],
    )
  ).rows
const notifiedPeople = async (kind: string) =>
  (
    await shop.market.db.owner.query<{ person_id: string }>(
      'select person_id from public.notices where kind = $1 order by person_id',
      [kind],
    )
  ).rows.map(({ person_id }) => person_id)
const mails = async (kind: string) =>
  (await shop.market.row<{ n: number }>('select count(*)::integer as n from mail.messages where kind = $1', [kind])).n
const held = async ({ handOverId }: HandedOverOrder) =>
  (await shop.market.row<{ held: boolean }>('select public.has_open_claim($1) as held', [handOverId])).held
const decision = (lot_id: string, more: Record<string, unknown> = {}) => ({
  lot_id,
  outcome: 'refund',
  share_percent: 50,
  payer: 'vendor',
  reason: 'All pictures show wet bags.',
  ...more,
})

/** Five buyers with their goods, three of whom have claimed. */
async function incident() {
  const goods: HandedOverOrder[] = []
  for (let one = 0; one < 5; one += 1) goods.push(await shop.nextGoods())
  const claims: string[] = []
  for (const one of goods.slice(0, 3)) claims.push(await shop.opened(one))
  const [lot] = await readLot()
  if (!lot) throw new Error('Three claims have opened no lot incident')
  return { goods, claims, lotId: lot.id, quiet: goods.slice(3) }
}
const decide = (as: string, body: Record<string, unknown>) => shop.market.call('decide-lot', body, { as })

test('two claims open no incident; concurrent further ones open one, and each buyer is notified once', async () => {
  const goods = [await shop.nextGoods(), await shop.nextGoods(), await shop.nextGoods()]
  for (const one of goods.slice(0, 1)) await shop.opened(one)
  expect(await readLot()).toEqual([])
  // Claims about charges or about who collected say nothing about the goods.
  const other = await shop.nextGoods()
  const { answer } = await fileClaim(shop.market, other, { reason: 'charged_wrongly' })
  expect(answer.status).toBe(200)
  expect(await readLot()).toEqual([])
  await Promise.all(goods.slice(1).map((one) => shop.opened(one)))
  expect(await readLot()).toMatchObject([{ status: 'open', claims: 3 }])
  const { rows } = await shop.market.db.owner.query<{ user_id: string }>(
    'select user_id from public.orders where group_buy_id = $1 order by user_id',
    [shop.buyId],
  )
  expect(await notifiedPeople('lot-of-buyer')).toEqual(rows.map(({ user_id }) => user_id))
  expect(await mails('lot-of-buyer')).toBe(5)
  expect([await notifiedPeople('lot-of-shop'), await notifiedPeople('lot-to-judge')]).toEqual([
    [shop.ownerId],
    [shop.staff.coordinator],
  ])
})

test('concurrent claims are serialized: the third one opens the incident', async () => {
  const goods = [await shop.nextGoods(), await shop.nextGoods(), await shop.nextGoods()]
  const [first, second, third] = goods
  if (!first || !second || !third) throw new Error('There are no three orders')
  await shop.opened(first)
  const slow = await shop.market.db.owner.connect()
  try {
    await slow.query('begin')
    await slow.query(`select public.caused_by('buyer')`)
    const { rows } = await slow.query<{ id: string }>(
      `insert into public.claims (order_id, hand_over_id, buyer_id, vendor_id, reason, preferred_outcome, requested_kobo)
       select id, $2, user_id, vendor_id, 'missing', 'refund', 100 from public.orders where id = $1 returning id`,
      [second.orderId, second.handOverId],
    )
    await slow.query('insert into public.claim_lines (claim_id, line_id, quantity) values ($1, $2, 1)', [
      rows[0]?.id,
      second.lineId,
    ])
    let done = false
    const last = shop.opened(third).finally(() => {
      done = true
    })
    await expect
      .poll(async () => {
        const { n } = await shop.market.row<{ n: number }>(
          `select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return done || n > 0
      })
      .toBe(true)
    await slow.query('commit')
    await last
  } finally {
    slow.release()
  }
  expect(await readLot()).toMatchObject([{ status: 'open', claims: 3 }])
})

test('with many buyers a percentage of claims is needed, if that is more than three', async () => {
  await shop.market.db.owner.query(`insert into public.settings (key, value) values ('lot_claims_percent', '80')`)
  for (let one = 0; one < 3; one += 1) await shop.opened(await shop.nextGoods())
  expect(await readLot()).toEqual([])
  await shop.opened(await shop.nextGoods())
  expect(await readLot()).toMatchObject([{ claims: 4 }])
  const wrong = `insert into public.settings (key, value, effective_from) values ('lot_claims_percent', '0', now() + interval '1 day')`
  await expect(shop.market.db.owner.query(wrong)).rejects.toThrow('1 to 100 per cent')
})

test('the number of claims is a setting; withdrawn claims do not count', async () => {
  await shop.market.db.owner.query(`insert into public.settings (key, value) values ('lot_claims_least', '2')`)
  const goods = await shop.nextGoods()
  const id = await shop.opened(goods)
  await shop.market.call('withdraw-claim', { claim_id: id, text: '' }, { as: goods.buyer })
  await shop.opened(await shop.nextGoods())
  expect(await readLot()).toEqual([])
  await shop.opened(await shop.nextGoods())
  expect(await readLot()).toMatchObject([{ status: 'open', claims: 2 }])
})

test('an incident blocks releases of the whole lot until it is decided and the time to appeal is over', async () => {
  const { claims, lotId, quiet } = await incident()
  const [one] = quiet
  if (!one) throw new Error('Everybody has claimed')
  expect(await held(one)).toBe(true)
  await shop.market.db.owner.query('update public.hand_overs set claim_until = clock_timestamp() where id = $1', [
    one.handOverId,
  ])
  const release = () => shop.market.db.database.as(CLOCK, (tx) => releaseHandOver(tx, one.handOverId))
  expect(await release()).toBe(false)
  // The database refuses it too.
  await expect(
    shop.market.db.owner.query(
      'update public.hand_overs set released_at = clock_timestamp(), released_kobo = 0 where id = $1',
      [one.handOverId],
    ),
  ).rejects.toThrow('A claim may still be made')
  for (const id of claims) await shop.contest(id)
  expect((await decide(shop.staff.coordinator, decision(lotId))).body.status).toBe('decided')
  expect(await release()).toBe(false)
  await shop.market.db.owner.query(
    `update public.lot_incidents set appeal_by = clock_timestamp() - interval '1 second' where id = $1`,
    [lotId],
  )
  expect(await release()).toBe(true)
})

test('one decision ends all its claims: each gets its share, once, also with two concurrent jobs', async () => {
  const { goods, claims, lotId } = await incident()
  expect((await decide(shop.staff.coordinator, decision(lotId))).body.code).toBe('vendor_response_pending')
  // A claim that the vendor accepts is carried out on its own.
  await shop.accept(claims[0] ?? '')
  for (const id of claims.slice(1)) await shop.contest(id)
  for (const [name, staff] of [
    ['propose-decision', shop.staff.manager],
    ['decide-claim', shop.staff.coordinator],
  ] as const) {
    await passDeadline(shop.market, claims[1] ?? '', 'propose_by')
    const body = {
      claim_id: claims[1],
      outcome: 'rejected',
      goods_kobo: 0,
      payer: 'vendor',
      reason: 'I think it is fine.',
    }
    expect((await shop.market.call(name, body, { as: staff })).body.code).toBe('decided_with_lot')
  }
  expect((await decide(shop.staff.coordinator, decision(lotId, { share_percent: 0 }))).body.code).toBe('share_wrong')
  const second = await shop.market.person({ role: 'coordinator' })
  const answers = await Promise.all([
    decide(shop.staff.coordinator, decision(lotId)),
    decide(second, decision(lotId, { outcome: 'rejected', share_percent: 0 })),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const final = answers[0]?.status === 200
  for (const id of claims.slice(1)) {
    expect((await shop.claim(id)).status).toBe(final ? 'upheld' : 'rejected')
    await passDeadline(shop.market, id, 'appeal_by')
  }
  await Promise.all([shop.clock(), shop.clock(), shop.clock()])
  const { asked: requested } = await shop.market.row<{ asked: number }>(
    'select requested_kobo::integer as asked from public.claims where id = $1',
    [claims[1]],
  )
  expect(await Promise.all(goods.map(({ orderId }) => shop.returned(orderId)))).toEqual([
    requested,
    final ? requested / 2 : 0,
    final ? requested / 2 : 0,
    0,
    0,
  ])
})

test('one appeal for all claims, decided by another administrator, is effective', async () => {
  const { goods, claims, lotId } = await incident()
  for (const id of claims) await shop.contest(id)
  await decide(shop.staff.coordinator, decision(lotId, { outcome: 'rejected', share_percent: 0 }))
  const [first, second] = goods
  const appeal = (as: string) =>
    shop.market.call('appeal-lot', { lot_id: lotId, text: 'All of us say the same.' }, { as })
  expect((await appeal(await shop.market.person())).body.code).toBe('lot_not_found')
  // A buyer without a claim is not a party.
  expect((await appeal(goods[4]?.buyer ?? '')).body.code).toBe('lot_not_found')
  const alone = { claim_id: claims[0], text: 'Only mine, please.' }
  expect((await shop.market.call('appeal-claim', alone, { as: first?.buyer ?? '' })).body.code).toBe('decided_with_lot')
  const answers = await Promise.all([appeal(first?.buyer ?? ''), appeal(second?.buyer ?? ''), appeal(shop.ownerId)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  for (const id of claims) expect((await shop.claim(id)).status).toBe('appealed')
  const hear = (as: string) => shop.market.call('decide-lot-appeal', decision(lotId, { share_percent: 100 }), { as })
  expect((await hear(shop.staff.coordinator)).body.code).toBe('lot_not_found')
  expect((await hear(shop.staff.chief)).body.status).toBe('final')
  await Promise.all([shop.clock(), shop.clock()])
  for (const id of claims)
    expect(await shop.claim(id)).toMatchObject({ status: 'upheld_final', ended: true, paid: true })
})

test('unanswered claims are upheld as usual, and an incident with nothing left to decide closes', async () => {
  const { claims, lotId } = await incident()
  for (const id of claims) await passDeadline(shop.market, id, 'answer_by')
  await shop.clock()
  for (const id of claims) expect((await shop.claim(id)).status).toBe('upheld')
  await shop.market.db.owner.query('alter table public.lot_incidents disable trigger guard_lot')
  await shop.market.db.owner.query(
    `update public.lot_incidents set respond_by = clock_timestamp() - interval '1 second' where id = $1`,
    [lotId],
  )
  await shop.market.db.owner.query('alter table public.lot_incidents enable trigger guard_lot')
  await Promise.all([shop.clock(), shop.clock()])
  expect(await readLot()).toMatchObject([{ status: 'closed' }])
})

test('a buyer may still claim later, and the coordinator sees the remaining value of the goods', async () => {
  const [early, late] = [await shop.nextGoods({ hours: 80 }), await shop.nextGoods({ hours: 80 })]
  expect((await fileClaim(shop.market, late)).answer.body.code).toBe('claim_too_late')
  for (let one = 0; one < 3; one += 1) await shop.opened(await shop.nextGoods())
  expect((await fileClaim(shop.market, late)).answer.status).toBe(200)
  expect(await readLot()).toMatchObject([{ claims: 4 }])
  const [lot] = await readLot()
  const figures = async () =>
    (
      await asPerson(shop.market.db, shop.staff.coordinator, 'select * from public.lot_figures where id = $1', [
        lot?.id,
      ])
    ).rows[0] as Record<string, string | number>
  const before = await figures()
  expect(before).toMatchObject({ buyers: 5, claims: 4, undecided: 4, is_own_case: false })
  expect(Number(before.worth_kobo)).toBe(Number(before.requested_kobo))
  await raiseAmountLimits(shop.market)
  await shop.market.call(
    'refund-part',
    { order_id: late.orderId, goods_kobo: 8_000_000, payer: 'vendor', reason: 'Half of it was short.' },
    { as: shop.staff.chief },
  )
  expect(Number((await figures()).worth_kobo)).toBeLessThan(Number(before.worth_kobo))
  expect(early.orderId).not.toBe(late.orderId)
})

test('a party to the case may not decide it, nor in the database; and the tables are not writable', async () => {
  const { goods, claims, lotId } = await incident()
  for (const id of claims) await shop.contest(id)
  const judge = await shop.market.person({ role: 'coordinator' })
  const referred = goods[4]?.buyer ?? ''
  await shop.market.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [
    judge,
    referred,
  ])
  await shop.market.db.owner.query(`update public.profiles set role = 'coordinator' where id = any ($1)`, [
    [goods[3]?.buyer, shop.staff.handler],
  ])
  for (const who of [judge, goods[3]?.buyer ?? '', shop.staff.handler]) {
    expect((await decide(who, decision(lotId))).body.code).toBe('own_case')
    await expect(
      shop.market.moved(
        'coordinator',
        `update public.lot_incidents set status = 'decided', outcome = 'rejected', payer = 'vendor', decided_by = $2 where id = $1`,
        [lotId, who],
      ),
    ).rejects.toThrow('own case')
  }
  // A claim of an open lot cannot be decided on its own, and only claims open a lot incident.
  await expect(
    shop.market.moved(
      'coordinator',
      `update public.claims set status = 'rejected', outcome = 'rejected', decided_by = $2 where id = $1`,
      [claims[0], shop.staff.coordinator],
    ),
  ).rejects.toThrow(/decided with it|cannot go/)
  await expect(
    shop.market.moved(
      'buyer',
      `insert into public.lot_incidents (group_buy_id, vendor_id, respond_by, decide_by) select group_buy_id, vendor_id, now(), now() from public.lot_incidents where id = $1`,
      [lotId],
    ),
  ).rejects.toThrow('Too few buyers')
  const attempt = async (who: string | null, sql: string) => {
    const { count, errorCode: refused } = await asPerson(shop.market.db, who, sql, [lotId])
    return refused ?? count
  }
  const see = 'select id from public.lot_incidents where id = $1'
  for (const who of [goods[0]?.buyer ?? '', shop.ownerId, shop.staff.manager, shop.staff.coordinator, shop.staff.chief])
    expect(await attempt(who, see)).toBe(1)
  for (const who of [referred, await shop.market.person(), (await shop.market.shop({ state: 'Kano' })).ownerId])
    expect(await attempt(who, see)).toBe(0)
  expect(await attempt(null, see)).toBe('42501')
  for (const who of [shop.staff.coordinator, shop.staff.chief, goods[0]?.buyer ?? '']) {
    expect(await attempt(who, `update public.lot_incidents set status = 'decided' where id = $1`)).toBe('42501')
    expect(await attempt(who, 'delete from public.lot_incidents where id = $1')).toBe('42501')
    expect(await attempt(who, 'select decided_by from public.lot_incidents where id = $1')).toBe('42501')
  }
  await shop.market.db.owner.query('delete from public.referrals where referrer_id = $1', [judge])
  // Only the shop and staff can read sums.
  expect(await attempt(goods[0]?.buyer ?? '', 'select id from public.lot_figures where id = $1')).toBe(0)
})

test('a buyer who accepts an offer while the coordinator decides the lot gets one of the two, once', async () => {
  const { claims, goods, lotId } = await incident()
  const [offered = '', ...others] = claims
  for (const claimId of others) await shop.contest(claimId)
  expect((await shop.offer(offered)).status).toBe(200)
  const [first] = goods
  const body = { claim_id: offered, answer: 'accept', outcome: 'refund', goods_kobo: 30_000, text: '' }
  const [decided, accepted] = await Promise.all([
    decide(shop.staff.coordinator, decision(lotId)),
    shop.market.call('answer-offer', body, { as: first?.buyer ?? '' }),
  ])
  expect(decided.status, JSON.stringify(decided.body)).toBe(200)
  const { kobo, status } = await shop.claim(offered)
  expect(status).toBe('upheld')
  if (accepted.status === 200) expect(kobo).toBe(30_000)
  else expect([accepted.body.code, kobo === 30_000]).toEqual(['offer_over', false])
  await shop.clock()
  await shop.clock()
  const { n } = await shop.market.row<{ n: number }>(
    'select count(*)::integer as n from public.partial_refunds where order_id = $1',
    [first?.orderId],
  )
  expect(n).toBeLessThanOrEqual(1)
})
