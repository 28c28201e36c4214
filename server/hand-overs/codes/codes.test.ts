import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { makeReady, openHandOverId } from '#server/testing/goods/hand-over.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { raiseOverrideLimit } from '#server/testing/money/amounts.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys, type TestOrder } from '#server/testing/money/paid-buys.ts'
import { testCodes } from '#server/testing/test-commands.ts'
import { readCodeToText, sendCodes, textCode } from './send-codes.ts'

let market: TestMarket
let vendorId: string
let ownerId: string
let otherUser: string
const orders: TestOrder[] = []
function next(): TestOrder {
  const one = orders.pop()
  if (!one) throw new Error('No order is left for this test')
  return one
}
beforeAll(async () => {
  market = await openTestMarket()
  const made = await paidBuys(market).settled(17, { quantity: 3 })
  vendorId = made.vendorId
  ownerId = made.ownerId
  orders.push(...made.orders)
  otherUser = (await market.shop()).ownerId
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

async function ready(): Promise<TestOrder & { handOverId: string; code: string }> {
  const one = next()
  const handOverId = await makeReady(market, one.orderId)
  return { ...one, handOverId, code: await codeOf(one.buyer, handOverId) }
}
const codesOf = async (buyer: string) => (await market.call('read-codes', {}, { as: buyer })).body.codes
const codeOf = async (buyer: string, handOverId: string) =>
  (await codesOf(buyer)).find((one: { hand_over_id: string }) => one.hand_over_id === handOverId)?.code
const enter = (handOverId: string, code: string, { as = ownerId, lines = null, key }: EnterOptions = {}) =>
  market.call('hand-over', { hand_over_id: handOverId, code, lines }, { as, ...(key && { key }) })
interface EnterOptions {
  as?: string
  lines?: { line_id: string; quantity: number }[] | null
  key?: string
}
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const status = async (orderId: string) =>
  (await market.row<{ status: string }>('select status from public.orders where id = $1', [orderId])).status
async function helper(duty = 'hand-over'): Promise<string> {
  const id = await market.person({ name: 'Sikiru Ade' })
  await market.db.owner.query(
    `insert into public.memberships (person_id, vendor_id, duty, added_by) values ($1, $2, $3, $4)`,
    [id, vendorId, duty, ownerId],
  )
  return id
}

describe('a code', () => {
  test('completes its own hand-over once, with or without spaces', async () => {
    const one = await ready()
    const done = await enter(one.handOverId, `${one.code.slice(0, 3)} ${one.code.slice(3)}`)
    expect([done.status, done.body.outcome, done.body.is_all]).toEqual([200, 'done', true])
    expect(await status(one.orderId)).toBe('collected')
    const again = await enter(one.handOverId, one.code, { as: await helper() })
    expect([again.status, again.body.code]).toEqual([409, 'handed_over_already'])
    expect(again.body.message).toMatch(/^Bola Shop handed this over/)
    const living =
      'select count(*)::integer as n from codes.codes where hand_over_id = $1 and used_at is null and ended_at is null'
    expect(await market.row(living, [one.handOverId])).toEqual({ n: 0 })
  })

  test('of another order is a wrong one', async () => {
    const [one, other] = [await ready(), await ready()]
    expect((await enter(one.handOverId, other.code)).body).toEqual({ outcome: 'wrong', tries_left: 4 })
  })

  test('is refused for staff of another place, riders, and its own buyer', async () => {
    const one = await ready()
    for (const as of [otherUser, await market.person(), await helper('delivery')]) {
      expect((await enter(one.handOverId, one.code, { as })).status).toBe(404)
    }
    await market.db.owner.query(
      `insert into public.memberships (person_id, vendor_id, duty, added_by) values ($1, $2, 'hand-over', $3)`,
      [one.buyer, vendorId, ownerId],
    )
    const own = await enter(one.handOverId, one.code, { as: one.buyer })
    expect([own.status, own.body.code]).toEqual([403, 'own_goods'])
  })

  test('is valid as long as the goods are the buyer’s, also after the collection time', async () => {
    const one = await ready()
    await market.db.owner.query(`update public.hand_overs set due_until = now() - interval '9 days' where id = $1`, [
      one.handOverId,
    ])
    expect((await enter(one.handOverId, one.code)).body.outcome).toBe('done')
  })

  test('ends when it is renewed, and the rest of a partial hand-over has another', async () => {
    const one = await ready()
    expect((await market.call('renew-code', { hand_over_id: one.handOverId }, { as: ownerId })).status).toBe(404)
    expect((await market.call('renew-code', { hand_over_id: one.handOverId }, { as: one.buyer })).body).toEqual({
      hand_over_id: one.handOverId,
    })
    const fresh = await codeOf(one.buyer, one.handOverId)
    expect(fresh).not.toBe(one.code)
    expect((await enter(one.handOverId, one.code)).body.outcome).toBe('wrong')
    const line = await market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [
      one.orderId,
    ])
    const part = await enter(one.handOverId, fresh, { lines: [{ line_id: line.id, quantity: 1 }] })
    expect(part.body).toMatchObject({ outcome: 'done', is_all: false })
    const rest = part.body.next_hand_over_id
    expect(await codeOf(one.buyer, one.handOverId)).toBeUndefined()
    expect(await openHandOverId(market, one.orderId)).toBe(rest)
    expect((await enter(rest, fresh)).body.outcome).toBe('wrong')
    expect((await enter(rest, await codeOf(one.buyer, rest))).body.is_all).toBe(true)
  })

  test('works once for concurrent scanners', async () => {
    const one = await ready()
    const staff = [ownerId, await helper(), await helper()]
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => enter(one.handOverId, one.code, { as: staff[index % 3] ?? ownerId })),
    )
    expect(answers.filter(({ body }) => body.outcome === 'done')).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'handed_over_already')).toHaveLength(8)
  })

  test('without six digits is refused and not counted as a try', async () => {
    const one = await ready()
    for (const typed of ['12345', '1234567', 'abcdef', ''])
      expect((await enter(one.handOverId, typed)).status).toBe(400)
    expect((await enter(one.handOverId, wrongFor(one.code))).body.tries_left).toBe(4)
  })
})

