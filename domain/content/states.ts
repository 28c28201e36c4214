// States of deals and adverts (docs/states-amounts-clocks.md, "Deal, advert").
import { parseMoves } from '#domain/moves.ts'

/** Deals and adverts: listed, or softly deleted. */
export type ListedState = 'active' | 'deleted'

export const listedMoves = parseMoves<ListedState>([
  ['new', 'active', 'content'],
  ['active', 'deleted', 'content'],
  ['deleted', 'active', 'content'],
])
