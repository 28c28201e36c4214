// Amounts that staff type (design.md 9, "Nobody mints money"). `public.amount_bounds` and `public.typed_amounts` hold the same.
import type { Role } from '../accounts/roles.ts'

/** What an amount is typed for. */
export const AMOUNT_ACTS = ['resale', 'part-back', 'refund-account', 'cash-banked'] as const
export type AmountAct = (typeof AMOUNT_ACTS)[number]

/** Where the money of a sale lies: in the cash of the place that sold, or in our bank account. */
export const MONEY_PLACES = ['place', 'bank'] as const
export type MoneyPlace = (typeof MONEY_PLACES)[number]

/** Why one person is not enough. */
const SECOND_APPROVAL_REASONS = ['always', 'unusual', 'act_limit', 'day_limit'] as const
export type SecondReason = (typeof SECOND_APPROVAL_REASONS)[number]

interface AmountBounds {
  /** Outside of these a second person decides. */
  usualFromKobo: bigint
  usualToKobo: bigint
  /** Nobody can go beyond it, two people included. */
  mostKobo: bigint
}

/** Per cent of what the buyer paid for the goods that were sold. */
export const RESALE_PERCENT = { usualFrom: 50, usualTo: 120, most: 200 } as const

export interface AmountToWeigh {
  act: AmountAct
  amountKobo: bigint
  bounds: AmountBounds
  /** What this person has typed alone today. */
  aloneTodayKobo: bigint
  limits: { actKobo: bigint; dayKobo: bigint }
}

/** Why a second person has to agree; empty if nobody has to. */
export function secondBecause({ act, amountKobo, bounds, aloneTodayKobo, limits }: AmountToWeigh): SecondReason[] {
  const isUnusual = amountKobo < bounds.usualFromKobo || amountKobo > bounds.usualToKobo
  const reasons: Record<SecondReason, boolean> = {
    always: act === 'refund-account',
    unusual: isUnusual,
    act_limit: amountKobo > limits.actKobo,
    day_limit: aloneTodayKobo + amountKobo > limits.dayKobo,
  }
  return SECOND_APPROVAL_REASONS.filter((reason) => reasons[reason])
}

const ROLE_RANKS: Partial<Record<Role, number>> = { manager: 1, coordinator: 2, chief: 3 }

/** At least the same role as the person who typed it. */
export const ranksWith = (role: Role, entered: Role): boolean =>
  (ROLE_RANKS[role] ?? 0) > 0 && (ROLE_RANKS[role] ?? 0) >= (ROLE_RANKS[entered] ?? Number.POSITIVE_INFINITY)
