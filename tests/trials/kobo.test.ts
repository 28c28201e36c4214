import { expect, test } from 'vitest'
import { feeKobo, feeRefundKobo, sumKobo } from '#domain/money.ts'
import { settledAmounts } from '#domain/orders/amounts.ts'
import { goodsRefundKobo, handOverLines } from '#domain/payments/handing-over.ts'
import { rewardBackKobo } from '#domain/payments/rewarding.ts'
import { createTestDatabase } from '#platform/postgres/testing.ts'
import { draw, seed, size, TIMEOUT_MS } from './setup/sizes.ts'

// Every kobo, three fees, chains of refunds.

const MOST = 20_000_000
const STRIDE = size(199, 1)
const CHAINS = size(4_000, 200_000)
const RATES = [250, 500, 50]

type FeeRule = (kobo: bigint, basisPoints: number) => bigint

test(
  `fees of ${Math.ceil(MOST / STRIDE)} amounts are the exact percentage, rounded down`,
  () => {
    expect(wrongFees(feeKobo)).toBe(0)
  },
  TIMEOUT_MS,
)

test('half up, or down by the line, is found', () => {
  expect(wrongFees((kobo, bps) => (kobo * BigInt(bps) + 5_000n) / 10_000n)).toBeGreaterThan(0)
  // Each of three units separately.
  expect(
    wrongFees((kobo, bps) => 2n * feeKobo(kobo / 3n, bps) + feeKobo(kobo - 2n * (kobo / 3n), bps)),
  ).toBeGreaterThan(0)
})

/**
 * Numbers are exact here: the largest product is 10^10. Where the stride skips most values, the boundaries of each fee
 * are tested instead.
 */
function wrongFees(fee: FeeRule): number {
  let wrong = 0
  const look = (kobo: number) => {
    for (const bps of RATES) if (Number(fee(BigInt(kobo), bps)) !== Math.floor((kobo * bps) / 10_000)) wrong += 1
  }
  for (let kobo = 1; kobo <= 2_001; kobo += 1) look(kobo)
  // The deliberate fault has been found by then.
  if (wrong > 0) return wrong
  for (let kobo = 1; kobo <= MOST; kobo += STRIDE) look(kobo)
  return wrong
}

test('the database rounds as the domain does', async () => {
  const db = await createTestDatabase()
  try {
    for (const bps of RATES) {
      const { rows } = await db.owner.query<{ kobo: bigint; fee: bigint }>(
        'select k::bigint as kobo, (k::bigint * $1 / 10000)::bigint as fee from generate_series(1, $2::int, $3::int) k',
        [bps, MOST, size(19_997, 1_999)],
      )
      expect(rows.filter(({ kobo, fee }) => feeKobo(kobo, bps) !== fee)).toEqual([])
    }
  } finally {
    await db.drop()
  }
})

/** The refunds of a whole order, part by part. */
type RefundRule = (chain: { whole: bigint; goods: bigint; before: bigint; after: bigint }) => bigint

const feeBack: RefundRule = ({ whole, goods, before, after }) =>
  feeRefundKobo({ orderFeeKobo: whole, goodsKobo: goods, refundedBeforeKobo: before, refundedAfterKobo: after })
const rewardBack: RefundRule = ({ whole, goods, before, after }) =>
  rewardBackKobo({ rewardKobo: whole, goodsKobo: goods, givenBackBeforeKobo: before, givenBackAfterKobo: after })

test(`${CHAINS} chains of refunds give back each fee and each reward to the kobo (seed ${seed})`, () => {
  expect([wrongChains(feeBack, 250), wrongChains(rewardBack, 50)]).toEqual([0, 0])
})

test('a refund that is rounded by itself is found', () => {
  const alone: RefundRule = ({ whole, goods, before, after }) => (whole * (after - before)) / goods
  expect(wrongChains(alone, 250)).toBeGreaterThan(CHAINS / 2)
})

function wrongChains(back: RefundRule, bps: number): number {
  const next = draw('chains')
  let wrong = 0
  for (let chain = 0; chain < CHAINS; chain += 1) {
    const goods = BigInt(1 + next(MOST))
    const whole = feeKobo(goods, bps)
    let [before, given] = [0n, 0n]
    for (let parts = 1 + next(12); before < goods; parts -= 1) {
      const after = parts <= 1 ? goods : before + BigInt(1 + next(Number(goods - before)))
      const step = back({ whole, goods, before, after })
      if (step < 0n) wrong += 1
      given += step
      before = after
    }
    if (given !== whole) wrong += 1
  }
  return wrong
}

test(
  `${CHAINS} orders handed over and given back in parts leave nothing behind, and the vendor keeps 95%`,
  () => {
    const next = draw('orders')
    let wrong = 0
    for (let count = 0; count < CHAINS; count += 1) {
      const ceiling = BigInt(1 + next(2_000_000))
      const quantity = 1 + next(9)
      const final = ceiling - BigInt(next(Number(ceiling)))
      const amounts = settledAmounts({
        finalUnitPriceKobo: final,
        ceilingUnitPriceKobo: ceiling,
        quantity,
        hasReferrer: true,
      })
      const charged = ceiling * BigInt(quantity)
      const { goodsKobo, feeKobo: fee, vendorGetsKobo, comesBackKobo } = amounts
      if (goodsKobo + fee + comesBackKobo !== charged + feeKobo(charged, 250)) wrong += 1
      if (vendorGetsKobo * 100n < goodsKobo * 95n) wrong += 1
      let [handedOverKobo, givenBackKobo, moved] = [0n, 0n, 0n]
      const order = { orderId: 'o', vendorId: 'v', goodsKobo, feeKobo: fee, vendorFeeBasisPoints: 500 }
      while (handedOverKobo + givenBackKobo < goodsKobo) {
        const state = { ...order, deliveryFeeKobo: 0n, deliveredBy: 'market' as const, handedOverKobo, givenBackKobo }
        const left = goodsKobo - handedOverKobo - givenBackKobo
        const step = next(3) === 0 ? left : 1n + BigInt(next(Number(left)))
        if (next(2) === 0) {
          const lines = handOverLines(state, step, { isDelivered: false })
          moved += sumKobo(lines)
          handedOverKobo += step
        } else {
          moved += goodsRefundKobo(state, step)
          givenBackKobo += step
        }
      }
      if (moved !== goodsKobo + fee) wrong += 1
    }
    expect(wrong).toBe(0)
  },
  TIMEOUT_MS,
)
