import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults, givePeps } from '#server/testing/money/money-market.ts'
import { paidBuys, type TestOrder } from '#server/testing/money/paid-buys.ts'
import { priceVotes } from '#server/testing/money/price-votes.ts'
import { createTestGateway } from '#server/testing/money/test-gateway.ts'

let market: TestMarket
let buys: ReturnType<typeof paidBuys>
let votes: ReturnType<typeof priceVotes>
beforeAll(async () => {
  market = await openTestMarket()
  const play = createTestGateway(market)
  buys = paidBuys(market, play)
  votes = priceVotes(market, buys, play)
})
afterAll(() => market.close())

/** Mulberry32. */
function chance(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

interface Member extends TestOrder {
  quantity: number
  isPaid: boolean
  /** Agreed, and paid the difference if the order was paid. */
  agreed: boolean
  left: boolean
}

const { seed } = fc.readConfigureGlobal()

test(`everybody pays what they agreed to, to the kobo (seed ${seed})`, { timeout: 300_000 }, async () => {
  const below = chance(seed ?? 1)
  for (let round = 0; round < 6; round += 1) {
    await playVote(below)
    expect(await auditFaults(market), `seed ${seed}, round ${round}`).toEqual([])
  }
})

async function playVote(below: (n: number) => number): Promise<void> {
  const base = 1_000 + below(40_000)
  const productPrice = base + below(100) / 100
  const steps = [1 + below(200), 201 + below(200)]
  const tiers = [2, 4].map((participants, at) => ({ participants, price: base - (steps[at] ?? 0) }))
  const { buyId, ownerId } = await openBuy({ productPrice, tiers, minParticipants: 1 + below(2) })
  const members: Member[] = []
  for (let person = 0; person < 3 + below(4); person += 1) {
    const quantity = 1 + below(7)
    const order = await buys.join(buyId, { quantity })
    const isPaid = below(3) > 0
    if (isPaid) await buys.pay(order)
    members.push({ ...order, quantity, isPaid, agreed: false, left: false })
  }
  const rise = 1 + below(Math.floor(base / 5))
  const { status, body } = await votes.ask(buyId, ownerId, { rise })
  expect(status).toBe(200)
  for (const member of members) await answer(member, below)
  const isWithdrawn = below(4) === 0
  if (isWithdrawn) {
    await market.call('withdraw-higher-price', { price_rise_id: body.price_rise_id }, { as: ownerId })
  } else {
    await market.db.owner.query(
      `update public.payments set expires_at = now() - interval '1 second' where status = 'initiated' and id in (select payment_id from public.price_payments)`,
    )
    await votes.letVoteEnd(buyId)
  }
  await buys.clock()
  await buys.clock()
  for (const member of members) await expectOutcome(member, { isWithdrawn, rise })
  // Some of those who stay pay, others do not; then it settles or fails.
  for (const member of members.filter((one) => !one.isPaid && !one.left && (one.agreed || isWithdrawn)))
    if (below(2) === 0) {
      const { due } = await amountsOf(member)
      await buys.pay({ ...member, dueKobo: Number(due) })
    }
  await buys.letTimePass(buyId, 13)
  for (let turn = 0; turn < 3; turn += 1) await buys.clock()
  await buys.letRefundsArrive()
  await expectFinal(members)
}

async function openBuy({
  productPrice,
  tiers,
  minParticipants,
}: {
  productPrice: number
  tiers: { participants: number; price: number }[]
  minParticipants: number
}) {
  const { vendorId, ownerId } = await market.shop()
  const productId = await market.product(vendorId, { base_price: productPrice.toFixed(2) })
  const buyId = crypto.randomUUID()
  await market.moved(
    'vendor',
    `insert into public.group_buys (id, product_id, vendor_id, status, target_quantity, min_participants, price_tiers, end_date) values ($1, $2, $3, 'active', 100, $4, $5, now() + interval '10 days')`,
    [buyId, productId, vendorId, minParticipants, JSON.stringify(tiers)],
  )
  return { buyId, ownerId }
}

async function answer(member: Member, below: (n: number) => number): Promise<void> {
  const way = below(6)
  if (way === 0) return
  if (way === 1) {
    const left = { order_id: member.orderId, most_charge_kobo: 0 }
    expect((await market.call('leave-group-buy', left, { as: member.buyer })).status).toBe(200)
    member.left = true
    return
  }
  const { moreKobo } = await votes.question(member)
  const pepsKobo = below(3) === 0 ? below(moreKobo + 1) : 0
  if (pepsKobo > 0) await givePeps(market, member.buyer, pepsKobo + 100 - (pepsKobo % 100))
  const { status, body } = await votes.stay(member, { pepsKobo: member.isPaid ? pepsKobo : 0 })
  expect(status).toBe(200)
  // The payment of some is begun and never made.
  if (body.payment?.status === 'initiated' && way === 2) return
  if (body.payment?.status === 'initiated') await votes.payAt(body.payment.payment_id)
  member.agreed = true
  if (below(6) === 0) {
    await market.call('leave-group-buy', { order_id: member.orderId, most_charge_kobo: 0 }, { as: member.buyer })
    member.left = true
  }
}

const amountsOf = ({ orderId }: Member) =>
  market.row<{ status: string; ceiling: bigint; charged: bigint; returned: bigint; due: bigint; fee: bigint }>(
    `select status, (ceiling_unit_price * 100)::bigint as ceiling, charged_kobo as charged, returned_kobo as returned, amount_due_kobo as due, fee_kobo as fee from public.orders where id = $1`,
    [orderId],
  )

/** The cost of the order at this ceiling, fee included. */
const costKobo = (ceilingKobo: bigint, { quantity }: Member): bigint => {
  const goods = ceilingKobo * BigInt(quantity)
  return goods + (goods * 250n) / 10_000n
}

async function expectOutcome(member: Member, { isWithdrawn, rise }: { isWithdrawn: boolean; rise: number }) {
  const now = await amountsOf(member)
  const former = await market.row<{ ceiling: bigint }>(
    'select (r.former_ceiling_price * 100)::bigint as ceiling from public.price_rises r join public.orders o on o.group_buy_id = r.group_buy_id where o.id = $1',
    [member.orderId],
  )
  const stays = !member.left && (isWithdrawn || member.agreed)
  expect(['pending', 'paid'].includes(now.status)).toBe(stays)
  if (!stays) {
    expect([now.returned, now.due]).toEqual([now.charged, 0n])
    return
  }
  const ceiling = former.ceiling + (isWithdrawn ? 0n : BigInt(rise) * 100n)
  expect(now.ceiling).toBe(ceiling)
  expect(member.isPaid ? now.charged - now.returned : now.due).toBe(costKobo(ceiling, member))
}

async function expectFinal(members: readonly Member[]): Promise<void> {
  for (const member of members) {
    const { status, ceiling, charged, returned } = await amountsOf(member)
    const { price } = await market.row<{ price: bigint }>(
      'select (unit_price * 100)::bigint as price from public.orders where id = $1',
      [member.orderId],
    )
    if (status === 'confirmed') {
      expect(price <= ceiling).toBe(true)
      expect(charged - returned).toBe(costKobo(price, member))
    } else expect(charged).toBe(returned)
  }
}
