import { tooMuch } from '../errors/errors.ts'
import type { EmbedItem, SelectItem } from './parse-select.ts'

/**
 * Depth and number of embedded resources are one budget. Each costs its depth, counting from 1, once if it is spread or
 * named only to filter by, and twice otherwise. Ten lists below two others cost 2 + 4 + 10 × 6 = 66; a chain of seven
 * costs 2 + 4 + … + 14 = 56. Rows are a budget of their own (`statements/read-cost.ts`). Throws PGRST100 above it.
 */
export function checkEmbedCost(items: SelectItem[], most: number): void {
  const cost = costOf(items, 1)
  if (cost <= most) return
  throw tooMuch(
    `The embedded resources cost ${cost} and may cost ${most}`,
    'Embed fewer resources, or nest them less deeply: each costs twice its depth, and its depth if it is spread or empty.',
  )
}

function costOf(items: SelectItem[], depth: number): number {
  const embeds = items.filter((item): item is EmbedItem => item.kind === 'embed')
  return embeds.reduce((sum, embed) => {
    const own = embed.spread || embed.items.length === 0 ? depth : 2 * depth
    return sum + own + costOf(embed.items, depth + 1)
  }, 0)
}
