import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fileClaim, handOver } from '#server/testing/goods/handed-over.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'
import { businessDeadline } from '../../tests/business-deadline.ts'

let wire: TestWire
let orders: { buyer: string; orderId: string }[]
let ownerId: string
let buyId: string
beforeAll(async () => {
  wire = await openTestWire()
  ;({ orders, ownerId, buyId } = await paidBuys(wire.market).settled(10))
})
afterEach(async () => expect(await auditFaults(wire.market)).toEqual([]))
afterAll(() => wire.stop())

const nextGoods = async () => {
  const order = orders.pop()
  if (!order) throw new Error('More orders are needed than people have paid for')
  return handOver(wire.market, order)
}
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const put = (name: string, bytes: string | Buffer, as: string, type = 'image/png') =>
  wire.request(`/storage/v1/object/evidence/${name}`, {
    method: 'POST',
    as,
    body: new Uint8Array(Buffer.from(bytes)),
    headers: { 'content-type': type },
  })
const countObjects = async () =>
  (
    await wire.market.row<{ n: number }>(
      `select count(*)::integer as n from storage.objects where bucket_id = 'evidence'`,
    )
  ).n

test('files that are neither images nor videos are rejected by content, whatever their name', async () => {
  const { buyer } = await nextGoods()
  const files: [string, string | Buffer, string][] = [
    ['page.png', '<html><script>alert(1)</script></html>', 'image/png'],
    ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/png'],
    ['paper.jpg', '%PDF-1.7 1 0 obj << >> endobj', 'image/jpeg'],
    ['archive.mp4', Buffer.from('504b0304140000000800', 'hex'), 'video/mp4'],
    ['program.mp4', Buffer.from('7f454c46020101000000000000000000', 'hex'), 'video/mp4'],
    ['words.webm', 'A film of my bag, in words.', 'video/webm'],
    ['nothing.png', '', 'image/png'],
  ]
  for (const [name, bytes, type] of files) {
    const { status } = await put(`${buyer}/${name}`, bytes, buyer, type)
    expect([name, status >= 400 && status < 500]).toEqual([name, true])
  }
  expect(await countObjects()).toBe(0)
})

test('only the sides of a claim can read its evidence; it has no public URL and cannot be overwritten', async () => {
  const goods = await nextGoods()
  const name = `${goods.buyer}/bag`
  expect((await put(name, PIXEL, goods.buyer)).status).toBe(200)
  const get = (path: string, as?: string) => wire.request(`/storage/v1/object/${path}/${name}`, as ? { as } : {})
  const sign = (as?: string) =>
    wire.request(`/storage/v1/object/sign/evidence/${name}`, {
      method: 'POST',
      body: JSON.stringify({ expiresIn: 60 }),
      headers: { 'content-type': 'application/json' },
      ...(as && { as }),
    })
  const closed = async (who: string | undefined) => {
    for (const answer of [await get('evidence', who), await get('authenticated/evidence', who), await sign(who)]) {
      expect([who, answer.status >= 400 && answer.status < 500]).toEqual([who, true])
    }
  }
  expect((await sign(goods.buyer)).status).toBe(200)
  // Not evidence yet, so only the buyer can read it.
  await closed(ownerId)
  const { answer } = await fileClaim(wire.market, goods, { evidence: [name] })
  expect(answer.status).toBe(200)
  expect((await sign(ownerId)).status).toBe(200)
  const other = await nextGoods()
  const rival = (await wire.market.shop({ state: 'Kano' })).ownerId
  for (const who of [other.buyer, rival, await wire.market.person(), undefined]) await closed(who)
  expect((await get('public/evidence')).status).toBeGreaterThanOrEqual(400)
  // Evidence cannot be changed.
  const again = await wire.request(`/storage/v1/object/evidence/${name}`, {
    method: 'PUT',
    as: goods.buyer,
    body: new Uint8Array(PIXEL),
    headers: { 'content-type': 'image/png' },
  })
  expect(again.status).toBeGreaterThanOrEqual(400)
  await wire.request('/storage/v1/object/evidence', {
    method: 'DELETE',
    as: goods.buyer,
    body: JSON.stringify({ prefixes: [name] }),
    headers: { 'content-type': 'application/json' },
  })
  expect((await sign(goods.buyer)).status).toBe(200)
  // Nor can it be used for another claim.
  const twice = await fileClaim(wire.market, other, { evidence: [name] })
  expect(twice.answer.body.code).toBe('evidence_unknown')
})

