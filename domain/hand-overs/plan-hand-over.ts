// Plans a full or partial hand-over of what is left of an order (docs/decisions/0041).

import type { Refusal } from '#domain/refusal.ts'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { handOverRefusals } from './refusals.ts'

const refuse = refuseFrom(callRefusals, handOverRefusals)

export interface RemainingLine {
  lineId: string
  name: string
  /** Units not handed over yet. */
  left: number
  unitPriceKobo: bigint
}

export interface TakenLine {
  line_id: string
  quantity: number
}

interface HandOverPlan {
  lines: { lineId: string; quantity: number }[]
  goodsKobo: bigint
  isAll: boolean
}

/**
 * Hands over everything that is left, or the given lines. The last part gets all of the remaining money, so that no
 * rounding residue is left.
 */
export function planHandOver(
  left: readonly RemainingLine[],
  goodsLeftKobo: bigint,
  taken?: readonly TakenLine[],
): HandOverPlan | Refusal {
  const rest = left.filter((line) => line.left > 0)
  if (rest.length === 0 || goodsLeftKobo === 0n) return refuse('nothing_left')
  const requested = taken
    ? taken.filter(({ quantity }) => quantity > 0)
    : rest.map(({ lineId, left }) => ({ line_id: lineId, quantity: left }))
  if (requested.length === 0) return refuse('nothing_selected')
  if (new Set(requested.map(({ line_id }) => line_id)).size < requested.length)
    return refuse('invalid_input', { message: 'Name each line once.' })
  let worthKobo = 0n
  for (const { line_id, quantity } of requested) {
    const line = rest.find(({ lineId }) => lineId === line_id)
    if (!line) return refuse('not_left')
    if (quantity > line.left)
      return refuse('not_left', { message: `Only ${line.left} of ${line.name} are left to hand over.` })
    worthKobo += line.unitPriceKobo * BigInt(quantity)
  }
  const isAll =
    worthKobo >= goodsLeftKobo ||
    rest.every((line) => requested.some(({ line_id, quantity }) => line_id === line.lineId && quantity === line.left))
  return {
    lines: requested.map(({ line_id, quantity }) => ({ lineId: line_id, quantity })),
    goodsKobo: isAll ? goodsLeftKobo : worthKobo,
    isAll,
  }
}
