import { nextTier, type PriceTier } from '#domain/group-buys/price/price-tiers.ts'
import { formatNaira } from '#domain/money.ts'

interface PoolMark extends PriceTier {
  met: boolean
  labelled: boolean
  /** Near an end, its label is aligned to that edge. */
  edge: 'left' | 'right' | null
}

interface Pool {
  joined: number
  minParticipants: number
  tiers: readonly PriceTier[]
}

/**
 * Number of participants at the bar's end: the last tier's; without tiers the minimum or the joined, whichever is
 * greater.
 */
export function poolWidth({ joined, minParticipants, tiers }: Pool): number {
  const last = tiers.at(-1)?.participants ?? 0
  return Math.max(last || minParticipants, last ? 0 : joined, 1)
}

/** A position on the bar: "42.5%", at most 100%. */
export function barPosition(participants: number, width: number): string {
  return `${Math.min(100, Math.round((participants / width) * 1000) / 10)}%`
}

/** The notches, and which of them have a price label: the next and the last tier, others if there is room. */
export function poolMarks(bar: {
  joined: number
  tiers: readonly PriceTier[]
  width: number
  detail: boolean
}): PoolMark[] {
  const { joined, tiers, width, detail } = bar
  const next = nextTier({ tiers }, joined)
  const last = tiers.at(-1)
  const preferred = [next, last].filter((tier) => tier != null)
  const share = labelShare(tiers, detail ? NARROWEST.page : NARROWEST.card)
  const roomBeside = (tier: PriceTier, others: readonly PriceTier[]) => {
    const own = labelSpan(tier.participants / width, share)
    return others.every((other) => {
      const its = labelSpan(other.participants / width, share)
      return other === tier || own.end <= its.start || its.end <= own.start
    })
  }
  const labelled: PriceTier[] =
    next && last && next !== last && !roomBeside(next, [last]) ? [next] : [...new Set(preferred)]
  if (detail) for (const tier of tiers) if (roomBeside(tier, labelled) && !labelled.includes(tier)) labelled.push(tier)
  return tiers.map((tier) => ({
    ...tier,
    met: joined >= tier.participants,
    labelled: labelled.includes(tier),
    edge: labelSpan(tier.participants / width, share).edge,
  }))
}

/**
 * Widths in pixels: the narrowest bar on a buy's page and on a card, and a label's character in the widest system font.
 */
const NARROWEST = { page: 272, card: 216 }
const CHARACTER = 8.6

/** The fraction of the narrowest bar that the longest label takes, including its gap. */
function labelShare(tiers: readonly PriceTier[], bar: number): number {
  const characters = Math.max(0, ...tiers.map(({ priceKobo }) => formatNaira(priceKobo).length))
  return (characters * CHARACTER + 6) / bar
}

/** A label's span in fractions of the bar: centred below its notch, or aligned to the edge that it would cross. */
function labelSpan(at: number, share: number): { start: number; end: number; edge: PoolMark['edge'] } {
  if (at + share / 2 > 1) return { start: 1 - share, end: 1, edge: 'right' }
  if (at < share / 2) return { start: 0, end: share, edge: 'left' }
  return { start: at - share / 2, end: at + share / 2, edge: null }
}
