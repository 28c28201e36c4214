// Docs/decisions/0001, "Deal".
import { movesOf } from '../moves.ts'

/** Deals and adverts: listed, or softly deleted. */
export type ListedState = 'active' | 'deleted'

export const listedMoves = movesOf<ListedState>([
  ['active', 'deleted', 'content'],
  ['deleted', 'active', 'content'],
])