describe('guessing', () => {
  test('locks a hand-over after five tries by any staff, also for the right code and a renewed one', async () => {
    const one = await ready()
    const guesses = await Promise.all(
      [ownerId, await helper(), await helper(), await helper(), ownerId].map((as) =>
        enter(one.handOverId, wrongFor(one.code), { as }),
      ),
    )
    expect(guesses.map(({ body }) => body.outcome).sort()).toEqual(['locked', 'wrong', 'wrong', 'wrong', 'wrong'])
    expect((await enter(one.handOverId, one.code)).body.outcome).toBe('locked')
    await market.call('renew-code', { hand_over_id: one.handOverId }, { as: one.buyer })
    const fresh = await codeOf(one.buyer, one.handOverId)
    expect((await enter(one.handOverId, fresh)).body.outcome).toBe('locked')
    await market.db.owner.query(`update codes.locks set locked_until = now() where hand_over_id = $1`, [one.handOverId])
    expect((await enter(one.handOverId, fresh)).body.outcome).toBe('done')
  })

  test('across many orders locks the person, and no other', async () => {
    const one = await ready()
    const guesser = await helper()
    await market.db.owner.query(
      `insert into codes.wrong_tries (hand_over_id, person_id) select id, $1 from public.hand_overs, generate_series(1, 20) limit 20`,
      [guesser],
    )
    expect((await enter(one.handOverId, one.code, { as: guesser })).body.outcome).toBe('locked')
    expect((await enter(one.handOverId, one.code)).body.outcome).toBe('done')
  })

  test('by many staff of a shop locks the shop, and no other', async () => {
    const one = await ready()
    const other = (await paidBuys(market).settled(5)).orders[0] as TestOrder
    const elsewhere = await makeReady(market, other.orderId)
    const { owner_id } = await market.row<{ owner_id: string }>(
      'select v.owner_id from public.orders o join public.vendors v on v.id = o.vendor_id where o.id = $1',
      [other.orderId],
    )
    const helpers = [await helper(), await helper(), await helper(), await helper()]
    await market.db.owner.query(
      `insert into codes.wrong_tries (hand_over_id, person_id) select $1, p from unnest($2::uuid[]) p, generate_series(1, 15)`,
      [one.handOverId, helpers],
    )
    expect((await enter(one.handOverId, one.code, { as: await helper() })).body.outcome).toBe('locked')
    const there = await enter(elsewhere, await codeOf(other.buyer, elsewhere), { as: owner_id })
    expect(there.body.outcome).toBe('done')
    await market.db.owner.query(`update codes.wrong_tries set at = at - interval '16 minutes'`)
    expect((await enter(one.handOverId, one.code)).body.outcome).toBe('done')
  })
})

describe('a nominee', () => {
  test('has their own code, which the hand-over records and the buyer may revoke', async () => {
    const one = await ready()
    const name = (who: string | null) =>
      market.call('name-nominee', { hand_over_id: one.handOverId, name: who }, { as: one.buyer })
    expect((await name('Mama Bisi')).status).toBe(200)
    const [shown] = (await codesOf(one.buyer)).filter(
      (each: { hand_over_id: string }) => each.hand_over_id === one.handOverId,
    )
    expect(shown.nominee.name).toBe('Mama Bisi')
    const first = shown.nominee.code
    await name(null)
    expect((await enter(one.handOverId, first)).body.outcome).toBe('wrong')
    await name('Uncle Femi')
    const nominee = (await codesOf(one.buyer)).find(
      (each: { hand_over_id: string }) => each.hand_over_id === one.handOverId,
    ).nominee
    expect((await enter(one.handOverId, nominee.code)).body.outcome).toBe('done')
    expect(await market.row('select proof, taken_by from public.hand_overs where id = $1', [one.handOverId])).toEqual({
      proof: 'nominee',
      taken_by: 'Uncle Femi',
    })
  })
})

