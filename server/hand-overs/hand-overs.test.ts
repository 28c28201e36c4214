import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TakenLine } from '#domain/hand-overs/plan-hand-over.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import {
  completeHandOver,
  completeOrder,
  endClaimTime,
  makeReady,
  openHandOverId,
} from '#server/testing/goods/hand-over.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { raiseAmountLimits } from '#server/testing/money/amounts.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { finishHandOver } from './finish-hand-over.ts'
import { releaseHandOvers } from './release-hand-overs.ts'

let market: TestMarket
let vendorId: string
let ownerId: string
let chief: string
const orders: string[] = []
const nextOrder = () => orders.pop() ?? ''
beforeAll(async () => {
  market = await openTestMarket()
  await raiseAmountLimits(market)
  chief = await market.person({ role: 'chief' })
  const made = await paidBuys(market).settled(13, { quantity: 6 })
  vendorId = made.vendorId
  ownerId = made.ownerId
  orders.push(...made.orders.map(({ orderId }) => orderId))
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const order = (id: string) =>
  market.row<{ status: string; goods: bigint; fee: bigint }>(
    'select status, (total_amount * 100)::bigint as goods, fee_kobo as fee from public.orders where id = $1',
    [id],
  )
const balance = async (kind: string, owner: string) =>
  (await market.row<{ kobo: bigint | null }>('select ledger.balance_kobo($1, $2) as kobo', [kind, owner])).kobo ?? 0n
const release = () => releaseHandOvers(market.db.database)
const units = async (orderId: string, quantity: number): Promise<TakenLine[]> => {
  const line = await market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [orderId])
  return [{ line_id: line.id, quantity }]
}
const requestRefund = (orderId: string, goods_kobo: number) =>
  market.call(
    'refund-part',
    { order_id: orderId, goods_kobo, payer: 'vendor', reason: 'Some of it came short' },
    { as: chief },
  )

describe('a ready order', () => {
  test('has one open hand-over of all remaining goods, also after repeated calls', async () => {
    const id = nextOrder()
    const first = await makeReady(market, id)
    const open = () => market.row('select public.open_hand_over($1) as id', [id])
    expect(await Promise.all([open(), open(), open()])).toEqual([{ id: first }, { id: first }, { id: first }])
    expect(await market.row('select kind from public.hand_overs where id = $1', [first])).toEqual({ kind: 'pickup' })
  })

  test('that is delivered after all has no collection deadline', async () => {
    const id = nextOrder()
    await makeReady(market, id)
    await market.db.owner.query(`update public.orders set fulfilment = 'delivery' where id = $1`, [id])
    expect(await market.row('select kind, due_until from public.hand_overs where order_id = $1', [id])).toEqual({
      kind: 'delivery',
      due_until: null,
    })
  })

  test('becomes collected only by a hand-over', async () => {
    const id = nextOrder()
    await makeReady(market, id)
    const move = `update public.orders set status = 'collected' where id = $1`
    await expect(market.moved('hub', move, [id])).rejects.toThrow('Goods change hands by a hand-over')
    await completeHandOver(market, id)
    await expect(
      market.moved('clock', `update public.orders set status = 'completed' where id = $1`, [id]),
    ).rejects.toThrow('is not released')
  })
})

describe('the money', () => {
  test('is released after the claim time, once, also with concurrent jobs', async () => {
    const id = nextOrder()
    await makeReady(market, id)
    const { claimUntil, isAll } = await completeHandOver(market, id)
    expect(isAll).toBe(true)
    const { hours } = await market.row<{ hours: number }>(
      'select round(extract(epoch from $1 - done_at) / 3600)::integer as hours from public.hand_overs where order_id = $2',
      [claimUntil, id],
    )
    expect(hours).toBe(72)
    const before = await balance('vendor', vendorId)
    await release()
    expect(await balance('vendor', vendorId)).toBe(before)
    await expect(
      market.db.owner.query(
        `update public.hand_overs set released_at = now(), released_kobo = goods_kobo where order_id = $1`,
        [id],
      ),
    ).rejects.toThrow('A claim may still be made')
    await endClaimTime(market, id)
    await Promise.all([release(), release(), release(), release()])
    const { goods, status } = await order(id)
    expect(status).toBe('completed')
    expect(await balance('vendor', vendorId)).toBe(before + goods - (goods * 500n) / 10_000n)
    expect(await balance('escrow', id)).toBe(0n)
  })

  test('is not released while a claim is open', async () => {
    const id = nextOrder()
    await makeReady(market, id)
    await completeHandOver(market, id)
    const answer = (is: boolean) =>
      market.db.owner.query(
        `create or replace function public.has_open_claim(hand_over uuid) returns boolean language sql stable security definer set search_path = '' as $$ select ${is} $$`,
      )
    await answer(true)
    await endClaimTime(market, id)
    await release()
    expect(await order(id)).toMatchObject({ status: 'collected' })
    await expect(
      market.db.owner.query(
        `update public.hand_overs set released_at = now(), released_kobo = goods_kobo where order_id = $1`,
        [id],
      ),
    ).rejects.toThrow('A claim may still be made')
    await answer(false)
    await release()
    expect(await order(id)).toMatchObject({ status: 'completed' })
  })

  test('of an order whose last goods were refunded is released for what was collected', async () => {
    const id = nextOrder()
    await makeReady(market, id)
    await completeHandOver(market, id, await units(id, 4))
    const { goods } = await order(id)
    expect((await requestRefund(id, Number(goods / 3n))).status).toBe(200)
    expect(await openHandOverId(market, id)).toBeUndefined()
    await endClaimTime(market, id)
    await release()
    expect(await order(id)).toMatchObject({ status: 'completed' })
    expect(await balance('escrow', id)).toBe(0n)
  })

  test('is released to the kobo in any sequence of partial hand-overs, refunds and releases', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = nextOrder()
      const before = await balance('vendor', vendorId)
      await makeReady(market, id)
      let back = 0n
      const steps = [2, 1, 2, 1].sort(() => chance() - 0.5)
      for (const [index, quantity] of steps.entries()) {
        if (!(await openHandOverId(market, id))) break
        const left = await market.row<{ units: number }>('select quantity as units from public.units_left($1)', [id])
        await completeHandOver(market, id, await units(id, Math.min(quantity, left.units)))
        if (chance() < 0.5) await endClaimTime(market, id)
        await release()
        if (index === round) {
          const kobo = 1_000_000 + Math.floor(chance() * 3_000_000)
          const held = await balance('escrow', id)
          if (held > 0n && (await requestRefund(id, kobo)).status === 200) back += BigInt(kobo)
        }
      }
      await endClaimTime(market, id)
      await release()
      const { goods, status } = await order(id)
      expect(status).toBe('completed')
      expect(await balance('escrow', id)).toBe(0n)
      const gained = (await balance('vendor', vendorId)) - before
      const owed = goods - back
      // The vendor's fee is rounded once on the earnings and once on their refunds.
      expect(gained - (owed - (owed * 500n) / 10_000n)).toBeGreaterThanOrEqual(-1n)
      expect(gained - (owed - (owed * 500n) / 10_000n)).toBeLessThanOrEqual(1n)
      expect(await auditFaults(market)).toEqual([])
    }
  })
})

