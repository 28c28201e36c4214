import type { AccountKind } from '#domain/payments/accounts.ts'

/** Names of the ledger's accounts for an owner, each with the meaning of its balance. */
export const accountTexts: Record<AccountKind, { name: string; meaning: string; group: AccountGroup }> = {
  gateway: { name: 'The gateway owes us', meaning: 'Paid by buyers, not yet in our bank.', group: 'have' },
  bank: { name: 'In our bank', meaning: 'Settled by the gateway, less what was paid out.', group: 'have' },
  place_cash: {
    name: 'Cash at places',
    meaning: 'Taken for goods that were sold there, not yet in our bank.',
    group: 'have',
  },
  clawback: { name: 'Rewards to be repaid', meaning: 'Spent before their orders were refunded.', group: 'have' },
  escrow: { name: 'Held for buyers', meaning: 'Until they have their goods.', group: 'owe' },
  ajo: { name: 'Held for circles of ajo', meaning: 'Contributions that were not spent yet.', group: 'owe' },
  vendor: { name: 'Owed to vendors', meaning: 'Earned, and not yet paid out.', group: 'owe' },
  payout_out: { name: 'Payouts on their way', meaning: 'Sent, and not yet confirmed by a bank.', group: 'owe' },
  refund_due: { name: 'Refunds on their way', meaning: 'Owed to buyers, and not yet processed.', group: 'owe' },
  peps: { name: 'PEPS owed', meaning: 'Rewards that users can spend.', group: 'owe' },
  unapplied: { name: 'Payments without an order', meaning: 'They are sent back automatically.', group: 'owe' },
  buyer_fee: { name: 'Fees from buyers', meaning: 'Earned with goods handed over.', group: 'earned' },
  vendor_fee: { name: 'Fees from vendors', meaning: 'Earned with goods handed over.', group: 'earned' },
  delivery: { name: 'Delivery', meaning: 'Earned with our own deliveries.', group: 'earned' },
  handling: {
    name: 'Handling of resales',
    meaning: 'Our share of the proceeds of uncollected goods.',
    group: 'earned',
  },
  gateway_cost: { name: 'Gateway fees', meaning: 'What the gateway keeps of each payment.', group: 'spent' },
  referral_cost: { name: 'Referral rewards', meaning: 'Paid to users who referred a buyer.', group: 'spent' },
  loss: { name: 'Losses', meaning: 'Costs that the market bears itself.', group: 'spent' },
}

export type AccountGroup = 'have' | 'owe' | 'earned' | 'spent'

export const accountGroupNames: Record<AccountGroup, string> = {
  have: 'What we have',
  owe: 'What we owe',
  earned: 'What we earned',
  spent: 'What it cost us',
}

export const ACCOUNT_KINDS = Object.keys(accountTexts) as AccountKind[]

export const accountName = (kind: string): string => accountTexts[kind as AccountKind]?.name ?? kind

/** Ledger movements in plain words. */
const movementTexts: Record<string, string> = {
  payment: 'Paid by the buyer',
  stray_payment: 'Paid, but not for an order',
  stray_applied: 'Applied to the order later',
  peps_spent: 'Paid in PEPS',
  contribution: 'Paid into a circle of ajo',
  ajo_spent: 'Paid by a circle of ajo',
  returned_to_ajo: 'Refund went back to a circle of ajo',
  ajo_return_owed: 'Refund begun, from a circle of ajo',
  ajo_turn: 'Given to the member whose turn it is, or back to one who dropped out',
  ajo_settled: 'Settled between members of a circle after its last month',
  ajo_reversed: 'Contribution taken back by a bank',
  ajo_loss_recovered: 'Loss of a reversed contribution recovered',
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
  cash_banked: 'Cash of a place deposited at the bank',
  referral_reward: 'Referral reward',
  reward_taken_back: 'Reward taken back',
  reward_owed_back: 'Reward to be repaid',
  reward_paid_off: 'Reward repaid',
  payout_begun: 'Payout begun',
  payout_arrived: 'Payout arrived',
  payout_failed: 'Payout failed, back to the vendor',
  payout_reversed: 'Payout returned by the bank',
  gateway_settled: 'Paid out to our bank',
  gateway_charged: 'Gateway fee',
  payment_reversed: 'Payment taken back by the bank',
  payment_reversed_at_loss: 'Payment taken back, at our loss',
  chargeback_passed_on: 'Taken back by the bank, borne by the vendor',
}

const PHASES: Record<string, string> = {
  held: ' (held)',
  captured: ' (from what was held)',
  voided: ' (no longer held)',
}

export const movementName = ({ kind, phase }: { kind: string; phase: string }): string =>
  `${movementTexts[kind] ?? kind.replaceAll('_', ' ')}${PHASES[phase] ?? ''}`
