import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditRefunds, spreadRefund } from '#domain/payments/refunds/refund-sources.ts'
import { feeReductionLines } from '#domain/payments/settling/fee-change.ts'
import { isRefusal } from '#domain/refusal.ts'
import { decideFulfilmentChange, feeChange, stockpileFault } from './fulfilment-choice.ts'

const now = new Date('2026-03-01T12:00:00Z')
const line = { shareDate: null as string | null, isPacked: false }
const order = {
  status: 'paid',
  fulfilment: 'pickup',
  isBeingPaid: false,
  isFromBuy: true,
  placeHasClosed: false,
  lines: [line],
}
const decide = (facts: Partial<typeof order>) => {
  const decision = decideFulfilmentChange({ ...order, ...facts }, now)
  return isRefusal(decision) ? decision.code : decision.keepsFee
}

describe('choosing', () => {
  test('is open while an order is pending or paid, and closed while it is being paid', () => {
    expect([decide({}), decide({ status: 'pending' })]).toEqual([false, false])
    expect(decide({ status: 'pending', isBeingPaid: true })).toBe('being_paid')
    for (const status of ['confirmed', 'collected', 'completed', 'expired', 'cancelled', 'refunding'])
      expect([status, decide({ status })]).toEqual([status, 'choice_closed'])
  })
  test('of the cart ends when cancelling does: 72 hours before the sharing day, or once packed', () => {
    const cart = (facts: Partial<typeof line>) => decide({ isFromBuy: false, lines: [{ ...line, ...facts }] })
    expect([cart({}), cart({ shareDate: '2026-03-10' })]).toEqual([false, false])
    expect([cart({ isPacked: true }), cart({ shareDate: '2026-03-03' })]).toEqual(['choice_closed', 'choice_closed'])
  })
  test('reopens at the same fee if the place has closed', () => {
    expect(decide({ status: 'confirmed', placeHasClosed: true })).toBe(true)
    expect(decide({ isFromBuy: false, lines: [{ ...line, isPacked: true }], placeHasClosed: true })).toBe(true)
  })
  test('is limited to home delivery once goods are ready at a place, and closed for orders being delivered', () => {
    for (const fulfilment of ['pickup', 'stockpile'])
      expect(decideFulfilmentChange({ ...order, status: 'ready', fulfilment }, now)).toEqual({
        keepsFee: false,
        onlyDelivery: true,
      })
    expect(decide({ status: 'ready', fulfilment: 'delivery' })).toBe('choice_closed')
  })
  test('a stockpile needs non-perishable goods of known weight, and free capacity', () => {
    const storable = { canBeStockpiled: true, quantity: 2, kgPerUnit: 50 }
    const code = (lines: (Omit<typeof storable, 'kgPerUnit'> & { kgPerUnit: number | null })[], freeKg = 100) =>
      stockpileFault({ lines, freeKg })?.code ?? null
    expect([code([storable]), code([storable], 99.9)]).toEqual([null, 'no_room'])
    expect(code([storable, { ...storable, canBeStockpiled: false }], 1000)).toBe('not_stockpiled')
    expect(code([{ ...storable, kgPerUnit: null }])).toBe('weight_unknown')
  })
})

const kobo = fc.bigInt({ min: 0n, max: 1_500_000n })

test('any chain of fees, paid in naira or PEPS and given back, leaves exactly the goods and the last fee, and each payment gives back at most its own', () => {
  const steps = fc.array(fc.record({ to: kobo, peps: fc.nat(100), toSource: fc.boolean() }), { maxLength: 12 })
  fc.assert(
    fc.property(kobo, kobo, fc.boolean(), steps, (goods, first, isPeps, changes) => {
      const payments = [{ paymentId: 'first', leftKobo: isPeps ? 0n : goods + first }]
      let [pepsKobo, nairaKobo, returned, fee, sent] = [
        isPeps ? goods + first : 0n,
        isPeps ? 0n : goods + first,
        0n,
        first,
        0n,
      ]
      const paid = () => {
        const returnedPepsKobo = returned < pepsKobo ? returned : pepsKobo
        const back = { returnedPepsKobo, returnedNairaKobo: returned - returnedPepsKobo }
        return { orderId: 'o', buyerId: 'b', pepsKobo, nairaKobo, ...back }
      }
      const refund = (amountKobo: bigint) => {
        sent += amountKobo
        for (const part of spreadRefund(amountKobo, payments)) {
          const source = payments.find(({ paymentId }) => paymentId === part.paymentId)
          if (source) source.leftKobo -= part.amountKobo
        }
      }
      for (const { to, peps, toSource } of changes) {
        const change = feeChange({ fromKobo: fee, toKobo: to })
        if (change.kind === 'same') continue
        const { amountKobo } = change
        if (change.kind === 'more') {
          const inPeps = sent > 0n ? 0n : (amountKobo * BigInt(peps)) / 100n
          payments.push({ paymentId: `p${payments.length}`, leftKobo: amountKobo - inPeps })
          pepsKobo += inPeps
          nairaKobo += amountKobo - inPeps
        } else {
          const returnTo = toSource ? ('source' as const) : null
          const { lines, refundKobo } = feeReductionLines(paid(), { amountKobo, returnTo, refundId: 'r' })
          expect(lines.reduce((sum, one) => sum + one.amountKobo, 0n)).toBe(amountKobo)
          refund(refundKobo)
          returned += amountKobo
        }
        fee = to
      }
      const { returnedPepsKobo, returnedNairaKobo } = paid()
      expect(pepsKobo + nairaKobo - returned).toBe(goods + fee)
      // Refund the rest to its sources: no payment is refunded more than it paid.
      refund(nairaKobo - returnedNairaKobo)
      expect(returnedPepsKobo).toBeLessThanOrEqual(pepsKobo)
      expect(payments.every(({ leftKobo }) => leftKobo >= 0n)).toBe(true)
    }),
  )
})

test('splits lines that credit one refund over several, to the kobo', () => {
  const line = { kind: 'return_owed' as const, debitOwner: 'o', creditOwner: 'r', amountKobo: 700n }
  const more = { kind: 'loss_return_owed' as const, creditOwner: 'r', amountKobo: 300n }
  const refunds = [
    { id: 'r', amountKobo: 600n },
    { id: 's', amountKobo: 400n },
  ]
  expect(creditRefunds([line, more], { from: 'r', refunds })).toEqual([
    { ...line, amountKobo: 600n },
    { ...line, creditOwner: 's', amountKobo: 100n },
    { ...more, creditOwner: 's' },
  ])
  expect(() => spreadRefund(5n, [{ paymentId: 'p', leftKobo: 4n }])).toThrow()
})
