import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command, type Goods, goodsToCollect, upload } from '../goods-to-collect.ts'
import { openTarget, type Person, type Target } from '../open-target.ts'

let target: Target
let goods: Goods
beforeAll(async () => {
  target = await openTarget()
  goods = await goodsToCollect(target, { shares: 20 })
})
afterAll(() => target.close())

/** Goods just handed over, and the amounts that their buyer may claim. */
async function taken() {
  const one = goods.next()
  const [staff] = goods.staff as [Person]
  const body = { hand_over_id: one.handOverId, code: one.code, lines: null }
  expect((await command(target, 'hand-over', { as: staff, body })).body.outcome).toBe('done')
  const { rows } = await target.owner.query('select id from public.order_lines where order_id = $1', [one.orderId])
  return { ...one, lineId: rows[0].id as string }
}

async function picture(as: Person): Promise<string> {
  const create = { width: 40, height: 40, channels: 3, background: '#8a5a2b' } as const
  const bytes = await sharp({ create }).jpeg().toBuffer()
  const { status, path } = await upload(target, { bucket: 'evidence', as, bytes, type: 'image/jpeg' })
  expect(status).toBe(200)
  return path
}

const claim = (as: Person | undefined, one: Awaited<ReturnType<typeof taken>>, more: Record<string, unknown>) =>
  command(target, 'open-claim', {
    ...(as && { as }),
    body: {
      order_id: one.orderId,
      hand_over_id: one.handOverId,
      reason: 'short_weight',
      preferred_outcome: 'refund',
      requested_kobo: 50_000,
      lines: [{ line_id: one.lineId, quantity: 1 }],
      text: 'The bag is half a kilo short.',
      evidence: [],
      ...more,
    },
  })
/** A buyer with goods, who may therefore upload pictures. */
const otherBuyer = ({ id }: Person) => goods.buyers.find((one) => one.id !== id) as Person
const claimsOf = async (orderId: string) =>
  (await target.owner.query('select count(*)::integer as n from public.claims where order_id = $1', [orderId])).rows[0]
    .n

test('the same claim many times at once is one claim', async () => {
  const one = await taken()
  const evidence = [await picture(one.buyer)]
  const all = await Promise.all(Array.from({ length: 8 }, () => claim(one.buyer, one, { evidence })))
  expect(all.filter(({ status }) => status !== 200)).toEqual([])
  expect(new Set(all.map(({ body }) => body.claim_id)).size).toBe(1)
  expect(await claimsOf(one.orderId)).toBe(1)
})

test('no user can claim for the orders of another, nor with the hand-over of another order', async () => {
  const [one, other] = [await taken(), await taken()]
  const stranger = await target.signIn()
  const owned = await picture(one.buyer)
  for (const as of [undefined, stranger, goods.vendor, goods.staff[0] as Person, otherBuyer(one.buyer)]) {
    expect((await claim(as, one, { evidence: [owned] })).status).toBe(as ? 404 : 401)
  }
  const evidence = [await picture(one.buyer)]
  expect((await claim(one.buyer, one, { evidence, hand_over_id: other.handOverId })).status).toBeGreaterThanOrEqual(400)
  expect((await claim(one.buyer, one, { evidence, lines: [{ line_id: other.lineId, quantity: 1 }] })).status).toBe(409)
  expect([await claimsOf(one.orderId), await claimsOf(other.orderId)]).toEqual([0, 0])
})

test('evidence must be the buyer’s own picture, used in one claim; amounts are limited to the collected goods', async () => {
  const [one, two] = [await taken(), await taken()]
  const stranger = otherBuyer(one.buyer)
  const own = await picture(one.buyer)
  const refused: [string, Record<string, unknown>][] = [
    ['none', { evidence: [] }],
    ['made up', { evidence: [`${one.buyer.id}/no-such-picture.jpg`] }],
    ['of somebody else', { evidence: [await picture(stranger)] }],
    ['from another bucket', { evidence: ['../hand-over-photos/x.jpg'] }],
    ['too much', { evidence: [own], requested_kobo: 10_000_000 }],
    ['nothing', { evidence: [own], requested_kobo: 0 }],
    ['less than nothing', { evidence: [own], requested_kobo: -1 }],
    ['part of a kobo', { evidence: [own], requested_kobo: 0.5 }],
    ['more units', { evidence: [own], lines: [{ line_id: one.lineId, quantity: 3 }] }],
    ['no unit', { evidence: [own], lines: [{ line_id: one.lineId, quantity: 0 }] }],
    ['units below zero', { evidence: [own], lines: [{ line_id: one.lineId, quantity: -2 }] }],
  ]
  for (const [name, more] of refused) {
    const { status } = await claim(one.buyer, one, more)
    expect([name, status >= 400 && status < 500]).toEqual([name, true])
  }
  expect(await claimsOf(one.orderId)).toBe(0)
  expect((await claim(one.buyer, one, { evidence: [own] })).status).toBe(200)
  expect((await claim(two.buyer, two, { evidence: [own] })).status).toBeGreaterThanOrEqual(400)
  // A decided claim cannot be withdrawn, and its evidence cannot be replaced.
  for (const method of ['DELETE', 'PUT']) {
    const init = { method, token: one.buyer.token, ...(method === 'PUT' && { body: 'other' }) }
    expect((await target.request(`/storage/v1/object/evidence/${own}`, init)).ok).toBe(false)
  }
  expect((await target.request(`/storage/v1/object/evidence/${own}`, { token: stranger.token })).ok).toBe(false)
})

test('rejects loads and shortfalls of zero, negative and huge amounts', async () => {
  const [staff] = goods.staff as [Person]
  const one = goods.next()
  const { rows } = await target.owner.query('select id, product_id from public.order_lines where order_id = $1', [
    one.orderId,
  ])
  const [line] = rows
  const load = { pickup_point_id: goods.hubId, group_buy_id: null, order_id: one.orderId, product_id: line.product_id }
  const rest = { part: 1, photo: null, shelf: '', note: '' }
  for (const amounts of [
    ...[0, -1, 0.5, 1e9, 2 ** 53, 'two', null].map((units) => ({ units, kilograms: null })),
    ...['0', '-5', '1e9', '999999999999', 'NaN', '5,5,5'].map((kilograms) => ({ units: 2, kilograms })),
  ]) {
    const { status } = await command(target, 'weigh-in', { as: staff, body: { ...load, ...rest, ...amounts } })
    expect([amounts, status >= 400 && status < 500]).toEqual([amounts, true])
  }
  const of = { group_buy_id: null, line_id: line.id, pickup_point_id: goods.hubId, kind: 'short', entered_before: 0 }
  for (const missing of ['0', '-1', '3', '1e3', '999999999999', '', 'all', '0.0001']) {
    const body = { ...of, missing, reason: 'The bag is torn open', photo: null }
    const { status } = await command(target, 'enter-shortfall', { as: staff, body })
    expect([missing, status >= 400 && status < 500]).toEqual([missing, true])
  }
  const { rows: written } = await target.owner.query(
    `select (select count(*) from public.weigh_ins)::integer as loads, (select count(*) from public.shortfalls)::integer as short`,
  )
  expect(written).toEqual([{ loads: 0, short: 0 }])
})
