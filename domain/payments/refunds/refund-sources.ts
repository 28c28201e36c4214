// Naira are refunded to the payment they came from. An order may have several payments: the difference for a more
// expensive delivery choice is a separate one.
import { assert } from '#domain/assert.ts'
import { minKobo } from '#domain/money.ts'
import type { LedgerLine } from '../movements.ts'

interface Source {
  paymentId: string
  /** Amount paid for the order less requested refunds. */
  leftKobo: bigint
}

/** Splits a refund over the payments in order. Asserts that they cover the amount. */
export function spreadRefund(
  amountKobo: bigint,
  sources: readonly Source[],
): { paymentId: string; amountKobo: bigint }[] {
  let left = amountKobo
  const spread = sources.flatMap(({ paymentId, leftKobo }) => {
    const part = leftKobo > 0n ? minKobo(left, leftKobo) : 0n
    left -= part
    return part > 0n ? [{ paymentId, amountKobo: part }] : []
  })
  assert(left === 0n, 'a refund is at most what its payments have left')
  return spread
}

/** Splits lines that credit the refund `from` over several refunds, each up to its amount, in order. */
export function creditRefunds(
  lines: readonly LedgerLine[],
  { from, refunds }: { from: string; refunds: readonly { id: string; amountKobo: bigint }[] },
): LedgerLine[] {
  const open = refunds.map((refund) => ({ ...refund }))
  return lines.flatMap((line) => {
    if (line.creditOwner !== from) return [line]
    const parts: LedgerLine[] = []
    let left = line.amountKobo
    for (const refund of open) {
      const amountKobo = minKobo(left, refund.amountKobo)
      if (amountKobo === 0n) continue
      parts.push({ ...line, creditOwner: refund.id, amountKobo })
      refund.amountKobo -= amountKobo
      left -= amountKobo
    }
    assert(left === 0n, 'refunds carry all that is owed')
    return parts
  })
}
