// The chart of accounts (money.md 2). `ledger.account_kinds` holds the same rows, and a database test compares the two.

interface KindOfAccount {
  side: 'asset' | 'liability' | 'income' | 'expense'
  /** The entity that has one account of this kind each; `platform`: a single account. */
  owner: 'platform' | 'order' | 'person' | 'vendor' | 'payment' | 'refund' | 'payout' | 'place' | 'ajo_member'
  /** A limited account has running totals, and the database rejects overdrafts. */
  isLimited: boolean
}

export const ACCOUNT_KINDS = {
  /** Owed to the market by the payment gateway. */
  gateway: { side: 'asset', owner: 'platform', isLimited: false },
  bank: { side: 'asset', owner: 'platform', isLimited: false },
  /** Cash of a place from goods it sold, until it is deposited at the bank. */
  place_cash: { side: 'asset', owner: 'place', isLimited: false },
  gateway_cost: { side: 'expense', owner: 'platform', isLimited: false },
  referral_cost: { side: 'expense', owner: 'platform', isLimited: false },
  /** Losses borne by the market. */
  loss: { side: 'expense', owner: 'platform', isLimited: false },
  buyer_fee: { side: 'income', owner: 'platform', isLimited: false },
  vendor_fee: { side: 'income', owner: 'platform', isLimited: false },
  delivery: { side: 'income', owner: 'platform', isLimited: false },
  /** Charge for selling uncollected goods. */
  handling: { side: 'income', owner: 'platform', isLimited: false },
  /** Held for the buyer until hand-over. */
  escrow: { side: 'liability', owner: 'order', isLimited: true },
  /** Rewards: earned or returned, spent on orders, never bought and never cashed out. */
  peps: { side: 'liability', owner: 'person', isLimited: true },
  /** Paid into a circle of ajo by a member, and not spent yet. */
  ajo: { side: 'liability', owner: 'ajo_member', isLimited: true },
  /** Payable to a vendor. */
  vendor: { side: 'liability', owner: 'vendor', isLimited: true },
  /** Payments that match no order: paid twice, too late, or in another amount. */
  unapplied: { side: 'liability', owner: 'payment', isLimited: true },
  /** Refunds in transit to the payer. */
  refund_due: { side: 'liability', owner: 'refund', isLimited: true },
  /** Payouts sent to the vendor's bank and not confirmed yet. */
  payout_out: { side: 'liability', owner: 'payout', isLimited: true },
  /** Rewards spent before their order was refunded; offset against the next rewards. */
  clawback: { side: 'asset', owner: 'person', isLimited: false },
} as const satisfies Record<string, KindOfAccount>

export type AccountKind = keyof typeof ACCOUNT_KINDS
