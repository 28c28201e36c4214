import type { Cause } from '#domain/moves.ts'
import type { SeedRow } from '../rows.ts'

/** One status change, with the other columns that it writes. */
export interface Step {
  to: string
  at: Date
  cause: Cause
  /** Null if a scheduled job or a payment caused it. */
  actor: string | null
  set?: SeedRow
}

/** The history of one row: its insert and all status changes. */
export interface Scenario {
  subject: 'group_buy' | 'checkout' | 'order' | 'payment' | 'refund'
  /** The columns of the insert, including `id`. */
  initialRow: SeedRow & { id: string }
  /** The lines of an order from the cart. */
  lines?: readonly SeedRow[]
  /** The first one is the insert. */
  steps: readonly Step[]
}
