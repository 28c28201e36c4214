// Naira go back to where they came from. An order may be paid by two payments: the difference for a more expensive delivery choice is one of its own.
import { assert } from '../assert.ts'
import { leastKobo } from '../money.ts'
import type { Line } from './movements.ts'

interface Source {
  paymentId: string
  /** What it paid of the order and has not been asked back yet. */
  leftKobo: bigint
}

/** From the first source as far as it reaches, then from the next; more than all of them have is a bug of the caller. */
export function spreadRefund(
  amountKobo: bigint,
  sources: readonly Source[],
): { paymentId: string; amountKobo: bigint }[] {
  let left = amountKobo
  const spread = sources.flatMap(({ paymentId, leftKobo }) => {
    const part = leftKobo > 0n ? leastKobo(left, leftKobo) : 0n
    left -= part
    return part > 0n ? [{ paymentId, amountKobo: part }] : []
  })
  assert(left === 0n, 'a refund is at most what its payments have left')
  return spread
}

/** Lines that credit a refund credit these instead, each up to its amount, in their order. */
export function creditRefunds(
  lines: readonly Line[],
  { from, refunds }: { from: string; refunds: readonly { id: string; amountKobo: bigint }[] },
): Line[] {
  const open = refunds.map((refund) => ({ ...refund }))
  return lines.flatMap((line) => {
    if (line.creditOwner !== from) return [line]
    const parts: Line[] = []
    let left = line.amountKobo
    for (const refund of open) {
      const amountKobo = leastKobo(left, refund.amountKobo)
      if (amountKobo === 0n) continue
      parts.push({ ...line, creditOwner: refund.id, amountKobo })
      refund.amountKobo -= amountKobo
      left -= amountKobo
    }
    assert(left === 0n, 'refunds carry all that is owed')
    return parts
  })
}
