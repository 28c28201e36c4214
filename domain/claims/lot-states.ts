// Many claims on one lot are one incident, decided once for all of them (docs/decisions/0047).
import { movesOf } from '../moves.ts'

export type LotState = 'open' | 'decided' | 'appealed' | 'final' | 'closed'

export const lotMoves = movesOf<LotState>([
  // By the claim that makes it enough.
  ['new', 'open', 'buyer'],
  ['open', 'decided', 'coordinator'],
  // None of its claims is left to decide: they were accepted, upheld by silence or withdrawn.
  ['open', 'closed', 'clock'],
  ['decided', 'appealed', 'buyer vendor'],
  ['appealed', 'final', 'chief'],
])
