import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { addMember } from '#server/testing/goods/delivery-runs.ts'
import { makeReady, openHandOverId } from '#server/testing/goods/hand-over.ts'
import { packingMarket } from '#server/testing/goods/packing-market.ts'
import { uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'

// The database enforces the checks of weigh-order against a program that misses them.

let market: TestMarket
let made: Awaited<ReturnType<ReturnType<typeof packingMarket>['confirmed']>>
let lineId: string
beforeAll(async () => {
  market = await openTestMarket()
  const packing = packingMarket(market)
  made = await packing.confirmed(3, 2, { least_kg_per_unit: 3, most_kg_per_unit: 5 })
  lineId = await lineOf(made.orders[0]!.orderId)
})
afterAll(() => market.close())

const lineOf = async (orderId: string) =>
  (await market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [orderId])).id

interface RawWeight {
  line?: string
  by?: string
  number?: number
  units?: number
  grams?: number
  cut?: number
  /** Kobo of the short delivery, and its status; none for null. */
  back?: number | null
  status?: string
  photo?: string
}

/** Writes a weight of two tubers at ₦80,000 of 3 to 5 kg and its short delivery; the error, or ''. */
async function write(weight: RawWeight): Promise<string> {
  const { line = lineId, by = made.keeper, number = 1, units = 2, grams = 8000, cut = 3_200_000 } = weight
  const { back = cut, status = 'entered', photo = await uploadGoodsPhoto(market, by) } = weight
  const client = await market.db.owner.connect()
  try {
    await client.query('begin')
    const id = back === null ? null : crypto.randomUUID()
    if (id !== null) {
      await client.query(
        `insert into public.shortfalls (id, vendor_id, line_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths, by_hub_thousandths, orders, goods_kobo, returned_kobo,
           reason, entered_by, status, due_at) values ($1, $2, $3, 'weight', 0, 2000, 0, 0, 1, $4, $4, 'It weighs less', $5, $6, now())`,
        [id, made.vendorId, line, back, by, status],
      )
    }
    await client.query(
      'insert into public.line_weights (line_id, number, units, grams, cut_kobo, shortfall_id, photo, entered_by) values ($1, $2, $3, $4, $5, $6, $7, $8)',
      [line, number, units, grams, cut, id, photo, by],
    )
    return ''
  } catch (fault) {
    return (fault as Error).message
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('the database holds who weighs, how often, in which bounds, and what it costs', async () => {
  expect(await write({})).toBe('')
  expect(await write({ by: await market.person() })).toMatch('weigh them')
  expect(await write({ by: made.orders[0]!.buyer })).toMatch(/weigh them|own case/)
  expect(await write({ number: 2 })).toMatch('just been weighed')
  expect(await write({ units: 3 })).toMatch('cannot be right')
  expect(await write({ units: 1, grams: 4000, cut: 1_600_000 })).toMatch('cannot be right')
  expect(await write({ grams: 1499, cut: 13_601_600, status: 'waiting' })).toMatch('cannot be right')
  expect(await write({ grams: 20_001, cut: 0, back: null })).toMatch('cannot be right')
  for (const cut of [3_199_999, 3_200_001]) expect(await write({ cut })).toMatch('not that of their weight')
  expect(await write({ back: 3_200_001 })).toMatch('not that of their weight')
  expect(await write({ back: null })).toMatch('not that of their weight')
  expect(await write({ grams: 5999, cut: 6_401_600 })).toMatch('waits for an answer')
  expect(await write({ grams: 5999, cut: 6_401_600, status: 'waiting' })).toBe('')
  expect(await write({ photo: `${crypto.randomUUID()}/somebody-else` })).toMatch('line_weights_')
})

test('weighed goods alone are handed over, and a photograph of the scale proves one weight', async () => {
  const { orderId } = made.orders[1]!
  const line = await lineOf(orderId)
  await makeReady(market, orderId)
  const id = await openHandOverId(market, orderId)
  await market.db.owner.query(
    'insert into public.hand_over_lines (hand_over_id, line_id, quantity) values ($1, $2, 2)',
    [id, line],
  )
  const done = `update public.hand_overs set status = 'done', done_at = now(), handled_by = $2, proof = 'code', goods_kobo = 1, claim_until = now() where id = $1`
  await expect(market.db.owner.query(done, [id, made.keeper])).rejects.toThrow('weighed before')
  await market.db.owner.query('delete from public.hand_over_lines where hand_over_id = $1', [id])
  const photo = await uploadGoodsPhoto(market, made.keeper)
  await market.row(
    'insert into public.photo_proofs (bucket_id, name, digest, kind, subject_id) values ($1, $2, $2, $3, $4) returning name',
    ['deliveries', photo, 'weigh-in', line],
  )
  expect(await write({ photo })).toMatch('proved something else')
})

test('a line is weighed by one scale at a time, each time lower, until some of it is handed over', async () => {
  const { orderId, buyer } = made.orders[2]!
  const line = await lineOf(orderId)
  await addMember(market, { person: buyer, hubId: made.placeId, duty: 'hand-over' })
  expect(await write({ line, by: buyer, grams: 10_000, cut: 0, back: null })).toMatch('own case')
  const body = { line_id: line, kilograms: '8', photo: await uploadGoodsPhoto(market, made.keeper), weighed_before: 0 }
  expect((await market.call('weigh-order', body, { as: made.keeper })).status).toBe(200)
  const lower = { line, number: 2, grams: 7000, cut: 4_800_000, back: 1_600_000 }
  expect(await write(lower)).toBe('')
  expect(await write({ ...lower, number: 1 })).toMatch('just been weighed')
  expect(await write({ ...lower, grams: 8000, cut: 3_200_000, back: null })).toMatch('to a lower one')
  await makeReady(market, orderId)
  await market.db.owner.query(
    'insert into public.hand_over_lines (hand_over_id, line_id, quantity) values ($1, $2, 1)',
    [await openHandOverId(market, orderId), line],
  )
  expect(await write(lower)).toMatch('not handed over')
  await market.db.owner.query('delete from public.hand_over_lines where line_id = $1', [line])
})

test('the audit finds goods that were handed over without a weight, and a price that is not that of the weight', async () => {
  const photo = await uploadGoodsPhoto(market, made.keeper)
  const body = { line_id: lineId, kilograms: '8', photo, weighed_before: 0 }
  expect((await market.call('weigh-order', body, { as: made.keeper })).status).toBe(200)
  expect(await auditFaults(market)).toEqual([])
  const change = (sql: string) => withoutTriggers(market.db.owner, (client) => client.query(sql, [lineId]))
  await change('update public.line_weights set cut_kobo = cut_kobo + 1 where line_id = $1')
  expect(JSON.stringify(await auditFaults(market))).toContain('L25 weights')
  await change('update public.line_weights set cut_kobo = cut_kobo - 1 where line_id = $1')
  await makeReady(market, made.orders[0]!.orderId)
  const id = await openHandOverId(market, made.orders[0]!.orderId)
  const answer = await market.call('read-codes', {}, { as: made.orders[0]!.buyer })
  const code = answer.body.codes.find((one: { hand_over_id: string }) => one.hand_over_id === id).code
  const handOver = { hand_over_id: id, code, lines: null, others: null }
  expect((await market.call('hand-over', handOver, { as: made.keeper })).body.outcome).toBe('done')
  expect(await auditFaults(market)).toEqual([])
  await change(
    'delete from public.photo_proofs where name in (select photo from public.line_weights where line_id = $1)',
  )
  expect(JSON.stringify(await auditFaults(market))).toContain('L25 weighed')
})
