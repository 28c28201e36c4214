/** Exports that only tests use, with the reason. An entry is removed when the product uses the export. */
export const EXEMPT_EXPORTS: Record<string, string> = {
  'domain/all-moves.ts allMoves': 'the tables of moves, which a test compares with public.allowed_moves',
}
