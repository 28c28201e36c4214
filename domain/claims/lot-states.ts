// Many claims on one lot form one incident with a single decision (docs/decisions/0047).
import { parseMoves } from '#domain/moves.ts'

export type LotState = 'open' | 'decided' | 'appealed' | 'final' | 'closed'

export const lotMoves = parseMoves<LotState>([
  // Opened by the claim that reaches the threshold.
  ['new', 'open', 'buyer'],
  ['open', 'decided', 'coordinator'],
  // All of its claims were accepted, upheld without an answer, or withdrawn.
  ['open', 'closed', 'clock'],
  ['decided', 'appealed', 'buyer vendor'],
  ['appealed', 'final', 'chief'],
])
