import type { AccountKind } from '#domain/payments/accounts.ts'

/** The ledger's accounts as an owner speaks of them, each with what its sum means. */
export const accountWords: Record<AccountKind, { name: string; meaning: string; group: Group }> = {
  gateway: { name: 'The gateway owes us', meaning: 'Paid by buyers, not yet in our bank.', group: 'have' },
  bank: { name: 'In our bank', meaning: 'Settled by the gateway, less what was paid out.', group: 'have' },
  place_cash: {
    name: 'Cash at places',
    meaning: 'Taken for goods that were sold there, not yet in our bank.',
    group: 'have',
  },
  clawback: { name: 'Rewards owed back', meaning: 'Spent before their orders were refunded.', group: 'have' },
  escrow: { name: 'Held for buyers', meaning: 'Until they have their goods.', group: 'owe' },
  vendor: { name: 'Owed to vendors', meaning: 'Earned, and not yet paid out.', group: 'owe' },
  payout_out: { name: 'Payouts on their way', meaning: 'Sent, and not yet confirmed by a bank.', group: 'owe' },
  refund_due: { name: 'Refunds on their way', meaning: 'Owed to buyers, and not yet processed.', group: 'owe' },
  peps: { name: 'PEPS owed', meaning: 'Rewards that people may spend.', group: 'owe' },
  unapplied: { name: 'Payments without an order', meaning: 'They are sent back by themselves.', group: 'owe' },
  buyer_fee: { name: 'Fees from buyers', meaning: 'Earned with goods handed over.', group: 'earned' },
  vendor_fee: { name: 'Fees from vendors', meaning: 'Earned with goods handed over.', group: 'earned' },
  delivery: { name: 'Delivery', meaning: 'Earned by delivering ourselves.', group: 'earned' },
  handling: { name: 'Handling of resales', meaning: 'Kept of what uncollected goods brought.', group: 'earned' },
  gateway_cost: { name: 'Charges of the gateway', meaning: 'What it keeps of each payment.', group: 'spent' },
  referral_cost: { name: 'Referral rewards', meaning: 'Given to those who brought a buyer.', group: 'spent' },
  loss: { name: 'Losses', meaning: 'Paid because nobody else could.', group: 'spent' },
}

export type Group = 'have' | 'owe' | 'earned' | 'spent'

export const groupNames: Record<Group, string> = {
  have: 'What we have',
  owe: 'What we owe',
  earned: 'What we earned',
  spent: 'What it cost us',
}

export const KINDS = Object.keys(accountWords) as AccountKind[]

export const accountName = (kind: string): string => accountWords[kind as AccountKind]?.name ?? kind

/** Movements of money in plain words. */
const movementWords: Record<string, string> = {
  payment: 'Paid by the buyer',
  stray_payment: 'Paid, but not for an order',
  stray_applied: 'Used for the order after all',
  peps_spent: 'Paid in PEPS',
  returned_as_peps: 'Came back as PEPS',
  return_owed: 'Refund begun',
  stray_return_owed: 'Refund begun of money without an order',
  vendor_return_owed: 'Refund begun, from the vendor',
  vendor_fee_return_owed: 'Refund begun, from the vendor’s fee',
  buyer_fee_return_owed: 'Refund begun, from the buyer’s fee',
  delivery_return_owed: 'Refund begun, from delivery',
  loss_return_owed: 'Refund begun, at our loss',
  return_sent: 'Refund went back to its source',
  return_taken_as_peps: 'Refund taken as PEPS',
  vendor_earned: 'Earned by the vendor',
  vendor_fee_earned: 'Vendor’s fee earned',
  buyer_fee_earned: 'Buyer’s fee earned',
  delivery_earned: 'Delivery earned',
  vendor_delivery_earned: 'Delivery earned by the vendor',
  late_leave_charge: 'Charge for leaving late',
  resale_handling: 'Handling of a resale',
  resale_as_peps: 'Proceeds of a resale, as PEPS',
  resale_return_owed: 'Refund begun, from a resale',
  cash_resale_handling: 'Handling of a resale, in cash',
  cash_resale_as_peps: 'Proceeds of a resale in cash, as PEPS',
  cash_resale_return_owed: 'Refund begun, from a resale in cash',
  cash_banked: 'Cash of a place brought to the bank',
  referral_reward: 'Referral reward',
  reward_taken_back: 'Reward taken back',
  reward_owed_back: 'Reward owed back',
  reward_paid_off: 'Reward paid off',
  payout_begun: 'Payout begun',
  payout_arrived: 'Payout arrived',
  payout_failed: 'Payout failed, back to the vendor',
  payout_reversed: 'Payout sent back by the bank',
  gateway_settled: 'Settled to our bank',
  gateway_charged: 'Charge of the gateway',
  payment_reversed: 'Payment taken back by the bank',
  payment_reversed_at_loss: 'Payment taken back, at our loss',
  chargeback_passed_on: 'Taken back by the bank, borne by the vendor',
}

const PHASES: Record<string, string> = { held: ' (held)', taken: ' (from what was held)', freed: ' (no longer held)' }

export const movementName = ({ kind, phase }: { kind: string; phase: string }): string =>
  `${movementWords[kind] ?? kind.replaceAll('_', ' ')}${PHASES[phase] ?? ''}`