test('the table API allows no writes of claims, decisions or lots, and no calls of their functions', async () => {
  const goods = await nextGoods()
  const { answer } = await fileClaim(wire.market, goods)
  const id: string = answer.body.claim_id
  const judges = [
    await wire.market.person({ role: 'coordinator' }),
    await wire.market.person({ role: 'chief' }),
    await wire.market.person({ role: 'manager' }),
  ]
  for (const who of [goods.buyer, ownerId, ...judges, undefined]) {
    // biome-ignore lint/suspicious/noExplicitAny: an attacker sends what no type allows.
    const tables = (await wire.tables(who)) as any
    const attempts = [
      tables
        .from('claims')
        .update({ status: 'upheld', outcome: 'refund', outcome_kobo: 1, payer: 'vendor' })
        .eq('id', id),
      tables.from('claims').update({ returned_goods_kobo: 1, lot_id: null }).eq('id', id),
      tables
        .from('claims')
        .insert({ order_id: goods.orderId, reason: 'spoiled', preferred_outcome: 'refund', requested_kobo: 1 }),
      tables.from('claims').delete().eq('id', id),
      tables.from('claim_events').insert({ claim_id: id, kind: 'decided', part: 'coordinator', text: 'Pay me.' }),
      tables.from('claim_lines').update({ quantity: 2 }).eq('claim_id', id),
      tables.from('claim_evidence').insert({ claim_id: id, part: 'buyer', path: 'x/y', type: 'image/png' }),
      tables.from('lot_incidents').insert({ group_buy_id: buyId, vendor_id: id }),
      tables.from('lot_incidents').update({ status: 'closed' }).eq('group_buy_id', buyId),
      tables.rpc('claim_worth_kobo', { claim: id }),
      tables.rpc('may_judge_lot', { lot: id, person: goods.buyer, step: 'decide' }),
      tables.rpc('lot_count', { buy: buyId }),
    ]
    for (const [at, { status }] of (await Promise.all(attempts)).entries()) {
      expect([at, status >= 400 && status < 500]).toEqual([at, true])
    }
  }
  expect(await wire.market.row('select status, outcome from public.claims where id = $1', [id])).toEqual({
    status: 'open',
    outcome: null,
  })
})

test('deadlines count business days in Lagos, without the configured holidays', async () => {
  const goods = await nextGoods()
  const { now } = await wire.market.row<{ now: Date }>('select now() as now')
  const holidays = async () =>
    new Set(
      (await wire.market.db.owner.query<{ date: string }>('select date::text from public.public_holidays')).rows.map(
        ({ date }) => date,
      ),
    )
  // The next business day becomes one.
  const next = businessDeadline(now, 1, await holidays())
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(next)
  await wire.market.db.owner.query(`insert into public.public_holidays (date, name) values ($1, 'Market day')`, [date])
  const { answer } = await fileClaim(wire.market, goods)
  const claim = await wire.market.row<Record<string, Date>>(
    'select created_at, answer_by, propose_by, decide_by from public.claims where id = $1',
    [answer.body.claim_id],
  )
  const closed = await holidays()
  const by = (days: number) => businessDeadline(claim.created_at ?? now, days, closed)
  expect([claim.answer_by, claim.propose_by, claim.decide_by]).toEqual([by(2), by(4), by(7)])
  // A holiday that is added later does not change the deadline.
  const second = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(claim.answer_by)
  await wire.market.db.owner.query(`insert into public.public_holidays (date, name) values ($1, 'Late news')`, [second])
  const after = await wire.market.row<Record<string, Date>>('select answer_by from public.claims where id = $1', [
    answer.body.claim_id,
  ])
  expect(after.answer_by).toEqual(claim.answer_by)
})

test('uploads are limited in bytes per day, including deleted files, and per claim', async () => {
  const goods = await nextGoods()
  const { owner } = wire.market.db
  await owner.query(`update storage.buckets set bytes_per_day = 200 where id = 'evidence'`)
  try {
    const send = (name: string) => put(`${goods.buyer}/${name}`, PIXEL, goods.buyer)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      statuses.push((await send(`pixel-${n}`)).status)
      await wire.request(`/storage/v1/object/evidence/${goods.buyer}/pixel-${n}`, { method: 'DELETE', as: goods.buyer })
    }
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(429)
    // Concurrent uploads do not get past the limit either.
    const other = await nextGoods()
    const together = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => put(`${other.buyer}/t-${n}`, PIXEL, other.buyer)))
    const stored = together.filter(({ status }) => status === 200).length
    expect([stored > 0, stored < 6]).toEqual([true, true])
  } finally {
    await owner.query(`update storage.buckets set bytes_per_day = 104857600 where id = 'evidence'`)
  }
})

test('unused uploads are deleted after a day; evidence stays', async () => {
  const goods = await nextGoods()
  const { owner } = wire.market.db
  for (const name of ['used', 'unused'])
    expect((await put(`${goods.buyer}/${name}`, PIXEL, goods.buyer)).status).toBe(200)
  expect((await fileClaim(wire.market, goods, { evidence: [`${goods.buyer}/used`] })).answer.status).toBe(200)
  const left = async () => {
    await owner.query('select public.delete_unused_uploads()')
    const { rows } = await owner.query(
      `select storage.filename(name) as name from storage.objects where owner = $1 order by 1`,
      [goods.buyer],
    )
    return rows.map(({ name }) => name)
  }
  expect(await left()).toEqual(['unused', 'used'])
  await owner.query(`update storage.objects set created_at = now() - interval '25 hours' where owner = $1`, [
    goods.buyer,
  ])
  expect(await left()).toEqual(['used'])
})

test('a signed link lasts a day at most', async () => {
  const goods = await nextGoods()
  await put(`${goods.buyer}/bag`, PIXEL, goods.buyer)
  const sign = async (expiresIn: number) =>
    (
      await wire.request(`/storage/v1/object/sign/evidence/${goods.buyer}/bag`, {
        method: 'POST',
        body: JSON.stringify({ expiresIn }),
        headers: { 'content-type': 'application/json' },
        as: goods.buyer,
      })
    ).status
  expect([await sign(86_400), await sign(86_401), await sign(31_536_000)]).toEqual([200, 400, 400])
})