describe('without a code', () => {
  const override = (handOverId: string, photo: string, as = ownerId) =>
    market.call(
      'override-hand-over',
      { hand_over_id: handOverId, identity: 'id-card', reason: 'The phone was stolen on the way', photo, lines: null },
      { as },
    )
  const photoOf = async (owner: string) => {
    const name = `${owner}/${crypto.randomUUID()}.jpg`
    await market.db.owner.query(
      `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('hand-over-photos', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"width": 800, "height": 600, "size": 60000}')`,
      [name, owner],
    )
    return name
  }

  test('goods are handed over with proof of identity, a reason and a new photo, and the buyer is notified', async () => {
    await raiseOverrideLimit(market)
    const one = await ready()
    const staff = await helper()
    expect((await override(one.handOverId, '', staff)).body.code).toBe('photo_missing')
    expect((await override(one.handOverId, await photoOf(ownerId), staff)).body.code).toBe('photo_missing')
    expect((await override(one.handOverId, await photoOf(otherUser), otherUser)).status).toBe(404)
    const photo = await photoOf(staff)
    expect((await override(one.handOverId, photo, staff)).body.outcome).toBe('done')
    const two = await ready()
    expect((await override(two.handOverId, photo, staff)).body.code).toBe('photo_used')
    const counted = await market.row('select overrides from public.staff_members where person_id = $1', [staff])
    expect(counted).toBeUndefined()
    const notices = await market.row<{ n: number }>(
      `select count(*)::integer as n from mail.messages where kind = 'handed-over-without-code' and recipient = rights.email_of($1)`,
      [one.buyer],
    )
    expect(notices.n).toBe(1)
  })
})

describe('codes are secret', () => {
  test('they are in no table, notice, mail log, job or stored response; the buyer is notified once', async () => {
    const one = await ready()
    await market.call('read-codes', {}, { as: one.buyer, key: 'a-key-of-this-test' })
    await Promise.all(
      [1, 2].map(() => sendCodes({ database: market.db.database, codes: testCodes, siteUrl: 'https://market.test' })),
    )
    const spaced = `${one.code.slice(0, 3)} ${one.code.slice(3)}`
    const mail = await market.db.owner.query(
      `select recipient = rights.email_of($1) as own from mail.messages where text like '%' || $2 || '%'`,
      [one.buyer, spaced],
    )
    expect(mail.rows).toEqual([{ own: true }])
    for (const rows of [
      'public.email_logs',
      'public.notices',
      'public.idempotency_keys',
      'public.audit_log',
      'jobs.queue',
      'codes.codes',
      'public.hand_overs',
      'public.orders',
    ]) {
      const { rows: found } = await market.db.owner.query(
        `select from ${rows} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%'`,
        [one.code, spaced],
      )
      expect([rows, found.length]).toEqual([rows, 0])
    }
  })

  test('a buyer without an e-mail address gets a text message', async () => {
    const one = await ready()
    await market.db.owner.query(
      `update auth.users set email = null, email_confirmed_at = null, phone = '2348035550199', phone_confirmed_at = now() where id = $1`,
      [one.buyer],
    )
    await sendCodes({ database: market.db.database, codes: testCodes, siteUrl: 'https://market.test' })
    const deps = { database: market.db.database, codes: testCodes }
    // A job of an earlier version about the same code adds none.
    await textCode(deps, { hand_over_id: one.handOverId })
    const { rows } = await market.db.owner.query(
      'select channel, kind, needs_consent, parameters::text as parameters from public.text_messages where person_id = $1',
      [one.buyer],
    )
    expect(rows).toMatchObject([{ channel: 'sms', kind: 'hand-over-code', needs_consent: false }])
    expect(rows[0].parameters.replaceAll(/\D/g, '')).not.toContain(one.code)
    expect((await readCodeToText(deps.database, testCodes, one.handOverId))?.replace(' ', '')).toBe(one.code)
  })

  test('a buyer without an e-mail address who has chosen WhatsApp gets the message there, once', async () => {
    const one = await ready()
    const phone = '2348035550198'
    await market.db.owner.query(
      'update auth.users set email = null, email_confirmed_at = null, phone = $2, phone_confirmed_at = now() where id = $1',
      [one.buyer, phone],
    )
    await market.db.owner.query(
      `insert into public.text_consents (person_id, channel, phone, wording) values ($1, 'whatsapp', $2, 'Send me notices about my orders by WhatsApp to this number.')`,
      [one.buyer, phone],
    )
    await sendCodes({ database: market.db.database, codes: testCodes, siteUrl: 'https://market.test' })
    const { rows } = await market.db.owner.query(
      'select channel, needs_consent from public.text_messages where person_id = $1',
      [one.buyer],
    )
    expect(rows).toEqual([{ channel: 'whatsapp', needs_consent: true }])
  })

  test('they differ for each order and each secret', async () => {
    const drawn = new Set(Array.from({ length: 500 }, () => testCodes.derive(crypto.randomUUID(), 1)))
    expect(drawn.size).toBeGreaterThan(490)
    const read = await market.db.database.as(SERVICE, (tx) => tx.query(`select hash from codes.codes limit 1`))
    expect(read.rows).toHaveLength(1)
  })
})
