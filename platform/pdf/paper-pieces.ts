import type { Block, Paper } from './paper.ts'

/** Rows that are copied or hashed at a time: well under 50 ms. */
const PIECE_ROWS = 1_000

/** A part of a paper, small enough to be handled without delaying other work of its thread. */
export type PaperPiece =
  | { kind: 'head'; paper: Paper }
  | { kind: 'rows'; block: number; rows: readonly (readonly string[])[]; carried: readonly (readonly string[])[] }

/** The paper without the rows of its tables, then these rows, some at a time. */
export function* paperPieces(paper: Paper): Generator<PaperPiece> {
  yield { kind: 'head', paper: { ...paper, blocks: paper.blocks.map(withoutRows) } }
  for (const [block, table] of paper.blocks.entries()) {
    if (table.kind !== 'table') continue
    for (let start = 0; start < table.rows.length; start += PIECE_ROWS) {
      const end = start + PIECE_ROWS
      const carried = table.carried?.amounts.slice(start, end) ?? []
      yield { kind: 'rows', block, rows: table.rows.slice(start, end), carried }
    }
  }
}

function withoutRows(block: Block): Block {
  if (block.kind !== 'table') return block
  return { ...block, rows: [], ...(block.carried && { carried: { ...block.carried, amounts: [] } }) }
}

/** Puts the pieces of a paper together again. */
export function joinPieces(pieces: readonly PaperPiece[]): Paper {
  const [head] = pieces
  if (head?.kind !== 'head') throw new Error('The first piece of a paper is its head')
  const blocks = head.paper.blocks.map((block, index): Block => {
    if (block.kind !== 'table') return block
    const own = pieces.flatMap((piece) => (piece.kind === 'rows' && piece.block === index ? [piece] : []))
    const rows = own.flatMap((piece) => piece.rows)
    const amounts = own.flatMap((piece) => piece.carried)
    return { ...block, rows, ...(block.carried && { carried: { ...block.carried, amounts } }) }
  })
  return { ...head.paper, blocks }
}

/** Lets other work of this thread run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
