import type { Cause } from '#domain/moves.ts'
import type { Row } from './rows.ts'

/** One move of something, with what else is written by it. */
export interface Step {
  to: string
  at: Date
  cause: Cause
  /** Null when the clock or a payment caused it. */
  actor: string | null
  set?: Row
}

/** The life of a buy, an order or a checkout, from its beginning. */
export interface Tale {
  subject: 'group_buy' | 'checkout' | 'order' | 'payment' | 'refund'
  /** The columns it begins with, its `id` among them. */
  born: Row & { id: string }
  /** What an order from the cart contains. */
  lines?: readonly Row[]
  /** The first one is the beginning. */
  steps: readonly Step[]
}
