// States and their allowed transitions are data (docs/decisions/0001). `public.allowed_moves` holds the same rows for
// the trigger, and a database test compares the two. A new transition is a row in both: in the `states.ts` of its
// feature, and in a new file of database/tables.

/** Actors that may cause a transition (docs/states-amounts-clocks.md, "Causes of a move"). */
export type Cause =
  | 'buyer'
  | 'vendor'
  | 'hub'
  | 'manager'
  | 'coordinator'
  | 'chief'
  | 'content'
  | 'clock'
  | 'gateway'
  | 'operator'

export interface Move<State extends string = string> {
  /** `new` for initial states. */
  from: State | 'new'
  to: State
  causes: readonly Cause[]
}

/** True if the table allows the transition, and, if a cause is given, allows it to this cause. */
export function mayMove<State extends string>(
  moves: readonly Move<State>[],
  move: { from: State | 'new'; to: State; cause?: Cause },
): boolean {
  return moves.some(
    ({ from, to, causes }) =>
      from === move.from && to === move.to && (move.cause === undefined || causes.includes(move.cause)),
  )
}

/** Expands rows of the form: from, to (separated by spaces), causes (separated by spaces). */
export function parseMoves<State extends string>(
  rows: readonly (readonly [State | 'new', string, string])[],
): Move<State>[] {
  return rows.flatMap(([from, targets, causes]) =>
    targets.split(' ').map((to) => ({ from, to: to as State, causes: causes.split(' ') as Cause[] })),
  )
}
