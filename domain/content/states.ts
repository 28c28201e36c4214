// Docs/decisions/0001, "Deal".
import { parseMoves } from '#domain/moves.ts'

/** Deals and adverts: listed, or softly deleted. */
export type ListedState = 'active' | 'deleted'

export const listedMoves = parseMoves<ListedState>([
  ['new', 'active', 'content'],
  ['active', 'deleted', 'content'],
  ['deleted', 'active', 'content'],
])
