// Amounts entered by staff (design.md 9). `public.amount_bounds` and `public.typed_amounts` hold
// the same rules.
import type { Role } from '#domain/accounts/roles.ts'

/** Purposes of an entered amount. */
export const AMOUNT_ACTS = ['resale', 'partial-refund', 'refund-account', 'cash-banked'] as const
export type AmountAct = (typeof AMOUNT_ACTS)[number]

/** Location of the proceeds of a sale: the cash of the place that sold the goods, or our bank account. */
export const MONEY_PLACES = ['place', 'bank'] as const
export type MoneyPlace = (typeof MONEY_PLACES)[number]

/** Reasons for requiring the approval of a second person. */
const SECOND_APPROVAL_REASONS = ['always', 'unusual', 'act_limit', 'day_limit'] as const
export type SecondApprovalReason = (typeof SECOND_APPROVAL_REASONS)[number]

interface AmountBounds {
  /** Amounts outside of this range need a second person. */
  usualFromKobo: bigint
  usualToKobo: bigint
  /** Maximum, even with a second person. */
  mostKobo: bigint
}

/** Percentages of the price that the buyer paid for the sold goods. */
export const RESALE_PERCENT = { usualFrom: 50, usualTo: 120, most: 200 } as const

export interface AmountToApprove {
  act: AmountAct
  amountKobo: bigint
  bounds: AmountBounds
  /** Total entered today by this person without a second one. */
  aloneTodayKobo: bigint
  limits: { actKobo: bigint; dayKobo: bigint }
}

/** Reasons why a second person has to approve; empty if none has to. */
export function secondApprovalReasons({
  act,
  amountKobo,
  bounds,
  aloneTodayKobo,
  limits,
}: AmountToApprove): SecondApprovalReason[] {
  const isUnusual = amountKobo < bounds.usualFromKobo || amountKobo > bounds.usualToKobo
  const reasons: Record<SecondApprovalReason, boolean> = {
    always: act === 'refund-account',
    unusual: isUnusual,
    act_limit: amountKobo > limits.actKobo,
    day_limit: aloneTodayKobo + amountKobo > limits.dayKobo,
  }
  return SECOND_APPROVAL_REASONS.filter((reason) => reasons[reason])
}

const ROLE_RANKS: Partial<Record<Role, number>> = { manager: 1, coordinator: 2, chief: 3 }

/** True if the role ranks at least as high as that of the person who entered the amount. */
export const hasAtLeastRank = (role: Role, entered: Role): boolean =>
  (ROLE_RANKS[role] ?? 0) > 0 && (ROLE_RANKS[role] ?? 0) >= (ROLE_RANKS[entered] ?? Number.POSITIVE_INFINITY)
