import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time/calendar.ts'
import { addMember } from '#server/testing/goods/delivery-runs.ts'
import { endClaimTime, makeReady } from '#server/testing/goods/hand-over.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { hashToken } from '../codes/codes.ts'
import { releaseHandOvers } from '../release-hand-overs.ts'

interface Visit {
  buyer: string
  /** The hand-overs of the buyer's two orders at the shop, in the order of their codes. */
  first: string
  second: string
  code: string
  token: string
}

let market: TestMarket
let ownerId: string
let vendorId: string
let helper: string
let colleague: string
const visits: (() => Promise<Visit>)[] = []
beforeAll(async () => {
  market = await openTestMarket()
  const buys = paidBuys(market)
  const made = await market.buy({ target_quantity: 200 })
  ownerId = made.ownerId
  vendorId = made.vendorId
  helper = await market.person({ name: 'Musa Bello' })
  colleague = await market.person({ name: 'Chidi Eze' })
  for (const person of [helper, colleague]) await addMember(market, { person, vendorId, duty: 'hand-over' })
  for (let person = 0; person < 17; person += 1) {
    const one = await buys.join(made.buyId, { quantity: 2 })
    await buys.pay(one)
    const two = await buys.join(made.buyId, { quantity: 2, buyer: one.buyer })
    await buys.pay(two)
    visits.push(async () => {
      await makeReady(market, one.orderId)
      await makeReady(market, two.orderId)
      const [a, b] = await codesOf(one.buyer)
      // They were made before the network went.
      await market.db.owner.query(
        `update codes.codes set created_at = now() - interval '3 hours' where hand_over_id = any ($1)`,
        [[a?.hand_over_id, b?.hand_over_id]],
      )
      return {
        buyer: one.buyer,
        first: a?.hand_over_id ?? '',
        second: b?.hand_over_id ?? '',
        code: a?.code ?? '',
        token: a?.token ?? '',
      }
    })
  }
  await buys.letTimePass(made.buyId, 1)
  await buys.clock()
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

interface ReadCode {
  hand_over_id: string
  code: string
  token: string
  nominee: { name: string; code: string; token: string } | null
}
const codesOf = async (buyer: string): Promise<ReadCode[]> =>
  (await market.call('read-codes', {}, { as: buyer })).body.codes
async function nextVisit(): Promise<Visit> {
  const next = visits.pop()
  if (!next) throw new Error('No visit is left for this test')
  return next()
}

const whole = (...ids: string[]) => ids.map((hand_over_id) => ({ hand_over_id, lines: null }))
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** An act of an hour ago, as a device has stored it. */
const anAct = (goods: { hand_over_id: string; lines: unknown }[], also: Record<string, unknown> = {}) => ({
  id: crypto.randomUUID(),
  goods,
  code: '',
  token: null,
  acted_at: minutesAgo(66),
  ...also,
})
const send = (act: Record<string, unknown>, as = helper) =>
  market.call('send-offline-hand-over', { sent_at: new Date().toISOString(), ...act }, { as })
const conflictsOf = (body: { results?: { conflict: string | null }[] }) => body.results?.map(({ conflict }) => conflict)
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const handOver = (id: string) =>
  market.row<{ status: string; proof: string; done_at: Date; claim_until: Date; handled_by: string }>(
    'select status, proof, done_at, claim_until, handled_by from public.hand_overs where id = $1',
    [id],
  )
const rowsOf = async (id: string) =>
  (
    await market.db.owner.query(
      'select id, conflict, settlement, acted_at, is_scanned from public.offline_hand_overs where hand_over_id = $1 order by received_at',
      [id],
    )
  ).rows
const noticesTo = async (person: string, kind: string) =>
  (
    await market.row<{ n: number }>(
      'select count(*)::integer as n from public.notices where person_id = $1 and kind = $2',
      [person, kind],
    )
  ).n

describe('a hand-over without a network', () => {
  test('counts for every order of the visit, from when it is sent, and its money follows the claim time', async () => {
    const { buyer, first, second, code, token } = await nextVisit()
    const act = anAct(whole(first, second), { code, token })
    const { body } = await send(act)
    expect([body.outcome, conflictsOf(body)]).toEqual(['received', [null, null]])
    for (const id of [first, second]) {
      const done = await handOver(id)
      expect([done.status, done.proof, done.handled_by]).toEqual(['done', 'code', helper])
      expect(Date.now() - done.done_at.getTime()).toBeLessThan(60_000)
      expect(done.claim_until.getTime() - Date.now()).toBeGreaterThan(11 * HOUR_MS)
      const [row] = await rowsOf(id)
      expect(row).toMatchObject({ conflict: null, is_scanned: true })
      expect(Math.abs(row.acted_at.getTime() - Date.parse(act.acted_at))).toBeLessThan(60_000)
    }
    expect(await codesOf(buyer)).toEqual([])
    expect(await noticesTo(buyer, 'handed-over')).toBe(2)
    const { order_id: orderId } = await market.row<{ order_id: string }>(
      'select order_id from public.hand_overs where id = $1',
      [first],
    )
    await endClaimTime(market, orderId)
    await releaseHandOvers(market.db.database)
    expect(await market.statusOf('orders', orderId)).toBe('completed')
  })

  test('counts once, however often and by how many tabs it is sent', async () => {
    const { first, second, code, token } = await nextVisit()
    const act = anAct(whole(first, second), { code, token })
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(act)))
    for (const { body } of sent) expect(conflictsOf(body)).toEqual([null, null])
    expect(await rowsOf(first)).toHaveLength(1)
    // The device's id belongs to the person who sent it first.
    expect((await send(act, colleague)).status).toBe(404)
  })

  test('gives a part, for which the rest has a new code', async () => {
    const { buyer, first, second, code, token } = await nextVisit()
    const { id: line } = await market.row<{ id: string }>(
      'select l.id from public.order_lines l join public.hand_overs h on h.order_id = l.order_id where h.id = $1',
      [first],
    )
    const act = anAct([{ hand_over_id: first, lines: [{ line_id: line, quantity: 1 }] }], { code, token })
    expect(conflictsOf((await send(act)).body)).toEqual([null])
    const left = await codesOf(buyer)
    expect(left).toHaveLength(2)
    expect(left.map((one) => one.code)).not.toContain(code)
    // More than is left.
    const more = { hand_over_id: second, lines: [{ line_id: line, quantity: 1 }] }
    const again = anAct([more], { code: left.find((one) => one.hand_over_id === second)?.code })
    expect(conflictsOf((await send({ ...again, acted_at: minutesAgo(0) })).body)).toEqual(['not-left'])
    expect((await handOver(second)).status).toBe('open')
  })

  test('is shown to the one who was sent by the buyer', async () => {
    const { buyer, first, second } = await nextVisit()
    await market.call('name-nominee', { hand_over_id: first, name: 'Mama Bisi' }, { as: buyer })
    const nominee = (await codesOf(buyer))[0]?.nominee
    const act = anAct(whole(first, second), { code: nominee?.code, token: nominee?.token, acted_at: minutesAgo(1) })
    expect(conflictsOf((await send(act)).body)).toEqual([null, null])
    expect((await handOver(first)).proof).toBe('nominee')
  })
})

