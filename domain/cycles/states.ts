// States of cycles of group buys, and of the orders that stand in them (docs/decisions/0144).
import { parseMoves } from '#domain/moves.ts'

export type CycleState = 'running' | 'paused' | 'ended'

export const cycleMoves = parseMoves<CycleState>([
  ['new', 'running', 'vendor'],
  // The clock pauses it if the next round cannot be opened.
  ['running', 'paused', 'vendor clock'],
  ['paused', 'running', 'vendor'],
  // Also once its product is archived, or with the account of its shop.
  ['running', 'ended', 'vendor clock buyer operator'],
  ['paused', 'ended', 'vendor clock buyer operator'],
])

export type StandingState = 'active' | 'paused' | 'ended'

export const standingMoves = parseMoves<StandingState>([
  ['new', 'active', 'buyer'],
  // The clock pauses it after two rounds that were not paid for, and ends it with its cycle.
  ['active', 'paused', 'buyer clock'],
  ['paused', 'active', 'buyer'],
  ['active', 'ended', 'buyer clock'],
  ['paused', 'ended', 'buyer clock'],
])
