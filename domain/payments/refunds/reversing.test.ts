import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumKobo } from '#domain/money.ts'
import { reversalLines } from './reversing.ts'

const part = fc
  .record({
    orderId: fc.uuid(),
    nairaKobo: fc.bigInt(0n, 10n ** 9n),
    pepsKobo: fc.bigInt(0n, 10n ** 9n),
    returned: fc.nat(100),
    isHandedOver: fc.boolean(),
  })
  .map(({ orderId, nairaKobo, pepsKobo, returned, isHandedOver }) => {
    // PEPS are returned first, so the amounts of both follow from the total.
    const back = ((nairaKobo + pepsKobo) * BigInt(returned)) / 100n
    const returnedPepsKobo = back < pepsKobo ? back : pepsKobo
    return {
      orderId,
      buyerId: 'buyer',
      pepsKobo,
      nairaKobo,
      returnedPepsKobo,
      isHandedOver,
      returnedNairaKobo: back - returnedPepsKobo,
      heldKobo: nairaKobo + pepsKobo - back,
      broughtKobo: nairaKobo,
    }
  })

test('debits the full amount: money held for open orders is used, that of handed-over ones is kept', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.bigInt(0n, 1_000n), (parts, strayKobo) => {
      const received = parts.reduce((sum, { nairaKobo }) => sum + nairaKobo, strayKobo)
      const { lines, ended, lossKobo } = reversalLines(received, parts)
      const sum = (kinds: string[], order?: string) =>
        sumKobo(lines.filter(({ kind, debitOwner }) => kinds.includes(kind) && (!order || debitOwner === order)))
      expect(sum(['payment_reversed', 'payment_reversed_at_loss'])).toBe(received)
      expect(lossKobo).toBe(sum(['payment_reversed_at_loss']))
      for (const { orderId, heldKobo, isHandedOver } of parts) {
        const taken = sum(['payment_reversed', 'returned_as_peps'], orderId)
        expect(taken).toBe(isHandedOver ? 0n : heldKobo)
      }
      expect(ended.map(({ orderId }) => orderId)).toEqual(
        parts.filter(({ isHandedOver }) => !isHandedOver).map(({ orderId }) => orderId),
      )
      expect(lines.every(({ amountKobo }) => amountKobo >= 0n)).toBe(true)
    }),
  )
})