describe('a conflict', () => {
  test('is what a second device sends for the same visit, also at the same moment', async () => {
    const { buyer, first, second, code, token } = await nextVisit()
    const sent = await Promise.all([
      send(anAct(whole(first, second), { code, token })),
      send(anAct(whole(second, first), { code, token }), colleague),
    ])
    expect(sent.map(({ body }) => conflictsOf(body)?.[0]).toSorted()).toEqual(['done-already', null])
    expect((await rowsOf(first)).map(({ conflict }) => conflict).toSorted()).toEqual(['done-already', null])
    expect(await noticesTo(buyer, 'hand-over-conflict')).toBe(2)
  })

  test('is a wrong code: the goods stay, its buyer is told once, and guesses are limited as at a counter', async () => {
    const { buyer, first, second, code, token } = await nextVisit()
    for (let guess = 0; guess < 5; guess += 1)
      expect(conflictsOf((await send(anAct(whole(first, second), { code: wrongFor(code) }))).body)).toEqual([
        'wrong-code',
        'wrong-code',
      ])
    expect((await handOver(first)).status).toBe('open')
    expect(await noticesTo(buyer, 'hand-over-conflict')).toBe(2)
    const { body } = await send(anAct(whole(first, second), { code, token }))
    expect(body.outcome).toBe('locked')
    expect(await rowsOf(first)).toHaveLength(5)
    const online = await market.call('hand-over', { hand_over_id: first, code, lines: null }, { as: ownerId })
    expect(online.body.outcome).toBe('locked')
  })

  test('is a forged token, also beside the right digits', async () => {
    const { first, code, token } = await nextVisit()
    const forged = `${token.slice(0, 15)}${token.endsWith('A') ? 'B' : 'A'}`
    // The last character of 96 bits in base64url counts whole.
    expect(conflictsOf((await send(anAct(whole(first), { code, token: forged }))).body)).toEqual(['wrong-code'])
    // The hash that a device stores is not accepted as a token.
    expect((await send(anAct(whole(first), { code: '', token: hashToken(token) }))).status).toBe(400)
    expect(
      conflictsOf((await send(anAct(whole(first), { code: '', token: hashToken(token).slice(0, 16) }))).body),
    ).toEqual(['wrong-code'])
    expect((await handOver(first)).status).toBe('open')
  })

  test('is a code that was changed before; a scanned one that is changed afterwards counts', async () => {
    const one = await nextVisit()
    const two = await nextVisit()
    const three = await nextVisit()
    for (const { buyer, first } of [one, two, three]) {
      await market.call('renew-code', { hand_over_id: first }, { as: buyer })
    }
    const after = {
      acted_at: new Date(Date.now() + 1000).toISOString(),
      sent_at: new Date(Date.now() + 1000).toISOString(),
    }
    const { code, token } = one
    expect(conflictsOf((await send({ ...anAct(whole(one.first), { code, token }), ...after })).body)).toEqual([
      'code-changed',
    ])
    const before = anAct(whole(two.first, two.second), { code: two.code, token: two.token })
    expect(conflictsOf((await send(before)).body)).toEqual([null, null])
    // Digits may have been overheard, and the time is the device's word.
    expect(conflictsOf((await send(anAct(whole(three.first), { code: three.code }))).body)).toEqual(['code-changed'])
  })

  test('is an act of the day before yesterday, and one whose clock was turned', async () => {
    const { first, second, code, token } = await nextVisit()
    const old = anAct(whole(first), { code, token, acted_at: minutesAgo(49 * 60) })
    expect(conflictsOf((await send(old)).body)).toEqual(['too-old'])
    const turned = anAct(whole(second), { code, token, acted_at: minutesAgo(-60) })
    expect(conflictsOf((await send(turned)).body)).toEqual(['clock'])
    // A clock that is wrong by a year all day does no harm.
    const year = 365 * 24 * 60
    const wrong = anAct(whole(first, second), { code, token, acted_at: minutesAgo(year + 60) })
    expect(conflictsOf((await send({ ...wrong, sent_at: minutesAgo(year) })).body)).toEqual([null, null])
  })

  test('is an act of somebody who has left; strangers, and people with goods of their own, send nothing', async () => {
    const { buyer, first, second, code, token } = await nextVisit()
    const leaving = await market.person({ name: 'Ada Leaves' })
    const membership = await addMember(market, { person: leaving, vendorId, duty: 'hand-over' })
    await market.call('end-membership', { id: membership }, { as: ownerId })
    const act = anAct(whole(first, second), { code, token })
    expect(conflictsOf((await send(act, leaving)).body)).toEqual(['no-right', 'no-right'])
    await market.db.owner.query(`update public.memberships set ended_at = now() - interval '3 days' where id = $1`, [
      membership,
    ])
    expect((await send(anAct(whole(first), { code, token }), leaving)).status).toBe(404)
    expect((await send(anAct(whole(first), { code, token }), await market.person())).status).toBe(404)
    const { id: own } = await market.row<{ id: string }>(
      `insert into public.memberships (person_id, vendor_id, duty) values ($1, $2, 'hand-over') returning id`,
      [buyer, vendorId],
    )
    const mine = await send(anAct(whole(first), { code, token }), buyer)
    expect([mine.status, mine.body.code]).toEqual([403, 'own_goods'])
    await market.db.owner.query('update public.memberships set ended_at = now() where id = $1', [own])
    const other = await nextVisit()
    const mixed = await send(anAct(whole(first, other.first), { code, token }))
    expect([mixed.status, mixed.body.code]).toEqual([400, 'not_one_visit'])
    expect(await rowsOf(other.first)).toEqual([])
  })

  test('is settled by staff of the place, once, or by handing the goods over', async () => {
    const { buyer, first, second, code } = await nextVisit()
    await send(anAct(whole(first, second), { code: wrongFor(code) }))
    const [{ id }] = await rowsOf(first)
    const settle = (settlement: string, as: string) =>
      market.call('settle-offline-hand-over', { id, settlement, note: 'Asked at the gate' }, { as })
    expect((await settle('not-handed-over', await market.person())).status).toBe(404)
    expect((await settle('not-handed-over', buyer)).status).toBe(404)
    expect((await settle('handed-over', helper)).body.code).toBe('not_handed_over')
    const settled = await Promise.all([helper, colleague].map((as) => settle('not-handed-over', as)))
    expect(settled.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const online = await market.call('hand-over', { hand_over_id: second, code, lines: null }, { as: ownerId })
    expect(online.body.outcome).toBe('done')
    expect((await rowsOf(second))[0]).toMatchObject({ settlement: 'handed-over' })
  })
})

describe('checks for a device', () => {
  test('recognise the codes of the caller’s own places, and are no codes', async () => {
    const { buyer, first, second, token } = await nextVisit()
    await market.call('name-nominee', { hand_over_id: first, name: 'Mama Bisi' }, { as: buyer })
    const nominee = (await codesOf(buyer))[0]?.nominee
    const read = async (as: string) =>
      (await market.call('read-code-checks', { hand_over_ids: [first, second] }, { as })).body.checks
    const checks = await read(helper)
    expect(checks).toHaveLength(4)
    expect(checks).toContainEqual({ hand_over_id: first, nominee: null, hash: hashToken(token) })
    expect(checks).toContainEqual({ hand_over_id: first, nominee: 'Mama Bisi', hash: hashToken(nominee?.token ?? '') })
    expect(JSON.stringify(checks)).not.toContain(token)
    expect(await read(await market.person())).toEqual([])
    const { id } = await market.row<{ id: string }>(
      `insert into public.memberships (person_id, vendor_id, duty) values ($1, $2, 'hand-over') returning id`,
      [buyer, vendorId],
    )
    expect(await read(buyer)).toEqual([])
    await market.db.owner.query('update public.memberships set ended_at = now() where id = $1', [id])
    await market.call('renew-code', { hand_over_id: first }, { as: buyer })
    expect(JSON.stringify(await read(helper))).not.toContain(hashToken(token))
  })
})

describe('the database', () => {
  const insert = (facts: Record<string, unknown>) =>
    market.db.owner.query(
      `insert into public.offline_hand_overs (act_id, hand_over_id, person_id, acted_at, is_scanned, conflict)
       values (gen_random_uuid(), $1, $2, coalesce($3, now() - interval '1 hour'), true, $4)`,
      [facts.handOver, facts.person ?? helper, facts.at ?? null, facts.conflict ?? null],
    )
  test('lets an act count only for a hand-over that it makes, and settles a conflict once and by others', async () => {
    const { buyer, first, second, code, token } = await nextVisit()
    await expect(insert({ handOver: first })).rejects.toThrow(/made no hand-over/)
    await expect(insert({ handOver: first, person: buyer, conflict: 'wrong-code' })).rejects.toThrow(/to themselves/)
    await market.call('hand-over', { hand_over_id: first, code, lines: null }, { as: helper })
    // Its claim time began before.
    await expect(insert({ handOver: first })).rejects.toThrow(/made no hand-over/)
    const fresh = (await codesOf(buyer))[0]
    await send(anAct(whole(second), { code: fresh?.code, token: fresh?.token, acted_at: minutesAgo(0) }))
    expect(token).not.toBe(fresh?.token)
    const [{ id }] = await rowsOf(second)
    await expect(
      market.db.owner.query(
        'update public.offline_hand_overs set acted_at = acted_at - interval $$1 day$$ where id = $1',
        [id],
      ),
    ).rejects.toThrow(/does not change/)
    await insert({ handOver: second, conflict: 'done-already' })
    const settle = (by: string) =>
      market.db.owner.query(
        `update public.offline_hand_overs set settlement = 'missing', settled_at = now(), settled_by = $2 where hand_over_id = $1 and conflict is not null`,
        [second, by],
      )
    await expect(settle(buyer)).rejects.toThrow(/case of their own/)
    await settle(helper)
    await expect(settle(colleague)).rejects.toThrow(/does not change/)
  })
})
