// Who has to act in which state. Every state is classified, so that nothing waits on nobody's list; the view `public.waiting`
// counts the rows (0291_waiting.sql), and a test compares the two.
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
 * `shop`: its vendor. `overseer`: the manager of its state, coordinators and chiefs. `region`: manager and coordinators, who read it
 * and call people; the chief acts. `content`: administrators and supervisors.
 */
export type Waiter = 'buyer' | 'shop' | 'overseer' | 'region' | 'chief' | 'content'

interface Wait {
  on: readonly Waiter[]
  urgent?: true
  /** Of those, whom it only informs: somebody else has the act. Never an alarm. */
  informs?: readonly Waiter[]
  /** Of the overseers, the roles that have the act; without it all have. */
  by?: readonly StaffRole[]
}

type StaffRole = 'manager' | 'coordinator' | 'chief'

// The clock, a payment or somebody's free choice comes next.
const none = { on: [] } as const

export const waits = {
  group_buy: {
    draft: none,
    active: none,
    // Its buyers pay or do not: their orders are on their lists.
    closed: none,
    // Somebody has paid and waits for the price, or for their money. Without paid people the clock ends it.
    settling: { on: ['shop', 'overseer'], urgent: true, informs: ['overseer'] },
    confirmed: { on: ['shop'] },
    ready: { on: ['shop'] },
    completed: none,
    failed: none,
    cancelled: none,
  },
  order: {
    pending: { on: ['buyer', 'shop'] },
    // From the cart. One from a buy goes on with its buy.
    paid: { on: ['shop'] },
    confirmed: none,
    ready: { on: ['buyer'], urgent: true },
    // Whoever has a complaint makes a claim; the time for it runs by the clock.
    collected: none,
    delivered: none,
    completed: none,
    expired: none,
    cancelled: none,
    // Somebody's money is not back yet.
    refunding: { on: ['chief'] },
    refunded: none,
  },
  vendor: {
    pending: { on: ['overseer'], urgent: true },
    active: none,
    suspended: none,
    rejected: { on: ['shop'] },
  },
  // What an approved shop asks to change.
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
    // Past the day that its buyer was told, whether asked for or sent.
    overdue: { on: ['chief'], urgent: true },
  },
  payout: {
    requested: none,
    sent: none,
    needs_attention: { on: ['chief'], urgent: true },
    arrived: none,
    // The money is the vendor's again, who has a mail about it.
    failed: none,
    reversed: none,
  },
  claim: {
    open: { on: ['shop'] },
    // A step on the way: the vendor's answer makes it upheld or disputed at once.
    answered: none,
    // The manager proposes, and may be passed over; the coordinator decides.
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
    // Grace is over: staff and the buyer look for a way. At a shop's own place the goods are in its way.
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
  // What others have entered as missing, the shop answers or its silence accepts. What it contests or has entered itself, they decide.
  shortfall: {
    waiting: { on: ['shop'], urgent: true },
    contested: { on: ['overseer'], urgent: true },
    entered: none,
    'carried-out': none,
    'taken-back': none,
    refused: none,
  },
  // A colleague typed it; somebody else with at least the same role decides.
  amount: { waiting: { on: ['overseer'], urgent: true }, done: none, refused: none, expired: none },
  // Somebody holds it to be abuse: those of the region look at it, or those of the content desk.
  rating: { reported: { on: ['overseer', 'content'] }, judged: none },
  // About a product, in public: its vendor answers, and the content desk looks at what was reported.
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
  shortfall: Record<'waiting' | 'contested' | 'entered' | 'carried-out' | 'taken-back' | 'refused', Wait>
  amount: Record<'waiting' | 'done' | 'refused' | 'expired', Wait>
  rating: Record<'reported' | 'judged', Wait>
  question: Record<'asked' | 'answered' | 'reported', Wait>
}

/** A row of the view `public.waiting`: how many rows in a state wait for the reader, and as whom. */
export interface WaitingRow {
  subject: string
  status: string
  waiter: Waiter
  amount: number
}

/** Whether the reader has the act. `role`: of a member of staff. */
export function canAct({ subject, status, waiter }: Omit<WaitingRow, 'amount'>, role: string): boolean {
  const wait = waitOf(subject, status)
  if (wait?.informs?.includes(waiter)) return false
  return waiter !== 'overseer' || !wait?.by || wait.by.some((one) => one === role)
}

/** True for what cannot wait for tomorrow, and is the reader's to do. */
export function isUrgent(row: Omit<WaitingRow, 'amount'>, role: string): boolean {
  return (waitOf(row.subject, row.status)?.urgent ?? false) && canAct(row, role)
}

const waitOf = (subject: string, status: string): Wait | undefined =>
  (waits as Record<string, Record<string, Wait>>)[subject]?.[status]
