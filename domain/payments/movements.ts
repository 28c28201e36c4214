// The permitted movements of money (money.md 2). `ledger.movements` holds the same rows: the database accepts no
// others.
import { sumKobo } from '#domain/money.ts'
import type { AccountKind } from './accounts.ts'

interface AccountPair {
  debit: AccountKind
  credit: AccountKind
}

export const MOVEMENTS = {
  payment: { debit: 'gateway', credit: 'escrow' },
  stray_payment: { debit: 'gateway', credit: 'unapplied' },
  /** A stray payment is applied to the order later. */
  stray_applied: { debit: 'unapplied', credit: 'escrow' },
  peps_spent: { debit: 'peps', credit: 'escrow' },

  /** Contributions to a circle of ajo, orders paid from them, and their way back. */
  contribution: { debit: 'gateway', credit: 'ajo' },
  ajo_spent: { debit: 'ajo', credit: 'escrow' },
  returned_to_ajo: { debit: 'refund_due', credit: 'ajo' },
  ajo_return_owed: { debit: 'ajo', credit: 'refund_due' },
  ajo_reversed: { debit: 'ajo', credit: 'gateway' },
  /** Sums of a month become the turn-taker's; what is left with a member who got too much is settled at the end. */
  ajo_turn: { debit: 'ajo', credit: 'ajo' },
  ajo_settled: { debit: 'ajo', credit: 'ajo' },
  /** Money that comes back after a bank has reversed the contribution that paid for it, at the market's loss. */
  ajo_loss_recovered: { debit: 'ajo', credit: 'loss' },

  /** Refunds to a buyer, as PEPS or to the source of the payment. */
  returned_as_peps: { debit: 'escrow', credit: 'peps' },
  return_owed: { debit: 'escrow', credit: 'refund_due' },
  stray_return_owed: { debit: 'unapplied', credit: 'refund_due' },
  vendor_return_owed: { debit: 'vendor', credit: 'refund_due' },
  vendor_fee_return_owed: { debit: 'vendor_fee', credit: 'refund_due' },
  buyer_fee_return_owed: { debit: 'buyer_fee', credit: 'refund_due' },
  delivery_return_owed: { debit: 'delivery', credit: 'refund_due' },
  loss_return_owed: { debit: 'loss', credit: 'refund_due' },
  return_sent: { debit: 'refund_due', credit: 'gateway' },
  return_taken_as_peps: { debit: 'refund_due', credit: 'peps' },

  /** Earnings on hand-over. */
  vendor_earned: { debit: 'escrow', credit: 'vendor' },
  vendor_fee_earned: { debit: 'escrow', credit: 'vendor_fee' },
  buyer_fee_earned: { debit: 'escrow', credit: 'buyer_fee' },
  delivery_earned: { debit: 'escrow', credit: 'delivery' },
  vendor_delivery_earned: { debit: 'escrow', credit: 'vendor' },
  late_leave_charge: { debit: 'escrow', credit: 'vendor' },

  /**
   * Uncollected goods were sold for their buyer; the proceeds are in the bank or in the cash of the place that sold
   * them.
   */
  resale_handling: { debit: 'bank', credit: 'handling' },
  resale_as_peps: { debit: 'bank', credit: 'peps' },
  resale_return_owed: { debit: 'bank', credit: 'refund_due' },
  cash_resale_handling: { debit: 'place_cash', credit: 'handling' },
  cash_resale_as_peps: { debit: 'place_cash', credit: 'peps' },
  cash_resale_return_owed: { debit: 'place_cash', credit: 'refund_due' },
  /** A place has deposited its cash at the bank. */
  cash_banked: { debit: 'bank', credit: 'place_cash' },

  referral_reward: { debit: 'referral_cost', credit: 'peps' },
  reward_taken_back: { debit: 'peps', credit: 'referral_cost' },
  reward_owed_back: { debit: 'clawback', credit: 'referral_cost' },
  reward_paid_off: { debit: 'peps', credit: 'clawback' },

  payout_begun: { debit: 'vendor', credit: 'payout_out' },
  payout_arrived: { debit: 'payout_out', credit: 'bank' },
  payout_failed: { debit: 'payout_out', credit: 'vendor' },
  /** The bank returned it after it had arrived. */
  payout_reversed: { debit: 'bank', credit: 'vendor' },

  gateway_settled: { debit: 'bank', credit: 'gateway' },
  gateway_charged: { debit: 'gateway_cost', credit: 'gateway' },
  /** The buyer's bank takes a payment back from the gateway. */
  payment_reversed: { debit: 'escrow', credit: 'gateway' },
  payment_reversed_at_loss: { debit: 'loss', credit: 'gateway' },
  /** A lost dispute about goods that were not released yet is charged to the vendor's earnings from them. */
  chargeback_passed_on: { debit: 'vendor', credit: 'loss' },
} as const satisfies Record<string, AccountPair>

type MovementKind = keyof typeof MOVEMENTS

/** One movement: an amount from one account to another, both sides in one row. */
export interface LedgerLine {
  kind: MovementKind
  /** Owners of the debited and the credited account; omitted for accounts of the platform. */
  debitOwner?: string
  creditOwner?: string
  amountKobo: bigint
  /** The amount is held until then, and a later line takes or frees it. Without it, the amount moves at once. */
  heldUntil?: Date
  /** The line that held this amount: its journal's key and its number, such as `hold:<payment>#1`. */
  takes?: string
  frees?: string
}

/** Total of the lines of one kind. */
export const kindKobo = (lines: readonly LedgerLine[], kind: string): bigint =>
  sumKobo(lines.filter((line) => line.kind === kind))

/** A business event: all of its lines are posted, or none. */
export interface Journal {
  /** Idempotency key, derived from the business facts alone, such as `settled:<order>`. */
  key: string
  lines: LedgerLine[]
}

/** Builds a journal without lines of amount 0. */
export function journal(key: string, lines: readonly LedgerLine[]): Journal {
  return { key, lines: lines.filter(({ amountKobo }) => amountKobo !== 0n) }
}