describe('a hand-over is refused', () => {
  test('for more than is left, for other goods, or for nothing', async () => {
    const id = nextOrder()
    const handOverId = await makeReady(market, id)
    const finish = (lines: TakenLine[], handledBy = ownerId) =>
      market.db.database.as(SERVICE, (tx) => finishHandOver(tx, { handOverId, lines, handledBy, proof: 'code' }))
    expect(await finish(await units(id, 7))).toMatchObject({ code: 'not_left' })
    expect(await finish([{ line_id: crypto.randomUUID(), quantity: 1 }])).toMatchObject({ code: 'not_left' })
    expect(await finish([])).toMatchObject({ code: 'nothing_selected' })
    const [line] = await units(id, 1)
    expect(line && (await finish([line, line]))).toMatchObject({ code: 'invalid_input' })
    const { user_id } = await market.row<{ user_id: string }>('select user_id from public.orders where id = $1', [id])
    expect(await finish(await units(id, 1), user_id)).toMatchObject({ code: 'own_goods' })
    // The database refuses what a command misses.
    await expect(
      market.db.owner.query('insert into public.hand_over_lines (hand_over_id, line_id, quantity) values ($1, $2, 7)', [
        handOverId,
        line?.line_id,
      ]),
    ).rejects.toThrow('not left')
    await expect(
      market.db.owner.query(
        `update public.hand_overs set status = 'done', done_at = now(), proof = 'code', claim_until = now(), handled_by = $2 where id = $1`,
        [handOverId, user_id],
      ),
    ).rejects.toThrow('Nobody hands over to themselves')
    await handOverAllOf(id)
    await expect(
      market.db.owner.query(`update public.hand_overs set goods_kobo = 1 where id = $1`, [handOverId]),
    ).rejects.toThrow('has ended')
  })

  test('a second time, also for concurrent calls', async () => {
    const id = nextOrder()
    await makeReady(market, id)
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => completeHandOver(market, id)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

async function handOverAllOf(id: string): Promise<void> {
  await completeHandOver(market, id)
  await endClaimTime(market, id)
  await release()
}

test('an order goes from confirmed to completed', async () => {
  const id = nextOrder()
  await completeOrder(market, id)
  expect(await order(id)).toMatchObject({ status: 'completed' })
})

test('a buy is completed with its last order', async () => {
  const made = await paidBuys(market).settled(5)
  await market.moved('vendor', `update public.group_buys set status = 'ready' where id = $1`, [made.buyId])
  const buy = async () =>
    (await market.row<{ status: string }>('select status from public.group_buys where id = $1', [made.buyId])).status
  for (const { orderId } of made.orders) {
    expect(await buy()).toBe('ready')
    await completeOrder(market, orderId)
  }
  expect(await buy()).toBe('completed')
})

const seed = Number(fc.readConfigureGlobal()?.seed)
let state = Math.abs(seed) % 1_000_000
/** Random numbers that repeat with the same FUZZ_SEED. */
function chance(): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return state / 2_147_483_648
}
