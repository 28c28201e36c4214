// States and their allowed moves are data (docs/decisions/0001). `public.allowed_moves` holds the same rows for the
// trigger, and a database test compares the two.

/** Who may cause a move. */
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
  /** `new`: how something may begin. */
  from: State | 'new'
  to: State
  causes: readonly Cause[]
}

/** True when a row of the table allows it; with a cause, only when that cause may bring it about. */
export function mayMove<State extends string>(
  moves: readonly Move<State>[],
  move: { from: State | 'new'; to: State; cause?: Cause },
): boolean {
  return moves.some(
    ({ from, to, causes }) =>
      from === move.from && to === move.to && (move.cause === undefined || causes.includes(move.cause)),
  )
}

/** Rows from a short form: from, to (several parted by a blank), causes (likewise). */
export function movesOf<State extends string>(
  rows: readonly (readonly [State | 'new', string, string])[],
): Move<State>[] {
  return rows.flatMap(([from, targets, causes]) =>
    targets.split(' ').map((to) => ({ from, to: to as State, causes: causes.split(' ') as Cause[] })),
  )
}
