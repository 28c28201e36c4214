// States of circles of ajo and of their members (docs/decisions/0145).
import { parseMoves } from '#domain/moves.ts'

export type CircleState = 'forming' | 'running' | 'ended' | 'cancelled'

export const circleMoves = parseMoves<CircleState>([
  ['new', 'forming', 'buyer'],
  // All seats are taken and the starter presses the button; or the starter leaves before.
  ['forming', 'running', 'buyer'],
  ['forming', 'cancelled', 'buyer chief'],
  // After the last month, or once the last member has left; or a chief ends it.
  ['running', 'ended', 'buyer clock gateway chief'],
])

export type MemberState = 'joined' | 'active' | 'left' | 'defaulted' | 'finished'

export const memberMoves = parseMoves<MemberState>([
  ['new', 'joined', 'buyer'],
  ['joined', 'active', 'buyer'],
  ['joined', 'left', 'buyer chief'],
  ['active', 'left', 'buyer'],
  // A month was not paid, or a bank took a contribution back.
  ['active', 'defaulted', 'clock gateway'],
  ['active', 'finished', 'clock chief'],
])
