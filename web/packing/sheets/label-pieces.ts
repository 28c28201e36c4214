import type { Bag } from '../day/bags.ts'
import { amountText } from '../packing-texts.ts'

/** A label's part of a bag. A bag whose goods do not fit on one label continues on the next. */
export interface LabelPiece {
  bag: Bag
  lines: Bag['lines']
  /** From 1. */
  part: number
  parts: number
}

// Characters a line at the sizes of sheets.css, on a label of 80 x 48 mm beside its code, and lines a label.
const NAME_CHARACTERS = 18
const GOODS_CHARACTERS = 24
const LINES_A_LABEL = 7

/** Splits bags so that nothing is cut off a label of 80 x 48 mm. */
export function labelPieces(bags: readonly Bag[]): LabelPiece[] {
  return bags.flatMap((bag) => {
    // A name takes more height than a line of goods.
    const free = Math.max(1, LINES_A_LABEL - 2 * rows(bag.buyer, NAME_CHARACTERS))
    const pieces: Bag['lines'][] = []
    let left = 0
    for (const line of bag.lines) {
      const needed = rows(`${amountText(line)}, ${line.product_name}`, GOODS_CHARACTERS)
      if (pieces.length === 0 || needed > left) {
        pieces.push([])
        left = free
      }
      pieces.at(-1)?.push(line)
      left -= needed
    }
    return pieces.map((lines, index) => ({ bag, lines, part: index + 1, parts: pieces.length }))
  })
}

const rows = (text: string, characters: number): number => Math.ceil(text.length / characters)
