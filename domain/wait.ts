// The parties that have to act in a state. Every state is classified in its feature's `waiting.ts`, so that nothing is
// missing from all work lists.

/**
 * `shop`: its vendor. `overseer`: the manager of its state, coordinators and chiefs. `region`: the manager and
 * coordinators, who can read the case and call people, while the chief acts. `content`: administrators and supervisors.
 */
export type Waiter = 'buyer' | 'shop' | 'overseer' | 'region' | 'chief' | 'content'

export interface Wait {
  on: readonly Waiter[]
  urgent?: true
  /** Those of `on` who are only informed because another role acts; never urgent for them. */
  informs?: readonly Waiter[]
  /** The overseer roles that can act; all if omitted. */
  by?: readonly StaffRole[]
}

type StaffRole = 'manager' | 'coordinator' | 'chief'

/** The next step is up to the clock, a payment or an optional action. */
export const NO_WAIT = { on: [] } as const
