import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { writeError } from '#database/tests/setup/write-error.ts'
import { moveGroupBuys } from '#server/group-buys/move-group-buys.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, countMails, openMoneyMarket } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { settleBuys } from './settle-buys.ts'

let market: TestMarket
let buys: ReturnType<typeof paidBuys>
beforeAll(async () => {
  const opened = await openMoneyMarket()
  market = opened.market
  buys = paidBuys(market, opened.play)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const SITE = 'https://market.test'
const NO_TIERS = { base_price: 8000, price_tiers: '[]', min_participants: 1 }
const packs = (facts: Record<string, unknown> = {}) =>
  market.buy({ pack_size: 10, pack_unit: 'sack', target_quantity: 100, ...NO_TIERS, ...facts })

/** Joins and pays: the units that a buyer wants, and the most that they would take. */
async function paidFor(buyId: string, ...wishes: (number | [sure: number, most: number])[]) {
  const orders = []
  for (const wish of wishes) {
    const [quantity, upTo] = typeof wish === 'number' ? [wish, null] : wish
    orders.push(await buys.join(buyId, { quantity, upTo }))
  }
  for (const one of orders) await buys.pay(one)
  return orders
}

/** Lets the window, the time to pay and all but an hour of the vendor's time pass. */
const letWindowPass = (buyId: string) => buys.letTimePass(buyId, 11)
const letAnswerTimePass = (buyId: string) =>
  withoutTriggers(market.db.owner, (client) =>
    client.query('update public.group_buys set part_pack_until = now() where id = $1', [buyId]),
  )
const buyRow = (buyId: string) =>
  market.row<Record<string, unknown>>(
    'select status, final_price, settled_participants, current_quantity, paid_participants, end_reason, part_pack_until is not null as asked from public.group_buys where id = $1',
    [buyId],
  )
const unitsOf = async (buyId: string) =>
  (
    await market.db.owner.query(
      'select status, quantity, allotted_quantity as allotted, charged_kobo - returned_kobo as cost from public.orders where group_buy_id = $1 order by order_no',
      [buyId],
    )
  ).rows
/** Units of ₦8,000 with the fee of 2.5%. */
const cost = (units: number) => BigInt(units) * 820_000n

test('full packs settle as ordered', async () => {
  const { buyId } = await packs()
  await paidFor(buyId, 6, 4)
  await letWindowPass(buyId)
  await buys.clock()
  expect(await buyRow(buyId)).toMatchObject({ status: 'confirmed', current_quantity: 10, asked: false })
  expect(await unitsOf(buyId)).toEqual([
    { status: 'confirmed', quantity: 6, allotted: 6, cost: cost(6) },
    { status: 'confirmed', quantity: 4, allotted: 4, cost: cost(4) },
  ])
})

test('“take up to” fills the last pack in turn, and what is not needed comes back', async () => {
  const { buyId, productId } = await packs()
  await paidFor(buyId, [2, 9], [1, 3], [2, 9])
  await letWindowPass(buyId)
  await buys.clock()
  expect((await unitsOf(buyId)).map(({ quantity, cost: kobo }) => [quantity, kobo])).toEqual([
    [4, cost(4)],
    [3, cost(3)],
    [3, cost(3)],
  ])
  expect(await market.stockOf(productId)).toBe(990)
  const facts = await market.row<{ allotted: unknown }>(
    `select n.body as allotted from public.notices n join public.orders o on o.user_id = n.person_id where o.group_buy_id = $1 and n.kind = 'buy-settled' order by o.order_no limit 1`,
    [buyId],
  )
  expect(JSON.stringify(facts)).toContain('would take up to')
})

test('if the last pack is not filled, its shop may bring a part of it', async () => {
  const { buyId, ownerId } = await packs()
  await paidFor(buyId, [8, 9], 4)
  const confirm = (as: string) => market.call('confirm-part-pack', { group_buy_id: buyId }, { as })
  expect((await confirm(ownerId)).body.code).toBe('move_not_allowed')
  await letWindowPass(buyId)
  await buys.clock()
  await buys.clock()
  expect(await buyRow(buyId)).toMatchObject({ status: 'settling', asked: true, final_price: null })
  expect((await confirm(await market.person())).body.code).toBe('buy_not_found')
  expect((await confirm(ownerId)).status).toBe(200)
  expect((await confirm(ownerId)).body.code).toBe('move_not_allowed')
  await buys.clock()
  expect(await buyRow(buyId)).toMatchObject({ status: 'confirmed', current_quantity: 12 })
  expect((await unitsOf(buyId)).map(({ quantity }) => quantity)).toEqual([8, 4])
})

test('without an answer the last pack is not brought, and its units are taken off', async () => {
  const before = await countMails(market, 'shop-part-pack')
  const { buyId } = await packs()
  await paidFor(buyId, [8, 9], 4, 1)
  await letWindowPass(buyId)
  for (let turn = 0; turn < 3; turn += 1) await buys.clock()
  expect(await buyRow(buyId)).toMatchObject({ status: 'settling', asked: true })
  expect(await countMails(market, 'shop-part-pack')).toBe(before + 1)
  await letAnswerTimePass(buyId)
  await buys.clock()
  expect(await buyRow(buyId)).toMatchObject({ status: 'confirmed', current_quantity: 10 })
  expect((await unitsOf(buyId)).map(({ quantity, cost: kobo }) => [quantity, kobo])).toEqual([
    [6, cost(6)],
    [3, cost(3)],
    [1, cost(1)],
  ])
})

test('who gets nothing is refunded in full, and still counts for the price that others were promised', async () => {
  const { buyId } = await packs({
    price_tiers: JSON.stringify([{ participants: 12, price: 7000 }]),
    min_participants: 12,
  })
  const all = await paidFor(buyId, ...Array.from({ length: 12 }, () => 1))
  await letWindowPass(buyId)
  await buys.clock()
  await letAnswerTimePass(buyId)
  await buys.clock()
  // Ten people are below the minimum by now, and none of them pays for it.
  expect(await buyRow(buyId)).toMatchObject({
    status: 'confirmed',
    final_price: '7000.00',
    settled_participants: 12,
    paid_participants: 10,
  })
  const rows = await unitsOf(buyId)
  expect(rows.slice(0, 10).every(({ status, quantity }) => status === 'confirmed' && quantity === 1)).toBe(true)
  expect(rows.slice(10)).toEqual(
    Array.from({ length: 2 }, () => ({ status: 'refunding', quantity: 1, allotted: 0, cost: 0n })),
  )
  expect(await countMails(market, 'pack-not-filled')).toBe(2)
  await buys.letRefundsArrive()
  expect(await market.statusOf('orders', all[11]?.orderId)).toBe('refunded')
})

test('without a single full pack the buy fails, and everything comes back', async () => {
  const { buyId, productId } = await packs()
  await paidFor(buyId, 3, [2, 4])
  await letWindowPass(buyId)
  await buys.clock()
  await letAnswerTimePass(buyId)
  await buys.clock()
  expect(await buyRow(buyId)).toMatchObject({
    status: 'failed',
    end_reason: 'not one pack was filled',
    current_quantity: 0,
  })
  expect((await unitsOf(buyId)).map(({ status, cost: kobo }) => [status, kobo])).toEqual([
    ['refunding', 0n],
    ['refunding', 0n],
  ])
  expect(await market.stockOf(productId)).toBe(1000)
})

test('a settlement that is interrupted between two batches goes on with the same units', async () => {
  const { buyId } = await packs()
  await paidFor(buyId, [2, 9], [1, 3], [2, 9], 1, 2)
  await letWindowPass(buyId)
  await moveGroupBuys(market.db.database, SITE)
  // The second batch of two orders fails.
  await market.db.owner.query(
    `create function public.power_cut() returns trigger language plpgsql as $$ begin
       if (select count(*) from public.orders o where o.group_buy_id = new.group_buy_id and o.status = 'confirmed') > 2 then raise exception 'power cut'; end if;
       return null;
     end $$;
     create trigger power_cut after update of status on public.orders for each row execute function public.power_cut()`,
  )
  expect(await settleBuys(market.db.database, SITE, 2)).toHaveLength(1)
  const half = await unitsOf(buyId)
  expect(half.filter(({ status }) => status === 'confirmed')).toHaveLength(2)
  expect(await auditFaults(market)).toEqual([])
  await market.db.owner.query('drop function public.power_cut cascade')
  expect(await settleBuys(market.db.database, SITE, 2)).toEqual([])
  const rows = await unitsOf(buyId)
  expect(rows.map(({ allotted }) => allotted)).toEqual(half.map(({ allotted }) => allotted))
  expect(rows.map(({ quantity }) => quantity)).toEqual([3, 2, 2, 1, 2])
  expect(await buyRow(buyId)).toMatchObject({ status: 'confirmed', current_quantity: 10 })
})

test('any buy in packs: whole packs, nobody above their most, sums to the kobo', async () => {
  const wishes = fc.array(fc.record({ sure: fc.integer({ min: 1, max: 6 }), more: fc.integer({ min: 0, max: 4 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(wishes, fc.boolean(), async (people, bringsPart) => {
      const { buyId, ownerId } = await packs({ target_quantity: 100 })
      await paidFor(buyId, ...people.map(({ sure, more }): [number, number] => [sure, sure + more]))
      await letWindowPass(buyId)
      await buys.clock()
      if ((await buyRow(buyId)).asked) {
        if (bringsPart) await market.call('confirm-part-pack', { group_buy_id: buyId }, { as: ownerId })
        else await letAnswerTimePass(buyId)
        await buys.clock()
      }
      const { status, asked } = await buyRow(buyId)
      const rows = await unitsOf(buyId)
      const settled = rows.filter((row) => row.status === 'confirmed')
      expect(settled.length > 0).toBe(status === 'confirmed')
      const units = settled.reduce((all, { quantity }) => all + quantity, 0)
      if (!asked || !bringsPart) expect(units % 10).toBe(0)
      rows.forEach((row, index) => {
        const { sure = 0, more = 0 } = people[index] ?? {}
        expect(row.cost).toBe(row.status === 'confirmed' ? cost(row.quantity) : 0n)
        expect(row.quantity <= sure + more).toBe(true)
        if (!asked || bringsPart) expect(row.quantity >= sure).toBe(true)
      })
      expect(await auditMarket(market.db.owner)).toEqual([])
    }),
    { numRuns: inject('trialsAreWhole') ? 15 : 5 },
  )
})

test('the database refuses other units than those of whole packs', async () => {
  const { buyId } = await packs()
  await paidFor(buyId, [3, 5], 5)
  const refusal = (...statements: string[]) =>
    writeError(market.db.owner, async (client) => {
      await client.query(`select public.caused_by('clock')`)
      for (const statement of statements) await client.query(statement, [buyId])
    })
  const CLOSE = `update public.group_buys set status = 'closed' where id = $1`
  const SETTLE = `update public.group_buys set status = 'settling' where id = $1`
  const FIX = `update public.group_buys set final_price = 8000, settled_participants = 2, settled_at = now() where id = $1`
  const allot = (units: string) =>
    `update public.orders set reserved_quantity = quantity, allotted_quantity = ${units} where group_buy_id = $1`
  const settleAt = (units: string) =>
    `update public.orders set status = 'confirmed', settled_at = now(), unit_price = 8000, quantity = ${units}, total_amount = 8000 * ${units} where group_buy_id = $1`
  const CONFIRM = `update public.group_buys set status = 'confirmed' where id = $1`
  const steps = [CLOSE, SETTLE, FIX]
  expect(await refusal(...steps, allot('5'), settleAt('5'), CONFIRM)).toBe('')
  expect(await refusal(allot('5'))).toMatch(/shared out once/)
  expect(await refusal(CLOSE, SETTLE, allot('5'))).toMatch(/shared out once/)
  expect(await refusal(...steps, allot('5'), allot('4'))).toMatch(/shared out once/)
  expect(await refusal(...steps, allot('6'))).toMatch(/allotted_is_part_of_reserved/)
  expect(await refusal(...steps, allot('5'), settleAt('4'))).toMatch(/settles at the units it was allotted/)
  expect(await refusal(...steps, settleAt('5'))).toMatch(/settles at the units it was allotted/)
  expect(await refusal(...steps, allot('4'), settleAt('4'), CONFIRM)).toMatch(/whole packs/)
  expect(
    await refusal(CLOSE, SETTLE, 'update public.group_buys set part_pack_confirmed_at = now() where id = $1'),
  ).toMatch(/part of a pack/)

  const { buyId: plain } = await market.buy({ ...NO_TIERS, target_quantity: 20 })
  await paidFor(plain, 5, 5)
  const others = (...statements: string[]) =>
    writeError(market.db.owner, async (client) => {
      await client.query(`select public.caused_by('clock')`)
      for (const statement of statements) await client.query(statement, [plain])
    })
  expect(await others(...steps, settleAt('5'))).toBe('')
  expect(await others(...steps, settleAt('4'))).toMatch(/only quantities of packs/)
})
