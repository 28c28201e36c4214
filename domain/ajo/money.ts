// The money of a member of a circle. It is their own at every moment; the market holds it (docs/decisions/0145).
import { minKobo } from '#domain/money.ts'
import type { LedgerLine } from '#domain/payments/movements.ts'

/** A payment of a contribution, with what is left to refund of it. */
interface ContributionSource {
  paymentId: string
  leftKobo: bigint
}

interface PayOut {
  refunds: { id: string; paymentId: string; amountKobo: bigint }[]
  /** One for each refund, and one for what a bank has taken back at the market's loss before. */
  lines: LedgerLine[]
}

/**
 * Pays the balance of a member out to the payments that it came from, the latest first. It exceeds them only if a bank
 * has taken back a contribution whose money was spent: the market bore that loss, and recovers it now.
 */
export function planPayOut(
  balanceKobo: bigint,
  { memberId, sources, newId }: { memberId: string; sources: readonly ContributionSource[]; newId: () => string },
): PayOut {
  let left = balanceKobo
  const refunds = sources.flatMap(({ paymentId, leftKobo }) => {
    const amountKobo = leftKobo > 0n ? minKobo(left, leftKobo) : 0n
    left -= amountKobo
    return amountKobo > 0n ? [{ id: newId(), paymentId, amountKobo }] : []
  })
  const lines = refunds.map(
    ({ id, amountKobo }): LedgerLine => ({
      kind: 'ajo_return_owed',
      debitOwner: memberId,
      creditOwner: id,
      amountKobo,
    }),
  )
  return left > 0n
    ? { refunds, lines: lines.concat({ kind: 'ajo_loss_recovered', debitOwner: memberId, amountKobo: left }) }
    : { refunds, lines }
}

/** Lines of a contribution that the payer's bank has taken back: from the member's balance, the rest at our loss. */
export function contributionReversalLines(
  takenKobo: bigint,
  { memberId, balanceKobo }: { memberId: string; balanceKobo: bigint },
): LedgerLine[] {
  const fromBalanceKobo = minKobo(takenKobo, balanceKobo)
  return [
    { kind: 'ajo_reversed', debitOwner: memberId, amountKobo: fromBalanceKobo },
    { kind: 'payment_reversed_at_loss', amountKobo: takenKobo - fromBalanceKobo },
  ]
}
