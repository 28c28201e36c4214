// Figures of one group buy for its shop (docs/amounts-and-figures.md, "Figures"). How many people looked at it is not
// among them: pages are not counted.

interface CountedBuy {
  /** Orders ever made, and those of them that were paid. */
  joined: number
  paid: number
  participants: number
  /** Participants of each tier, rising. */
  tier_thresholds: readonly number[]
  quantity: number
  target_quantity: number
  /** Orders whose hand-over counts, and those within 24 hours of being ready. */
  timed: number
  on_time: number
  /** Orders handed over, and those that were not collected in time. */
  handed_over: number
  uncollected: number
}

export interface BuyFigures {
  /** The share of all orders that were paid; in percent, like all shares. Null: there is nothing to count. */
  paidShare: number | null
  /** The tier that the participants reached, from 1; 0 for the base price. */
  tier: number
  tiers: number
  /** Units joined, of the target. */
  fillShare: number
  onTimeShare: number | null
  /** Not collected in time, of those that were handed over or should have been. */
  noShowShare: number | null
}

export function buyFigures(buy: CountedBuy): BuyFigures {
  return {
    paidShare: percentOf(buy.paid, buy.joined),
    tier: buy.tier_thresholds.filter((least) => least <= buy.participants).length,
    tiers: buy.tier_thresholds.length,
    fillShare: percentOf(buy.quantity, buy.target_quantity) ?? 0,
    onTimeShare: percentOf(buy.on_time, buy.timed),
    noShowShare: percentOf(buy.uncollected, Math.max(buy.handed_over, buy.uncollected)),
  }
}

/** A share in whole percent; never 0 or 100 unless it is none or all. */
function percentOf(part: number, whole: number): number | null {
  if (whole === 0) return null
  const percent = Math.round((100 * part) / whole)
  if (part > 0 && percent === 0) return 1
  return part < whole && percent === 100 ? 99 : percent
}
