// The parties that have to act in each state. Every state is classified, so that nothing is missing from all work
// lists; the view `public.waiting` counts the rows (database/<feature>/waiting.sql), and a test compares the two.
import type { LotState } from './claims/lot-states.ts'
import type { ClaimState } from './claims/states.ts'
import type { GroupBuyState } from './group-buys/states.ts'
import type { EmailLogState } from './mails/email-log-states.ts'
import type { OrderState } from './orders/states.ts'
import type { PaymentState, RefundState } from './payments/states.ts'
import type { PayoutState } from './payouts/states.ts'
import type { ShopChangeState } from './vendors/shop-change.ts'
import type { VendorState } from './vendors/states.ts'

/**
 * `shop`: its vendor. `overseer`: the manager of its state, coordinators and chiefs. `region`: the manager and
 * coordinators, who can read the case and call people, while the chief acts. `content`: administrators and supervisors.
 */
export type Waiter = 'buyer' | 'shop' | 'overseer' | 'region' | 'chief' | 'content'

interface Wait {
  on: readonly Waiter[]
  urgent?: true
  /** Those of `on` who are only informed because another role acts; never urgent for them. */
  informs?: readonly Waiter[]
  /** The overseer roles that can act; all if omitted. */
  by?: readonly StaffRole[]
}

type StaffRole = 'manager' | 'coordinator' | 'chief'

// The next step is up to the clock, a payment or an optional action.
const none = { on: [] } as const

export const waits = {
  group_buy: {
    draft: none,
    active: none,
    // Buyers still pay: their orders are on their own lists.
    closed: none,
    // Participants who have paid wait for the price or a refund. If none has paid, the clock ends the buy.
    settling: { on: ['shop', 'overseer'], urgent: true, informs: ['overseer'] },
    confirmed: { on: ['shop'] },
    ready: { on: ['shop'] },
    completed: none,
    failed: none,
    cancelled: none,
  },
  order: {
    pending: { on: ['buyer', 'shop'] },
    // Orders from the cart; those from a buy advance with the buy.
    paid: { on: ['shop'] },
    confirmed: none,
    ready: { on: ['buyer'], urgent: true },
    // Complaints are made as claims, until the clock ends the claim time.
    collected: none,
    delivered: none,
    completed: none,
    expired: none,
    cancelled: none,
    // The refund has not arrived yet.
    refunding: { on: ['chief'] },
    refunded: none,
  },
  vendor: {
    pending: { on: ['overseer'], urgent: true },
    active: none,
    suspended: none,
    rejected: { on: ['shop'] },
  },
  // Change requests of approved shops.
  shop_change: { open: { on: ['overseer'] }, withdrawn: none, approved: none, refused: none },
  contact: { new: { on: ['overseer'] }, answered: none },
  email_log: { pending: none, sent: none, failed: { on: ['chief'], urgent: true } },
  payment: {
    initiated: { on: ['buyer'] },
    pending: none,
    succeeded: none,
    failed: none,
    abandoned: none,
    reversed: { on: ['chief', 'region'], urgent: true, informs: ['region'] },
  },
  refund: {
    requested: none,
    sent: none,
    processed: none,
    needs_attention: { on: ['chief', 'region'], urgent: true, informs: ['region'] },
    failed: { on: ['chief', 'region'], urgent: true, informs: ['region'] },
    // Past the date announced to the buyer, whether requested or sent.
    overdue: { on: ['chief'], urgent: true },
  },
  payout: {
    requested: none,
    sent: none,
    needs_attention: { on: ['chief'], urgent: true },
    arrived: none,
    // The money is back on the vendor's balance, and the vendor was notified.
    failed: none,
    reversed: none,
  },
  claim: {
    open: { on: ['shop'] },
    // Transient: the vendor's answer makes it upheld or disputed at once.
    answered: none,
    // The manager may propose; the coordinator decides, with or without a proposal.
    disputed: { on: ['overseer'], urgent: true, by: ['manager', 'coordinator'] },
    proposed: { on: ['overseer'], urgent: true, by: ['coordinator'] },
    upheld: none,
    rejected: none,
    withdrawn: none,
    appealed: { on: ['chief'], urgent: true },
    upheld_final: none,
    rejected_final: none,
  },
  uncollected: {
    // After the grace period, staff and the buyer find a solution. The shop is informed because the goods may be at its
    // own place.
    open: { on: ['overseer', 'buyer', 'shop'], urgent: true, informs: ['shop'] },
    closed: none,
  },
  lot: {
    open: { on: ['overseer'], urgent: true, by: ['coordinator'] },
    decided: none,
    appealed: { on: ['chief'], urgent: true },
    final: none,
    closed: none,
  },
  // The shop answers shortfalls entered by others, and accepts them by not answering. Overseers decide those it
  // contests or entered itself.
  shortfall: {
    waiting: { on: ['shop'], urgent: true },
    contested: { on: ['overseer'], urgent: true },
    entered: none,
    'carried-out': none,
    withdrawn: none,
    refused: none,
  },
  // Entered by a colleague; another person with at least the same role decides.
  amount: { waiting: { on: ['overseer'], urgent: true }, done: none, refused: none, expired: none },
  // Reported as abuse: overseers of the region or content staff check it.
  rating: { reported: { on: ['overseer', 'content'] }, judged: none },
  // Public questions about products: the vendor answers, and content staff check reports.
  question: { asked: { on: ['shop'] }, answered: none, reported: { on: ['content'] } },
} as const satisfies {
  group_buy: Record<GroupBuyState, Wait>
  order: Record<OrderState, Wait>
  vendor: Record<VendorState, Wait>
  shop_change: Record<ShopChangeState, Wait>
  contact: Record<'new' | 'answered', Wait>
  email_log: Record<EmailLogState, Wait>
  payment: Record<PaymentState, Wait>
  refund: Record<RefundState | 'overdue', Wait>
  payout: Record<PayoutState, Wait>
  claim: Record<ClaimState, Wait>
  uncollected: Record<'open' | 'closed', Wait>
  lot: Record<LotState, Wait>
  shortfall: Record<'waiting' | 'contested' | 'entered' | 'carried-out' | 'withdrawn' | 'refused', Wait>
  amount: Record<'waiting' | 'done' | 'refused' | 'expired', Wait>
  rating: Record<'reported' | 'judged', Wait>
  question: Record<'asked' | 'answered' | 'reported', Wait>
}

/**
 * A row of the view `public.waiting`: the number of rows in a state that wait for the current user, in the capacity
 * `waiter`.
 */
export interface WaitingRow {
  subject: string
  status: string
  waiter: Waiter
  amount: number
}

/** True if the user can act on the row. `role`: the user's role, if staff. */
export function canAct({ subject, status, waiter }: Omit<WaitingRow, 'amount'>, role: string): boolean {
  const wait = findWait(subject, status)
  if (wait?.informs?.includes(waiter)) return false
  return waiter !== 'overseer' || !wait?.by || wait.by.some((one) => one === role)
}

/** True if the row needs action today, and the user can act on it. */
export function isUrgent(row: Omit<WaitingRow, 'amount'>, role: string): boolean {
  return (findWait(row.subject, row.status)?.urgent ?? false) && canAct(row, role)
}

const findWait = (subject: string, status: string): Wait | undefined =>
  (waits as Record<string, Record<string, Wait>>)[subject]?.[status]
