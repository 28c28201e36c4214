import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lowerCartQuantity } from '#domain/group-buys/participants/lower-quantity.ts'
import { isRefusal } from '#domain/refusal.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { cancelFreeUntil, decideCancel } from './cancelling.ts'
import { cartTotals } from './cart-totals.ts'
import { decideCheckout } from './checking-out.ts'
import type { OfferedProduct } from './offer-fault.ts'
import type { UnpaidStanding } from './unpaid/unpaid-standing.ts'

const unpaid = {
  grade: 'verified',
  orders: 0,
  kobo: 0n,
  lapses: 0,
  limits: { unpaid_verified_orders: 1_000, unpaid_verified_naira: 1e15 },
} as unknown as UnpaidStanding
const buyer = { id: 'ada', held: new Map<string, number>(), confirmed: true, unpaid }

const offered = (facts: Partial<OfferedProduct> & { id: string }): OfferedProduct => ({
  name: 'Ofada rice',
  vendorId: 'bola',
  ownerId: 'bolas-owner',
  shopIsOpen: true,
  isArchived: false,
  basePriceKobo: 100_000n,
  unit: 'bag',
  min_quantity: 1,
  max_quantity: null,
  available_quantity: 1_000_000,
  shareDate: null,
  pausedUntil: null,
  shopPause: null,
  ...facts,
})

const anyCart = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    vendorId: fc.constantFrom('a', 'b', 'c', 'd'),
    basePriceKobo: fc.bigInt({ min: 1n, max: 10_000_000n }),
    quantity: fc.integer({ min: 1, max: 1_000 }),
  }),
  { minLength: 1, maxLength: 20, selector: ({ id }) => id },
)

const decide = (
  products: readonly OfferedProduct[],
  lines: Parameters<typeof decideCheckout>[0],
  expectedKobo: bigint,
) =>
  decideCheckout(lines, {
    products: new Map(products.map((product) => [product.id, product])),
    buyer,
    expectedKobo,
    buyerBasisPoints: 250,
    today: '2026-03-10',
  })

describe('a checkout', () => {
  it('charges what the cart page shows, to the kobo, one order a shop, and splits every unit once', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const products = cart.map(({ quantity: _, ...facts }) => offered(facts))
        const shown = cartTotals(
          cart.map(({ basePriceKobo: priceKobo, quantity, vendorId }) => ({ priceKobo, quantity, vendorId })),
          250,
        )
        const seen = cart.map(({ id, quantity, basePriceKobo }) => ({
          productId: id,
          quantity,
          unitPriceKobo: basePriceKobo,
        }))
        const plan = decide(products, seen, shown.totalKobo)
        if (isRefusal(plan)) throw new Error(formatInEnglish(plan.message))
        expect(plan.totalKobo).toBe(shown.totalKobo)
        expect(new Set(plan.orders.map(({ vendorId }) => vendorId)).size).toBe(plan.orders.length)
        for (const { goodsKobo, feeKobo, totalKobo, lines, quantity, vendorId } of plan.orders) {
          expect(feeKobo).toBe((goodsKobo * 250n) / 10_000n)
          expect(totalKobo).toBe(goodsKobo + feeKobo)
          expect(lines.every(({ product }) => product.vendorId === vendorId)).toBe(true)
          expect(quantity).toBe(lines.reduce((all, line) => all + line.quantity, 0))
        }
        expect(plan.orders.flatMap(({ lines }) => lines.map(({ product }) => product.id)).sort()).toEqual(
          cart.map(({ id }) => id).sort(),
        )
      }),
    )
  })

  it('rejects a price or total that differs from the shown one, even by one kobo', () => {
    fc.assert(
      fc.property(anyCart, fc.nat(), fc.constantFrom(-1n, 1n), fc.boolean(), (cart, at, by, isTotal) => {
        const products = cart.map(({ quantity: _, ...facts }) => offered(facts))
        const lines = cart.map(({ basePriceKobo: priceKobo, quantity, vendorId }) => ({
          priceKobo,
          quantity,
          vendorId,
        }))
        const { totalKobo } = cartTotals(lines, 250)
        const seen = cart.map(({ id, quantity, basePriceKobo }, index) => ({
          productId: id,
          quantity,
          unitPriceKobo: basePriceKobo + (!isTotal && index === at % cart.length ? by : 0n),
        }))
        const plan = decide(products, seen, totalKobo + (isTotal ? by : 0n))
        expect(plan).toMatchObject({ code: 'total_mismatch', details: { total_kobo: String(totalKobo) } })
      }),
    )
  })
})

describe('cancelling what is paid', () => {
  const line = (shareDate: string | null, isPacked = false) => ({ shareDate, isPacked })
  const paid = (...lines: ReturnType<typeof line>[]) => ({ status: 'paid', isBeingPaid: false, lines })

  it('is free until 72 hours before the first sharing day begins in Lagos, to the millisecond', () => {
    const until = cancelFreeUntil([line('2026-03-20'), line('2026-03-14'), line(null)])
    expect(until).toEqual(new Date('2026-03-10T23:00:00.000Z'))
    const order = paid(line('2026-03-14'))
    expect(decideCancel(order, new Date('2026-03-10T22:59:59.999Z'))).toEqual({ to: 'refunding' })
    for (const late of ['2026-03-10T23:00:00.000Z', '2026-03-10T23:00:00.001Z']) {
      expect(decideCancel(order, new Date(late))).toMatchObject({
        code: 'cancelling_closed',
        message: { values: { moment: 'Wed 11 Mar, 12 midnight' } },
      })
    }
  })

  it('is free until it is packed where there is no sharing day', () => {
    const now = new Date('2026-03-10T12:00Z')
    expect(cancelFreeUntil([line(null)])).toBeNull()
    expect(decideCancel(paid(line(null)), now)).toEqual({ to: 'refunding' })
    expect(decideCancel(paid(line(null), line(null, true)), now)).toMatchObject({ code: 'cancelling_closed' })
    expect(decideCancel(paid(line('2026-03-20', true)), now)).toEqual({ to: 'refunding' })
    expect(decideCancel({ ...paid(line(null)), status: 'ready' }, now)).toMatchObject({ code: 'cancelling_closed' })
  })
})

it('lowering any line never increases the total', () => {
  const anyLine = fc.record({
    quantity: fc.integer({ min: 2, max: 500 }),
    unitPriceKobo: fc.bigInt({ min: 1n, max: 10_000_000n }),
  })
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (lines, at, to) => {
      const marked = lines.map((line, index) => ({ ...line, isIt: index === at % lines.length }))
      const it = marked.find(({ isIt }) => isIt) ?? { quantity: 2 }
      const goods = lines.reduce((all, line) => all + line.unitPriceKobo * BigInt(line.quantity), 0n)
      const lowered = lowerCartQuantity(
        {
          status: 'pending',
          isBeingPaid: false,
          isAsSeen: true,
          quantity: it.quantity,
          buyerBasisPoints: 250,
          deliveryFeeKobo: 0n,
          minQuantity: 1,
          unit: 'bag',
          lines: marked,
          heldUntil: new Date(2),
        },
        { quantity: 1 + (to % (it.quantity - 1)), now: new Date(1) },
      )
      if (isRefusal(lowered)) throw new Error(formatInEnglish(lowered.message))
      expect(lowered.amountDueKobo).toBe(lowered.totalKobo + (lowered.totalKobo * 250n) / 10_000n)
      expect(lowered.amountDueKobo).toBeLessThan(goods + (goods * 250n) / 10_000n)
    }),
  )
})
