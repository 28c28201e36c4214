// States of group buys (docs/states-amounts-clocks.md, "Group buy"). Only `active` is listed; joinable is computed,
// never stored (progress.ts).
import { parseMoves } from '#domain/moves.ts'

export const GROUP_BUY_STATES = [
  'draft',
  'active',
  'closed',
  'settling',
  'confirmed',
  'ready',
  'completed',
  'failed',
  'cancelled',
] as const
export type GroupBuyState = (typeof GROUP_BUY_STATES)[number]

/** Whether nothing was or will be bought: all payments are refunded. */
export const isCalledOff = (status: string): boolean => status === 'failed' || status === 'cancelled'

export const groupBuyMoves = parseMoves<GroupBuyState>([
  ['new', 'draft', 'vendor'],
  // The clock opens the next round of a cycle.
  ['new', 'active', 'vendor clock'],
  ['draft', 'active', 'vendor'],
  ['draft', 'cancelled', 'vendor'],
  // At end_date, or when the paid quantity reaches the target.
  ['active', 'closed', 'clock'],
  // A vendor gives 24 h notice; everyone is refunded.
  ['active', 'cancelled', 'vendor manager coordinator chief'],
  ['closed', 'cancelled', 'vendor manager coordinator chief'],
  // The single extension, if the vendor opted in and the paid minimum is not met.
  ['closed', 'active', 'clock'],
  // At the due time, or as soon as all joined orders are paid.
  ['closed', 'settling', 'clock'],
  // Paid participants reach the minimum, or the vendor honours within 12 h.
  ['settling', 'confirmed', 'clock vendor'],
  ['settling', 'failed', 'clock'],
  ['confirmed', 'ready', 'vendor hub'],
  ['confirmed', 'cancelled', 'vendor manager coordinator chief'],
  // When every order has ended.
  ['ready', 'completed', 'clock'],
])
