// The chart of accounts (money.md 2). `ledger.account_kinds` holds the same rows, and a database test compares the two.

interface KindOfAccount {
  side: 'asset' | 'liability' | 'income' | 'expense'
  /** Whose there is one each of; `platform`: one for all. */
  owner: 'platform' | 'order' | 'person' | 'vendor' | 'payment' | 'refund' | 'payout' | 'place'
  /** A limited account keeps running totals, and the database refuses to overdraw it. */
  isLimited: boolean
}

export const ACCOUNT_KINDS = {
  /** What the payment gateway owes us. */
  gateway: { side: 'asset', owner: 'platform', isLimited: false },
  bank: { side: 'asset', owner: 'platform', isLimited: false },
  /** Cash that a place took for goods it sold, until it is in the bank. */
  place_cash: { side: 'asset', owner: 'place', isLimited: false },
  gateway_cost: { side: 'expense', owner: 'platform', isLimited: false },
  referral_cost: { side: 'expense', owner: 'platform', isLimited: false },
  /** What the market pays because nobody else can. */
  loss: { side: 'expense', owner: 'platform', isLimited: false },
  buyer_fee: { side: 'income', owner: 'platform', isLimited: false },
  vendor_fee: { side: 'income', owner: 'platform', isLimited: false },
  delivery: { side: 'income', owner: 'platform', isLimited: false },
  /** What the market keeps for selling goods that their buyer did not collect. */
  handling: { side: 'income', owner: 'platform', isLimited: false },
  /** Held for the buyer until hand-over. */
  escrow: { side: 'liability', owner: 'order', isLimited: true },
  /** Rewards: earned or returned, spent on orders, never bought and never cashed out. */
  peps: { side: 'liability', owner: 'person', isLimited: true },
  /** What a vendor may be paid out. */
  vendor: { side: 'liability', owner: 'vendor', isLimited: true },
  /** A payment that fits no order: paid twice, too late, or in another amount. */
  unapplied: { side: 'liability', owner: 'payment', isLimited: true },
  /** On its way back to where it came from. */
  refund_due: { side: 'liability', owner: 'refund', isLimited: true },
  /** Sent to the vendor's bank, and not yet confirmed. */
  payout_out: { side: 'liability', owner: 'payout', isLimited: true },
  /** Reward that was spent before its order was refunded; the next rewards pay it off. */
  clawback: { side: 'asset', owner: 'person', isLimited: false },
} as const satisfies Record<string, KindOfAccount>

export type AccountKind = keyof typeof ACCOUNT_KINDS
